import { type InstallationChange, installationChangeSchema } from '#shared/app-api/installation.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';

/** What is wrong with a pasted configuration; `member` is the first wrong one. */
export type ConfigurationFault = { readonly kind: 'json' | 'empty' } | { readonly kind: 'member'; readonly member: string };

/** A null address in the configuration counts as absent. */
const placeSchema = installationChangeSchema.pick({ relayUrl: true, service: true });

/** Reads the configuration of an installation; ignores members it does not know. */
export function readInstallation(text: string): Result<Pick<InstallationChange, 'relayUrl' | 'service'>, ConfigurationFault> {
  const json = jsonOf(text);
  if (json === undefined) return fail({ kind: 'json' });
  const read = placeSchema.safeParse(withoutNulls(json));
  if (!read.success) {
    const path = read.error.issues[0]?.path ?? [];
    return path.length === 0 ? fail({ kind: 'empty' }) : fail({ kind: 'member', member: path.join('.') });
  }
  return read.data.relayUrl === undefined && read.data.service === undefined ? fail({ kind: 'empty' }) : ok(read.data);
}

export function isSetUp(settings: Settings): boolean {
  return settings.relayUrl !== null && settings.service !== null;
}

function withoutNulls(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}
