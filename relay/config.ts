import { base64 } from '@scure/base';
import { z } from 'zod';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type AddressList, addressList, listenAddress } from './http/address-list.ts';
import { PARTNER_SETTINGS, type RelayPartner } from './partner.ts';
import { HELD_PER_ADDRESS } from './read/held.ts';
import { STORE_PATTERN, storeAt } from './store/open-store.ts';
import { postgresAddress } from './store/postgres/postgres-address.ts';
import type { SealKey } from './store/seal.ts';

const SEAL_KEY_BYTES = 32;
/** At least as long as the output of `openssl rand -hex 16`. */
const METRICS_TOKEN = /^[\x21-\x7e]{32,}$/;
const HEADER_NAME = /^[a-z0-9-]+$/;

/** The value of `RELAY_SEAL_KEYS` that says: store bodies without a seal. */
const OPEN = 'none';

/** Every setting of the relay, by the name of its environment variable. docs/operations/relay.md explains each. */
const environmentSchema = z.object({
  RELAY_BASE_URL: serviceProfileSchema.shape.baseUrl,
  RELAY_AUTH_URL: serviceProfileSchema.shape.authUrl,
  RELAY_JWKS_URL: serviceProfileSchema.shape.jwksUrl,
  RELAY_ISSUER: serviceProfileSchema.shape.issuer,
  RELAY_CLIENT_ID: z.string().min(1),
  RELAY_CLIENT_SECRET: z.string().min(1),
  RELAY_SCOPE: serviceProfileSchema.shape.scope,
  RELAY_API_KEY_HEADER: serviceProfileSchema.shape.apiKeyHeader,
  RELAY_SIGNATURE_HEADER: serviceProfileSchema.shape.signatureHeader,
  RELAY_WEBHOOK_ORIGIN: z.string().min(1).max(253).default('*'),
  RELAY_STORE: z
    .string()
    .regex(STORE_PATTERN, 'must be sqlite:FILE, sqlite::memory: or postgres://USER:PASSWORD@HOST/DATABASE')
    .default('sqlite:intray-relay.db'),
  RELAY_STORE_INSECURE: z.enum(['yes', 'no']).default('no'),
  RELAY_SEAL_KEYS: z.string().transform((text, context) => {
    const keys = sealKeys(text);
    if (keys === null) context.addIssue(`must be ID:BASE64 of 32 bytes, several separated by commas, the newest first, or “${OPEN}”`);
    return keys ?? [];
  }),
  RELAY_RETENTION_READ_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  RELAY_RETENTION_DAYS: z.coerce.number().int().min(3).max(3_650).default(180),
  RELAY_BROKER: z.enum(['on', 'off']).default('on'),
  RELAY_HOST: z.string().min(1).default('127.0.0.1'),
  RELAY_PORT: z.coerce.number().int().min(0).max(65_535).default(8420),
  RELAY_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  RELAY_DOWNLOAD_URL: z.url({ protocol: /^https$/, error: 'must begin with https://' }).optional(),
  ...PARTNER_SETTINGS,
  RELAY_PROXY_ADDRESSES: z
    .string()
    .default('')
    .transform((text, context) => {
      if (text === '') return null;
      const list = addressList(text);
      if (list === null) context.addIssue('must be addresses or ranges such as 10.0.0.0/8, separated by commas');
      return list;
    }),
  RELAY_PROXY_HEADER: z.string().toLowerCase().regex(HEADER_NAME, 'must be the name of a header').default('x-forwarded-for'),
  RELAY_HELD_PER_ADDRESS: z.coerce.number().int().min(1).max(100_000).default(HELD_PER_ADDRESS),
  RELAY_METRICS_LISTEN: z
    .string()
    .transform((text, context) => {
      const address = listenAddress(text);
      if (address === null) context.addIssue('must be HOST:PORT, as 127.0.0.1:9420 or [::1]:9420');
      return address ?? z.NEVER;
    })
    .optional(),
  RELAY_METRICS_TOKEN: z.string().regex(METRICS_TOKEN, 'must be at least 32 characters, none of them a space').optional(),
  RELAY_DRAIN_SECONDS: z.coerce.number().int().min(0).max(120).default(0),
  RELAY_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** What to do about a setting that no longer exists. */
const GONE: Readonly<Record<string, string>> = {
  RELAY_TRUST_PROXY: 'is no setting any more; RELAY_PROXY_ADDRESSES names the proxies that are believed',
};

/** What to do about a missing setting whose name alone does not say it. */
const MISSING: Readonly<Record<string, string>> = {
  RELAY_SEAL_KEYS:
    'is missing: give a key that seals people’s results in the store, as 2026a:KEY where KEY is what `openssl rand -base64 32` prints, and keep it ' +
    `apart from the backups; or say “${OPEN}”, and they lie open for everybody who can read the store or a copy of it`,
};

export type Settings = Readonly<z.infer<typeof environmentSchema>>;

/** The names, for the check that each is documented. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

/** Settings that contain a secret. Each may be in a file, which the variable with `_FILE` appended names. */
export const SECRET_NAMES = ['RELAY_CLIENT_SECRET', 'RELAY_STORE', 'RELAY_SEAL_KEYS', 'RELAY_METRICS_TOKEN'] as const;

/** What the relay itself needs. Where it listens and where it keeps its file is up to its host. */
export type RelayConfig = {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly apiKeyHeader: string;
  readonly signatureHeader: string;
  /** The sender allowed by CloudEvents' hand-shake (C34): a host name, or `*`. */
  readonly webhookOrigin: string;
  /** Where people get Intray; absent if the operator names no place. */
  readonly downloadUrl?: string;
  /** Who runs the relay; absent if the operator does not say. */
  readonly partner?: RelayPartner;
  /** Our own proxies, whose `proxyHeader` is trusted; null if there are none. */
  readonly proxies: AddressList | null;
  /** Defaults to `x-forwarded-for`. */
  readonly proxyHeader?: string;
  /** Whether access tokens are lent; defaults to `on`. */
  readonly broker?: 'on' | 'off';
  /** Days that a body is kept after every device has read it (default 30), and at most (default 180). */
  readonly retentionReadDays?: number;
  readonly retentionDays?: number;
  /** Streams and long polls that one address may hold open; defaults to `HELD_PER_ADDRESS`. */
  readonly heldPerAddress?: number;
  /** The token that gives access to the metrics. Without it, and if they have an address of their own, the public address has no metrics. */
  readonly metricsToken?: string;
  readonly metricsApart?: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The failure is for the operator, one line per setting. Values are never repeated: some are secrets. */
export function readSettings(environment: Environment): Result<Settings, readonly string[]> {
  const set = setIn(environment);
  const strangers = Object.keys(set).filter((name) => !SETTING_NAMES.includes(name) && !isFileName(name));
  const parsed = environmentSchema.safeParse(set);
  const wrong = strangers.map((name) => `${name}: ${GONE[name] ?? 'there is no such setting'}`);
  if (parsed.success) wrong.push(...storeProblem(parsed.data));
  if (parsed.success && wrong.length === 0) return ok(parsed.data);
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${explained(issue, set)}`);
  return fail([...issues, ...wrong]);
}

/** What the pattern cannot check about the store's address. */
function storeProblem({ RELAY_STORE, RELAY_STORE_INSECURE }: Settings): readonly string[] {
  const at = storeAt(RELAY_STORE);
  if (at.kind === 'sqlite') return [];
  const address = postgresAddress(at.url);
  if (!address.ok) return [`RELAY_STORE: ${address.failure}`];
  if (address.value.isLocal || address.value.isVerified || RELAY_STORE_INSECURE === 'yes') return [];
  return [
    'RELAY_STORE: is a PostgreSQL on another machine and its address lacks sslmode=verify-full, so that whoever is on the way could read and ' +
      'change everything: add it, with sslrootcert=FILE where the server’s authority is your own',
  ];
}

/** Where each setting comes from: what `--check-config` prints beside its name. */
export function sourceOf(environment: Environment, name: string): 'set' | 'file' | 'default' | 'missing' {
  const set = setIn(environment);
  if (Object.hasOwn(set, `${name}_FILE`)) return 'file';
  if (Object.hasOwn(set, name)) return 'set';
  const field = environmentSchema.shape[name as keyof typeof environmentSchema.shape];
  return field.safeParse(undefined).success ? 'default' : 'missing';
}

export function relayConfig(settings: Settings): RelayConfig {
  return {
    baseUrl: settings.RELAY_BASE_URL,
    authUrl: settings.RELAY_AUTH_URL,
    jwksUrl: settings.RELAY_JWKS_URL,
    issuer: settings.RELAY_ISSUER,
    clientId: settings.RELAY_CLIENT_ID,
    clientSecret: settings.RELAY_CLIENT_SECRET,
    scope: settings.RELAY_SCOPE,
    apiKeyHeader: settings.RELAY_API_KEY_HEADER,
    signatureHeader: settings.RELAY_SIGNATURE_HEADER,
    webhookOrigin: settings.RELAY_WEBHOOK_ORIGIN,
    ...(settings.RELAY_DOWNLOAD_URL === undefined ? {} : { downloadUrl: settings.RELAY_DOWNLOAD_URL }),
    partner: { name: settings.RELAY_PARTNER_NAME ?? null, logo: settings.RELAY_LOGO_FILE ?? null },
    proxies: settings.RELAY_PROXY_ADDRESSES,
    proxyHeader: settings.RELAY_PROXY_HEADER,
    broker: settings.RELAY_BROKER,
    retentionReadDays: settings.RELAY_RETENTION_READ_DAYS,
    retentionDays: settings.RELAY_RETENTION_DAYS,
    heldPerAddress: settings.RELAY_HELD_PER_ADDRESS,
    metricsApart: settings.RELAY_METRICS_LISTEN !== undefined,
    ...(settings.RELAY_METRICS_TOKEN === undefined ? {} : { metricsToken: settings.RELAY_METRICS_TOKEN }),
  };
}

/** An empty variable counts as unset: compose files and service units write unset variables that way. */
function setIn(environment: Environment): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(environment).filter(([name, value]) => name.startsWith('RELAY_') && value !== ''));
}

function isFileName(name: string): boolean {
  return SECRET_NAMES.some((secret) => name === `${secret}_FILE`);
}

function explained(issue: z.core.$ZodIssue, set: Readonly<Record<string, unknown>>): string {
  return Object.hasOwn(set, String(issue.path[0])) ? issue.message : (MISSING[String(issue.path[0])] ?? 'is missing');
}

/** Parses `ID:BASE64,ID:BASE64`, or `none` for no keys; null if it is neither. */
function sealKeys(text: string): readonly SealKey[] | null {
  if (text.trim() === OPEN) return [];
  const keys = text.split(',').map((one) => /^\s*([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/]{43}=)\s*$/.exec(one));
  const read = keys.flatMap((found) => (found === null ? [] : [{ id: found[1] ?? '', key: base64.decode(found[2] ?? '') }]));
  const whole = read.length === keys.length && read.every(({ key }) => key.byteLength === SEAL_KEY_BYTES);
  return whole && new Set(read.map(({ id }) => id)).size === read.length ? read : null;
}

/** A risk that valid settings leave open. `detail` is a fixed text, since it is also a line of the log. */
export type SettingRisk = { readonly setting: keyof Settings; readonly detail: string };

const LOOPBACK = addressList('127.0.0.0/8,::1');

/** Logged at each start, and shown by `doctor`. */
export function settingRisks(settings: Settings): readonly SettingRisk[] {
  return [...storeRisk(settings), ...sealRisk(settings), ...proxyRisk(settings)];
}

function storeRisk({ RELAY_STORE, RELAY_STORE_INSECURE }: Settings): readonly SettingRisk[] {
  const at = storeAt(RELAY_STORE);
  if (RELAY_STORE_INSECURE === 'no' || at.kind !== 'postgres') return [];
  const address = postgresAddress(at.url);
  if (!address.ok || address.value.isLocal || address.value.isVerified) return [];
  const detail =
    'the store is on another machine and its certificate is not verified, so that whoever is on the way can read and change everything; ' +
    'sslmode=verify-full in its address ends that';
  return [{ setting: 'RELAY_STORE_INSECURE', detail }];
}

/** A store in memory has nothing at rest. */
function sealRisk({ RELAY_STORE, RELAY_SEAL_KEYS }: Settings): readonly SettingRisk[] {
  if (RELAY_SEAL_KEYS.length > 0 || RELAY_STORE === 'sqlite::memory:') return [];
  const detail =
    'people’s results lie open in the store: whoever can read it, or a backup of it, reads them; a key ends that, also for what is there already';
  return [{ setting: 'RELAY_SEAL_KEYS', detail }];
}

function proxyRisk({ RELAY_HOST, RELAY_PROXY_ADDRESSES }: Settings): readonly SettingRisk[] {
  if (RELAY_PROXY_ADDRESSES !== null || RELAY_HOST === 'localhost' || LOOPBACK?.has(RELAY_HOST) === true) return [];
  const detail =
    'the relay listens beyond this machine and knows no proxy: x-forwarded-for is believed from nobody, so that all who come through ' +
    'a proxy share one limit; name its addresses';
  return [{ setting: 'RELAY_PROXY_ADDRESSES', detail }];
}
