import { ANSWER_BYTES_MAX } from '../contract/limits.ts';
import { JSON_TYPE } from '../contract/headers.ts';
import { SECOND_MS } from '../lib/duration.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { Http, HttpAnswer } from '../ports/http.ts';
import { jsonOf } from '../lib/json-of.ts';
import { keysOf, type VerifierOf } from './rsa-keys.ts';

/** Checks the RS512 signature of a compact JWS. The key object is kept: making one per call costs more than the check. */
export type VerifyKey = (compact: string) => boolean | Promise<boolean>;

/** `unknown-kid`: the key set was read and has no such key. `unreachable`: it could not be read; try again. */
export type KeyFault = { readonly kind: 'unknown-kid' | 'unreachable' };

export type KeySource = { key(kid: string): Promise<Result<VerifyKey, KeyFault>> };

export type JwksCache = KeySource & {
  /** Whether the key set was ever read, or can be now. */
  wasRead(): Promise<boolean>;
  /** Reads the key set now, unless it cannot be read just so. */
  refresh(): Promise<boolean>;
};

export type JwksOptions = {
  readonly http: Http;
  readonly clock: Clock;
  readonly jwksUrl: string;
  /** For a service that wants a Bearer here too: tried once after 401 or 403 (decision 4). */
  readonly token?: () => Promise<Result<string, unknown>>;
  /** What checks a signature, where the platform has something faster than the library. */
  readonly verifierOf?: VerifierOf;
  /** Keys that were read before, in an earlier run, and where to keep what is read now: public keys alone. */
  readonly kept?: { readonly keys: () => readonly unknown[]; readonly keep: (set: unknown) => void };
};

/** Within 10 s the service wants its answer to a webhook, and the store needs some of them. */
const TIMEOUT_MS = 4 * SECOND_MS;
/** Who sends invented kids makes us read the set so often at most. */
const COOL_DOWN_MS = 30 * SECOND_MS;
/** A set that could not be read is tried again sooner, but not by every webhook of a burst. */
const FAILURE_COOL_DOWN_MS = SECOND_MS;
/** Invented kids that one reading is remembered to lack. */
const MISSING_MAX = 1_000;
/** Keys kept for good: decades of monthly rotation. */
const KEYS_MAX = 1_000;

/**
 * Keys of `{jwks_url}` by `kid` (decision 25): RSA of at least 2,048 bits only; an unknown kid refetches at most once
 * in the cool-down; a key that was seen once is kept for good, since events signed by it may still come.
 */
export function jwksCache(options: JwksOptions): JwksCache {
  const { clock } = options;
  const keys = new Map<string, VerifyKey>();
  const missing = new Set<string>();
  let read = false;
  let nextMs = 0;
  let flight: Promise<boolean> | null = null;
  let loaded: Promise<void> | null = null;

  const refetched = async (): Promise<boolean> => {
    if (!(await readInto(options, keys))) {
      nextMs = clock.monotonicMs() + FAILURE_COOL_DOWN_MS;
      return false;
    }
    // The first reading starts no cool-down: nobody has asked for an unknown kid yet.
    if (read) nextMs = clock.monotonicMs() + COOL_DOWN_MS;
    read = true;
    missing.clear();
    return true;
  };
  const refetch = (): Promise<boolean> => {
    flight ??= refetched().finally(() => {
      flight = null;
    });
    return flight;
  };

  return {
    async key(kid) {
      if (options.kept !== undefined) await (loaded ??= load(options, keys));
      const known = keys.get(kid);
      if (known !== undefined) return ok(known);
      if (missing.has(kid)) {
        if (clock.monotonicMs() < nextMs) return fail({ kind: 'unknown-kid' });
      } else if (flight === null && clock.monotonicMs() < nextMs) return fail({ kind: 'unreachable' });
      // A reading under way may have begun before this key was published, but the next one is soon.
      if (!(await refetch())) return fail({ kind: 'unreachable' });
      const found = keys.get(kid);
      if (found !== undefined) return ok(found);
      if (missing.size < MISSING_MAX) missing.add(kid);
      return fail({ kind: 'unknown-kid' });
    },
    async wasRead() {
      if (read) return true;
      if (flight === null && clock.monotonicMs() < nextMs) return false;
      return refetch();
    },
    refresh: async () => (flight === null && clock.monotonicMs() < nextMs ? read : refetch()),
  };
}

async function load(options: JwksOptions, keys: Map<string, VerifyKey>): Promise<void> {
  for (const [kid, key] of await keysOf({ keys: options.kept?.keys() ?? [] }, options.verifierOf)) keys.set(kid, key);
}

async function readInto(options: JwksOptions, keys: Map<string, VerifyKey>): Promise<boolean> {
  const set = await keySet(options);
  if (set === null) return false;
  options.kept?.keep(set);
  for (const [kid, key] of await keysOf(set, options.verifierOf)) if (keys.has(kid) || keys.size < KEYS_MAX) keys.set(kid, key);
  return true;
}

async function keySet(options: JwksOptions): Promise<unknown> {
  const plain = await get(options, null);
  if (plain === null) return null;
  if (plain.status === 200) return jsonOf(plain.body) ?? null;
  if ((plain.status !== 401 && plain.status !== 403) || options.token === undefined) return null;
  const token = await options.token();
  if (!token.ok) return null;
  const authorized = await get(options, token.value);
  return authorized?.status === 200 ? (jsonOf(authorized.body) ?? null) : null;
}

async function get(options: JwksOptions, token: string | null): Promise<HttpAnswer | null> {
  const answer = await options.http.send({
    method: 'GET',
    url: options.jwksUrl,
    headers: { accept: JSON_TYPE, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  });
  return answer.ok ? answer.value : null;
}
