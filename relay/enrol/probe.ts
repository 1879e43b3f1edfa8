import { ERROR_CODES, problemSchema } from '#shared/contract/answers.ts';
import { JSON_TYPE } from '#shared/contract/headers.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import { HEALTH_PATH, importPath, integrationPath, joinUrl } from '#shared/contract/routes.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import type { HttpAnswer, HttpRequest } from '#shared/ports/http.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import type { RelayCore } from '../relay-core.ts';

/**
 * `passes` the service accepted the secret · `fails` it rejected it · `absent` there is no such route or integration · `silent` the
 * answer says nothing about the secret · `unreachable` no answer now.
 */
export type Probe = 'passes' | 'fails' | 'absent' | 'silent' | 'unreachable';

export type ProbeCaller = { readonly integrationId: IntegrationId; readonly secret: string; readonly token: string };

export type ProbeDeps = Pick<RelayCore, 'config' | 'http' | 'stop'>;

export type Rung = { readonly name: string; probe(core: ProbeDeps, caller: ProbeCaller): Promise<Probe> };

/** The desktop waits 60 s for a proof, which takes five requests, most of them fast. */
const TIMEOUT_MS = 8 * SECOND_MS;

/** The contract documents 400 with the right secret and 401 with a wrong one; nothing is created (§ Entries route). */
const EMPTY_ENTRIES = JSON.stringify({ entries: { data: { lines: [] } } });

const status: Rung = {
  name: 'status',
  async probe(core, caller) {
    const answer = await ask(core, caller, { method: 'GET', url: joinUrl(core.config.baseUrl, integrationPath(caller.integrationId)) });
    if (answer === null) return 'unreachable';
    if (answer.status < 200 || answer.status >= 300) return judged(answer.status);
    // The contract does not show the body. A page from an intermediary, which may answer occasionally, is not the service's answer.
    return answer.body.byteLength === 0 || jsonOf(answer.body) !== undefined ? 'passes' : 'silent';
  },
};

const entries: Rung = {
  name: 'entries',
  async probe(core, caller) {
    const url = joinUrl(core.config.baseUrl, importPath(caller.integrationId, 'entries'));
    const answer = await ask(core, caller, { method: 'POST', url, body: [utf8(EMPTY_ENTRIES)] });
    if (answer === null) return 'unreachable';
    if (answer.status !== 400) return judged(answer.status);
    const problem = problemSchema.safeParse(jsonOf(answer.body));
    return problem.success && problem.data.errorCode === ERROR_CODES.validation ? 'passes' : 'silent';
  },
};

export const RUNGS: readonly Rung[] = [status, entries];

/** Whether a 401 was about our own token: the health route needs nothing else (C7). Unknown counts as no. */
export async function isTokenStale(core: ProbeDeps, token: string): Promise<boolean> {
  const answer = await core.http.send({
    method: 'GET',
    url: joinUrl(core.config.baseUrl, HEALTH_PATH),
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  });
  return answer.ok && answer.value.status === 401;
}

function judged(code: number): Probe {
  if (code === 401 || code === 403) return 'fails';
  if (code === 404 || code === 410) return 'absent';
  return code === 408 || code === 425 || code === 429 || code >= 500 ? 'unreachable' : 'silent';
}

async function ask(core: ProbeDeps, caller: ProbeCaller, what: Pick<HttpRequest, 'method' | 'url' | 'body'>): Promise<HttpAnswer | null> {
  const answer = await core.http.send({
    ...what,
    headers: {
      authorization: `Bearer ${caller.token}`,
      [core.config.apiKeyHeader]: caller.secret,
      accept: JSON_TYPE,
      ...(what.body === undefined ? {} : { 'content-type': JSON_TYPE }),
    },
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    stop: core.stop,
  });
  return answer.ok ? answer.value : null;
}
