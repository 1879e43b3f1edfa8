import { z } from 'zod';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';

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
    .regex(/^sqlite:.+$/, 'must be sqlite:FILE or sqlite::memory:')
    .default('sqlite:intray-relay.db'),
  RELAY_HOST: z.string().min(1).default('127.0.0.1'),
  RELAY_PORT: z.coerce.number().int().min(0).max(65_535).default(8420),
  RELAY_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  RELAY_TRUST_PROXY: z.enum(['yes', 'no']).default('no'),
  RELAY_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Settings = Readonly<z.infer<typeof environmentSchema>>;

/** The names, for the check that each of them is documented. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

/** What the relay itself needs; where it listens and keeps its file is its host's affair. */
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
  /** Who may send webhooks, for the hand-shake of CloudEvents (decision 34): a host name, or `*`. */
  readonly webhookOrigin: string;
  /** Whether `x-forwarded-for` is set by a proxy of ours and may be believed. */
  readonly trustProxy: boolean;
};

/** A failure is one line a setting, for a person; values are never repeated, one of them is a secret. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Result<Settings, readonly string[]> {
  // An empty variable is one that was not set: compose files and service units write them so.
  const set = Object.fromEntries(Object.entries(environment).filter(([name, value]) => name.startsWith('RELAY_') && value !== ''));
  const parsed = environmentSchema.safeParse(set);
  if (parsed.success) return ok(parsed.data);
  return fail(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${explained(issue, set)}`));
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
    trustProxy: settings.RELAY_TRUST_PROXY === 'yes',
  };
}

function explained(issue: z.core.$ZodIssue, set: Readonly<Record<string, unknown>>): string {
  return Object.hasOwn(set, String(issue.path[0])) ? issue.message : 'is missing';
}
