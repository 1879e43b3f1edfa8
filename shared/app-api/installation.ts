import { z } from 'zod';
import { integrationIdSchema } from '../contract/ids.ts';
import { safeUrlSchema, serviceProfileSchema } from '../contract/service-profile.ts';
import { VAULT_PROBLEMS } from './faults.ts';
import { companyIdSchema } from '../domain/ids.ts';
import { type PlaceChange, type Settings, type SettingsChange, settingsSchema } from './settings.ts';

/** Companies of one installation, with room to spare. */
const SECRETS_MAX = 500;
const secret = z.string().trim().min(1).max(500);

/** Where service and relay are, as provided by whoever set up the relay. What is not named stays. */
export const installationChangeSchema = z.object({
  relayUrl: safeUrlSchema.optional(),
  service: serviceProfileSchema.optional(),
  /** The secrets that would be sent to the new addresses, typed in again. Input only: never returned. */
  secrets: z
    .array(z.object({ integrationId: integrationIdSchema, secret }))
    .max(SECRETS_MAX)
    .default([]),
  clientSecret: secret.optional(),
  /** Removes all companies first, so that there is nothing left to send. Files and history stay. */
  startOver: z.boolean().default(false),
});
export type InstallationChange = z.input<typeof installationChangeSchema>;
export type CheckedInstallationChange = Readonly<z.infer<typeof installationChangeSchema>>;

/** The same with both, as a build of Intray may bring it along (ADR-68). Its other members are ignored. */
export const configurationSchema = z.object({ relayUrl: safeUrlSchema, service: serviceProfileSchema });
export type Configuration = Readonly<z.infer<typeof configurationSchema>>;

/**
 * `secrets-wanted`: these companies' secrets, and the installation's own client secret, were not typed in, or are not those that are
 * kept; nothing was changed.
 */
export const installationFaultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('secrets-wanted'), companyIds: z.array(companyIdSchema), clientSecret: z.boolean() }),
  z.object({ kind: z.enum(VAULT_PROBLEMS) }),
]);
export type InstallationFault = Readonly<z.infer<typeof installationFaultSchema>>;

/** What `change` does not name stays; a member that is undefined names nothing. One hour of a pair is ignored if no pair was set. */
export function changedSettings(before: Settings, { quietHours, proxy, credentials, ...rest }: SettingsChange & PlaceChange): Settings {
  return settingsSchema.parse({
    ...before,
    ...definedOnly(rest),
    quietHours: quietHours === undefined ? before.quietHours : quietHours && { ...before.quietHours, ...definedOnly(quietHours) },
    proxy: { ...before.proxy, ...definedOnly(proxy ?? {}) },
    credentials: { ...before.credentials, ...definedOnly(credentials ?? {}) },
  });
}

function definedOnly<T extends object>(change: T): Partial<T>;
function definedOnly(change: object): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
