import { z } from 'zod';
import { safeUrlSchema, type ServiceProfile, serviceProfileSchema } from '../contract/service-profile.ts';

export const PARALLEL_UPLOADS_MAX = 8;
export const MINUTES_OF_DAY = 1_440;

const language = z.enum(['system', 'en', 'fr']);
const theme = z.enum(['system', 'light', 'dark']);
/** Sent as `userEmail`; an invalid address is not sent and never blocks a file (C18). */
const userEmail = z.string().max(254).nullable();
const notifications = z.boolean();
/** Minutes since midnight, in local time. */
const minuteOfDay = z
  .number()
  .int()
  .min(0)
  .max(MINUTES_OF_DAY - 1);
/** From one to the other, across midnight if `from` is the later one; null for no quiet time. */
const hours = z.object({ from: minuteOfDay, to: minuteOfDay });
const quietHours = hours.nullable();
/** One summary a day at this time; null for each notice as it comes. */
const digestAt = minuteOfDay.nullable();
const startAtLogin = z.boolean();
/** Start no upload while the computer runs on its battery; only where the host can tell. */
const waitOnBattery = z.boolean();
const parallelUploads = z.number().int().min(1).max(PARALLEL_UPLOADS_MAX);
/** Days without an answer after which a received document needs a user (C23). */
export const ASK_AFTER_DAYS_MAX = 365;
const askAfterDays = z.number().int().min(1).max(ASK_AFTER_DAYS_MAX);
/** Minutes between checks with the service that a company's connection is still valid (C8). */
export const CHECK_MINUTES_MAX = 60;
const checkMinutes = z.number().int().min(1).max(CHECK_MINUTES_MAX);
export const PROXY_MODES = ['system', 'environment', 'manual', 'none'] as const;
const PROXY_URL = /^https?:\/\/(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?\/?$/;
/** `http://proxy.example:3128` and nothing else: the address never contains a name and a password. */
const proxyUrl = z.string().max(300).regex(PROXY_URL, 'only http(s)://host:port');
/** How to get out of the office network. The password of `user` is in the vault. */
const proxy = z.object({ mode: z.enum(PROXY_MODES), url: proxyUrl.nullable(), user: z.string().min(1).max(200).nullable() });
export type ProxySettings = Readonly<z.infer<typeof proxy>>;
const PROXY_OF_SYSTEM: ProxySettings = { mode: 'system', url: null, user: null };

export const CREDENTIAL_MODES = ['broker', 'direct'] as const;
/** Whose client credentials tokens are requested with (C5): the partner's, through the relay, or the company's own. The secret is in the vault. */
const credentials = z.object({ mode: z.enum(CREDENTIAL_MODES), clientId: z.string().trim().min(1).max(200).nullable() });
const CREDENTIALS_OF_PARTNER: z.infer<typeof credentials> = { mode: 'broker', clientId: null };

/** The version whose news the user has read; null in a profile that was set up before there were any. */
const newsSeen = z.string().max(40).nullable();

/** Address of our relay; null until it is set. */
const relayUrl = safeUrlSchema.nullable();
/** The import service; null until it is set. */
const service = serviceProfileSchema.nullable();

/** What the user can set, each with its default; stored as one JSON object, of which an unknown or damaged member alone falls back. */
export const settingsSchema = z.object({
  language: language.catch('system').default('system'),
  theme: theme.catch('system').default('system'),
  userEmail: userEmail.catch(null).default(null),
  notifications: notifications.catch(true).default(true),
  quietHours: quietHours.catch(null).default(null),
  digestAt: digestAt.catch(null).default(null),
  startAtLogin: startAtLogin.catch(true).default(true),
  waitOnBattery: waitOnBattery.catch(false).default(false),
  parallelUploads: parallelUploads.catch(4).default(4),
  askAfterDays: askAfterDays.catch(7).default(7),
  checkMinutes: checkMinutes.catch(15).default(15),
  proxy: proxy.catch(PROXY_OF_SYSTEM).default(PROXY_OF_SYSTEM),
  credentials: credentials.catch(CREDENTIALS_OF_PARTNER).default(CREDENTIALS_OF_PARTNER),
  newsSeen: newsSeen.catch(null).default(null),
  relayUrl: relayUrl.catch(null).default(null),
  service: service.catch(null).default(null),
});

export type Settings = Readonly<z.infer<typeof settingsSchema>>;

/**
 * Without the defaults: what a change does not name stays, and an invalid value is refused instead of dropped. Partial for hours, proxy
 * and credentials too, so that two fields that are changed in quick succession, the second before the first is answered, are both stored.
 */
export const settingsChangeSchema = z
  .object({
    language,
    theme,
    userEmail,
    notifications,
    quietHours: hours.partial().strict().nullable(),
    digestAt,
    startAtLogin,
    waitOnBattery,
    parallelUploads,
    askAfterDays,
    checkMinutes,
    proxy: proxy.partial().strict(),
    credentials: credentials.partial().strict(),
    newsSeen,
  })
  .partial()
  .strict();
export type SettingsChange = Readonly<z.infer<typeof settingsChangeSchema>>;
/** The places of service and relay are changed by a separate call (`installation.change`). */
export type PlaceChange = { readonly relayUrl?: string | undefined; readonly service?: ServiceProfile | undefined };
