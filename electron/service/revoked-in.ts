import { jsonOf } from '#shared/lib/json-of.ts';

type Word = 'active' | 'revoked';
type Members = Readonly<Record<string, unknown>>;

/** Members in which APIs often wrap the record itself. */
const CONTAINERS = new Set(['data', 'integration']);
const STATE_NAMES = new Set(['status', 'state', 'integrationstatus', 'integrationstate', 'connectionstatus', 'connectionstate']);
const ACTIVE_NAMES = new Set(['active', 'isactive', 'valid', 'isvalid']);
const REVOKED_NAMES = new Set(['revoked', 'isrevoked']);
const DATE_NAMES = new Set(['revokedat', 'revokedon', 'revokeddate', 'revokeddatetime', 'revocationdate', 'revocationdatetime']);

/** Years outside this range are what programs write for "never": 0001, 1970, 9999. */
const YEAR_MIN = 2000;
const YEAR_MAX = 2200;

/**
 * Whether the body of a 2xx of the status route says that the integration is revoked (§ Integration status; C8). The contract does not show its
 * members, so they are looked for by name and value. Anything not understood is ignored, and a single word that it is active outweighs all others:
 * a working connection must not be paused on a guess.
 */
export function isRevokedIn(body: Uint8Array): boolean {
  const json = jsonOf(body);
  if (!isMembers(json)) return false;
  const nested = Object.entries(json).flatMap(([name, value]) => (CONTAINERS.has(letters(name)) && isMembers(value) ? [value] : []));
  const words = [json, ...nested].flatMap((members) => Object.entries(members).map(([name, value]) => wordOf(letters(name), value)));
  return words.includes('revoked') && !words.includes('active');
}

function wordOf(name: string, value: unknown): Word | null {
  if (STATE_NAMES.has(name)) return typeof value === 'string' ? stateOf(value) : null;
  if (ACTIVE_NAMES.has(name)) return typeof value === 'boolean' ? (value ? 'active' : 'revoked') : null;
  if (REVOKED_NAMES.has(name)) return typeof value === 'boolean' ? (value ? 'revoked' : 'active') : null;
  return DATE_NAMES.has(name) && isDate(value) ? 'revoked' : null;
}

/** `REVOKED_BY_CLIENT` begins with the word; `NOT_REVOKED` and `revocation pending` do not. */
function stateOf(text: string): Word | null {
  const state = letters(text);
  if (state.startsWith('revoked') || state === 'expired') return 'revoked';
  return state === 'active' || state === 'valid' || state === 'enabled' ? 'active' : null;
}

/** ISO 8601, or seconds or milliseconds since 1970. */
function isDate(value: unknown): boolean {
  const year = typeof value === 'string' ? new Date(value).getUTCFullYear() : yearOf(value);
  return year >= YEAR_MIN && year < YEAR_MAX;
}

function yearOf(value: unknown): number {
  if (typeof value !== 'number') return Number.NaN;
  const inSeconds = new Date(value * 1_000).getUTCFullYear();
  return inSeconds < YEAR_MAX ? inSeconds : new Date(value).getUTCFullYear();
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}
