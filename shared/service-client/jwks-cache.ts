import { singleFlight } from '../async/single-flight.ts';
import { SECOND_MS } from '../lib/duration.ts';
import type { Clock } from '../ports/world.ts';
import { joseVerifierOf, type VerifierOf } from './jose-verifier.ts';
import { type KeptKey, type KeyBook, keyBookInMemory, keyRing, type KeyVerdict } from './key-ring.ts';
import { ANSWER_BYTES_MAX } from '../contract/limits.ts';
import { JSON_TYPE } from '../contract/routes.ts';
import { jsonOf } from '../lib/json-of.ts';
import type { Result } from '../lib/result.ts';
import type { Sha256 } from '../lib/digest.ts';
import type { Http, HttpAnswer } from '../ports/http.ts';
import { type PublishedKey, publishedKeys } from './rsa-keys.ts';

export type KeySource = {
  /** `unknown-key`: a fresh reading of the key set has no such key. `unsure`: the key set cannot be read; try again. */
  check(kid: string, compact: string): Promise<KeyVerdict | { readonly kind: 'unsure' }>;
};

export type JwksCache = KeySource & {
  /** Whether there is a key to verify with: one that is stored, or that can be read now. */
  wasRead(): Promise<boolean>;
  /** Reads the key set now, unless a reading failed a moment ago; true on success. */
  refresh(): Promise<boolean>;
};

export type JwksOptions = JwksAt & {
  readonly clock: Clock;
  /** Checks signatures where the platform has something faster than the library. */
  readonly verifierOf?: VerifierOf;
  /** Where keys are stored across restarts; in memory by default. */
  readonly book?: KeyBook;
  /** How long a key counts after it left the set; for ever by default. */
  readonly departedCountsMs?: number;
};

/** The shortest interval between readings, however many invented kids, or bad signatures under known ones, arrive. */
const COOL_DOWN_MS = 30 * SECOND_MS;
/** A failed reading is retried sooner, but not by every webhook of a burst. */
const FAILURE_COOL_DOWN_MS = SECOND_MS;
/** Another process may have distrusted a key, so the stored keys are read again at this interval, if there is something to verify. */
const LOOK_EVERY_MS = SECOND_MS;

/**
 * Keys of `{jwks_url}` (C25), stored by thumbprint. The set is read again for an unknown `kid`, and if every known key of a
 * `kid` fails (its key may have been replaced), both at most once per cool-down: a reading younger than that counts as fresh.
 */
export function jwksCache(options: JwksOptions): JwksCache {
  return new Cache(options);
}

class Cache implements JwksCache {
  readonly #options: JwksOptions;
  readonly #book: KeyBook;
  readonly #ring;
  #kept: readonly KeptKey[] | null = null;
  /** Counts the good readings. */
  #readings = 0;
  #lookAtMs = 0;
  #freshUntilMs = 0;
  #failedUntilMs = 0;
  readonly #look = singleFlight(() => this.#lookAtBook());
  readonly #reading = singleFlight(() => this.#read());

  constructor(options: JwksOptions) {
    this.#options = options;
    this.#book = options.book ?? keyBookInMemory();
    this.#ring = keyRing(options.verifierOf ?? joseVerifierOf, (key) => this.#counts(key));
  }

  async check(kid: string, compact: string): ReturnType<KeySource['check']> {
    if (!(await this.#looked())) return { kind: 'unsure' };
    const before = this.#readings;
    const first = await this.#ring.check(kid, compact);
    if (isFinal(first)) return first;
    const isFresh = await this.#readOnDemand();
    const verdict = this.#readings === before ? first : await this.#ring.check(kid, compact);
    return verdict.kind === 'unknown-key' && !isFresh ? { kind: 'unsure' } : verdict;
  }

  async wasRead(): Promise<boolean> {
    if ((await this.#looked()) && this.#kept?.some((key) => key.distrustedAt === null && this.#counts(key)) === true) return true;
    return this.refresh();
  }

  async refresh(): Promise<boolean> {
    return this.#reading();
  }

  /** Whether the newest good reading is fresh, after another one if it is due. */
  async #readOnDemand(): Promise<boolean> {
    if (this.#now() < this.#freshUntilMs) return true;
    const isFirst = this.#readings === 0;
    if (!(await this.refresh())) return false;
    // The first reading starts no cool-down, nor does a scheduled one: a key that was published since may be requested at once.
    if (!isFirst) this.#freshUntilMs = this.#now() + COOL_DOWN_MS;
    return true;
  }

  async #read(): Promise<boolean> {
    if (this.#now() < this.#failedUntilMs) return false;
    const published = await readJwks(this.#options);
    const kept = published === null ? null : await this.#book.noteReading(published, this.#options.clock.wallMs());
    if (kept === null) {
      this.#failedUntilMs = this.#now() + FAILURE_COOL_DOWN_MS;
      return false;
    }
    this.#hold(kept);
    this.#readings += 1;
    return true;
  }

  /** Whether the stored keys are known; a failed look leaves what was known before. */
  async #looked(): Promise<boolean> {
    if (this.#kept !== null && this.#now() < this.#lookAtMs) return true;
    // In a burst, one caller waits for the look; the others continue with what is known.
    this.#lookAtMs = this.#now() + LOOK_EVERY_MS;
    return this.#look();
  }

  async #lookAtBook(): Promise<boolean> {
    const before = this.#readings;
    const kept = await this.#book.keys();
    // If a reading finished meanwhile, its keys are newer.
    if (kept !== null && this.#readings === before) this.#hold(kept);
    return this.#kept !== null;
  }

  #hold(kept: readonly KeptKey[]): void {
    this.#kept = kept;
    this.#ring.hold(kept);
  }

  #counts({ departedAt }: KeptKey): boolean {
    const { departedCountsMs, clock } = this.#options;
    return departedAt === null || departedCountsMs === undefined || clock.wallMs() - departedAt < departedCountsMs;
  }

  #now(): number {
    return this.#options.clock.monotonicMs();
  }
}

/** Whether another reading could not change the verdict. */
function isFinal(verdict: KeyVerdict): boolean {
  return verdict.kind === 'verified' || (verdict.kind === 'forged' && verdict.code === 'distrusted-key');
}

type JwksAt = {
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
async function readJwks(at: JwksAt): Promise<readonly PublishedKey[] | null> {
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
