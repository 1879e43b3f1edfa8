import { REVOKED_REASONS, REVOKING_CODES, type RevokingCode } from '#shared/contract/answers.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import { HEALTH_PATH, integrationPath, joinUrl } from '#shared/contract/routes.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import type { ConnectionCheck } from '#shared/domain/connection.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Http, HttpAnswer } from '#shared/ports/http.ts';
import type { TokenFault, TokenSource } from '#shared/service-client/token-cache.ts';
import { jsonOf } from '#shared/lib/json-of.ts';

export type CheckDeps = { readonly http: Http; readonly tokens: TokenSource; readonly profile: () => ServiceProfile | null };

const TIMEOUT_MS = 20 * SECOND_MS;
/** Statuses by which the status route says that the integration no longer exists (C7). */
const GONE = new Set([401, 404, 410]);

/**
 * The ladder of C7: is the token good (health), then is the integration (status). Always two steps, at most one
 * fresh token, never a loop. It does not prove that the secret is right: the status route may not look at the secret.
 */
export function checkConnection(deps: CheckDeps): (of: { integrationId: IntegrationId; secret: string }) => Promise<ConnectionCheck> {
  return async ({ integrationId, secret }) => {
    const profile = deps.profile();
    if (profile === null) return { kind: 'unknown', where: 'service', code: 'not-set-up' };
    const healthy = await health(deps, profile);
    if (!healthy.ok) return healthy.failure;
    const status = await get(deps, joinUrl(profile.baseUrl, integrationPath(integrationId)), {
      authorization: `Bearer ${healthy.value}`,
      [profile.apiKeyHeader]: secret,
    });
    if (!status.ok) return status.failure;
    return ofStatus(status.value);
  };
}

function ofStatus(answer: HttpAnswer): ConnectionCheck {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess && !isRevokedIn(answer.body)) return { kind: 'valid' };
  if (isSuccess || GONE.has(answer.status)) return { kind: 'invalid', reason: reasonIn(answer.body), status: answer.status };
  return { kind: 'unknown', where: 'service', code: `status-${answer.status}` };
}

/** A token that the health route accepted, or what its refusal means. */
async function health(deps: CheckDeps, profile: ServiceProfile): Promise<Result<string, ConnectionCheck>> {
  for (const last of [false, true]) {
    const token = await deps.tokens.token();
    if (!token.ok) return fail(ofToken(token.failure));
    const answer = await get(deps, joinUrl(profile.baseUrl, HEALTH_PATH), { authorization: `Bearer ${token.value}` });
    if (!answer.ok) return answer;
    const { status } = answer.value;
    // Only the documented 204 counts: a 200 here is a captive portal's page, which would also answer the next request.
    if (status === 204) return ok(token.value);
    if (status !== 401) return fail({ kind: 'unknown', where: 'service', code: `health-${status}` });
    deps.tokens.distrust(token.value);
    if (last) break;
  }
  return fail({ kind: 'partner' });
}

function ofToken({ own, code, kind }: TokenFault): ConnectionCheck {
  return own === true && kind === 'refused' ? { kind: 'own-credentials' } : { kind: 'unknown', where: 'relay', code };
}

async function get(deps: CheckDeps, url: string, headers: Record<string, string>): Promise<Result<HttpAnswer, ConnectionCheck>> {
  const sent = await deps.http.send({ method: 'GET', url, headers, timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX });
  return sent.ok ? sent : fail({ kind: 'unknown', where: 'service', code: sent.failure.code });
}

/** Searches the whole text loosely: the contract does not show the shape of this answer, only three phrases in it. */
function reasonIn(body: Uint8Array): RevokingCode | null {
  const text = letters(new TextDecoder().decode(body));
  return REVOKING_CODES.find((code) => text.includes(letters(REVOKED_REASONS[code])) || text.includes(letters(code))) ?? null;
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}

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
