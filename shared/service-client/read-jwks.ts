import { ANSWER_BYTES_MAX } from '../contract/limits.ts';
import { JSON_TYPE } from '../contract/headers.ts';
import { SECOND_MS } from '../lib/duration.ts';
import { jsonOf } from '../lib/json-of.ts';
import type { Result } from '../lib/result.ts';
import type { Sha256 } from '../lib/sha256.ts';
import type { Http, HttpAnswer } from '../ports/http.ts';
import { type PublishedKey, publishedKeys } from './rsa-keys.ts';

export type JwksAt = {
  readonly http: Http;
  readonly jwksUrl: string;
  readonly sha256: Sha256;
  /** For a service that requires a Bearer here too: tried once after 401 or 403 (C4). */
  readonly token?: () => Promise<Result<string, unknown>>;
};

/** The service expects its answer to a webhook within 10 s, of which the store needs some. */
const TIMEOUT_MS = 4 * SECOND_MS;

/**
 * One reading of `{jwks_url}`: the keys that may verify webhooks. Null if it is not a good reading: no answer, a status other than 200, not a
 * key set, or a set without any such key. A service without a key signs nothing, so an empty set is a mishap and says nothing about its keys.
 */
export async function readJwks(at: JwksAt): Promise<readonly PublishedKey[] | null> {
  const answer = await keySet(at);
  const published = answer?.status === 200 ? publishedKeys(jsonOf(answer.body), at.sha256) : [];
  return published.length === 0 ? null : published;
}

async function keySet(at: JwksAt): Promise<HttpAnswer | null> {
  const plain = await get(at, null);
  if (plain === null || (plain.status !== 401 && plain.status !== 403) || at.token === undefined) return plain;
  const token = await at.token();
  return token.ok ? get(at, token.value) : null;
}

async function get({ http, jwksUrl }: JwksAt, token: string | null): Promise<HttpAnswer | null> {
  const answer = await http.send({
    method: 'GET',
    url: jwksUrl,
    headers: { accept: JSON_TYPE, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  });
  return answer.ok ? answer.value : null;
}
