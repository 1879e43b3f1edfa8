import { tokenAnswerSchema, tokenErrorSchema } from '../contract/answers.ts';
import { FORM_TYPE, joinUrl, JSON_TYPE, TOKEN_PATH } from '../contract/routes.ts';
import { ANSWER_BYTES_MAX } from '../contract/limits.ts';
import { SECOND_MS } from '../lib/duration.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { utf8 } from '../lib/bytes.ts';
import type { Http, HttpAnswer } from '../ports/http.ts';
import { jsonOf } from '../lib/json-of.ts';
import type { AccessToken, TokenFault } from './token-cache.ts';

export type ClientCredentials = {
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
};

/** An authorization server that takes longer counts as unreachable; the callers try again. */
const TIMEOUT_MS = 15 * SECOND_MS;

/** Obtains a token by client credentials (§ Partner token; errors in OAuth style, C6). */
export async function requestToken(http: Http, credentials: ClientCredentials): Promise<Result<AccessToken, TokenFault>> {
  const answer = await http.send({
    method: 'POST',
    url: joinUrl(credentials.authUrl, TOKEN_PATH),
    headers: { 'content-type': FORM_TYPE, accept: JSON_TYPE },
    body: [utf8(form(credentials))],
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  });
  if (!answer.ok) return fail({ kind: 'unreachable', code: answer.failure.code, http: answer.failure });
  if (answer.value.status === 200) return granted(answer.value);
  return fail(refusal(answer.value));
}

function form(credentials: ClientCredentials): string {
  const fields: readonly (readonly [string, string])[] = [
    ['grant_type', 'client_credentials'],
    ['client_id', credentials.clientId],
    ['client_secret', credentials.clientSecret],
    ...(credentials.scope === '' ? [] : [['scope', credentials.scope] as const]),
  ];
  return fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

function granted(answer: HttpAnswer): Result<AccessToken, TokenFault> {
  const parsed = tokenAnswerSchema.safeParse(jsonOf(answer.body));
  if (!parsed.success) return fail({ kind: 'unreachable', code: 'not-a-token' });
  if (parsed.data.token_type.toLowerCase() !== 'bearer') return fail({ kind: 'unreachable', code: 'not-a-bearer-token' });
  return ok({ value: parsed.data.access_token, expiresInSeconds: parsed.data.expires_in });
}

/** Only an answer in OAuth's own format, or a plain 401, says something about the credentials; a proxy's page does not. */
function refusal(answer: HttpAnswer): TokenFault {
  const { status } = answer;
  const error = tokenErrorSchema.safeParse(jsonOf(answer.body));
  if (status === 400 || status === 401 || status === 403) {
    if (error.success) return { kind: 'refused', code: errorCode(error.data.error, status) };
    if (status === 401) return { kind: 'refused', code: `http-${status}` };
  }
  return { kind: 'unreachable', code: `http-${status}` };
}

/** The server's word goes into logs, so it must look like an OAuth code. */
function errorCode(word: string, status: number): string {
  return /^[a-z_]{1,40}$/.test(word) ? word : `http-${status}`;
}
