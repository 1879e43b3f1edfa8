import type { InstallationChange } from '#shared/app-api/installation.ts';
import { installationChangeSchema } from '../../link/schemas.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';

/** What is wrong with a pasted configuration; `member` is the first wrong one, or `missing`: the one without which nothing works. */
export type ConfigurationFault = { readonly kind: 'json' | 'empty' } | { readonly kind: 'member' | 'missing'; readonly member: string };

/** A null address in the configuration counts as absent. */
const placeSchema = installationChangeSchema.pick({ relayUrl: true, service: true });

/** The addresses that are set already, which a configuration need not name again. */
type Set = Pick<Settings, 'relayUrl' | 'service'>;

/** Reads the configuration of an installation; ignores members it does not know. */
export function readInstallation(text: string, before: Set): Result<Pick<InstallationChange, 'relayUrl' | 'service'>, ConfigurationFault> {
  const json = jsonOf(text);
  if (json === undefined) return fail({ kind: 'json' });
  const read = placeSchema.safeParse(withoutNulls(json));
  if (!read.success) {
    const path = read.error.issues[0]?.path ?? [];
    return path.length === 0 ? fail({ kind: 'empty' }) : fail({ kind: 'member', member: path.join('.') });
  }
  if (read.data.relayUrl === undefined && read.data.service === undefined) return fail({ kind: 'empty' });
  const missing = (['relayUrl', 'service'] as const).find((member) => read.data[member] === undefined && before[member] === null);
  return missing === undefined ? ok(read.data) : fail({ kind: 'missing', member: missing });
}

export function isSetUp(settings: Settings): boolean {
  return settings.relayUrl !== null && settings.service !== null;
}

function withoutNulls(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}
