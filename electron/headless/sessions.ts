import { createHash, timingSafeEqual } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { isSameSecret } from '#shared/node/is-same-secret.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Random } from '#shared/ports/random.ts';

/** 192 bits: nobody guesses one, at any speed. */
const SECRET_BYTES = 24;
/** One person with a few tabs in a few browsers; the oldest goes first. */
const SESSIONS_MAX = 16;
/** Addresses that were asked for and not yet opened; the oldest goes first. */
const TOKENS_MAX = 4;
/** Long enough to copy an address into a browser, too short for one that is found in a terminal's history. */
const TOKEN_MS = 10 * MINUTE_MS;
/** A window that nobody looked at for longer than a working day. */
const IDLE_MS = 12 * HOUR_MS;

/**
 * Who may call: windows that exchanged a one-time token for a session, and the command line of the same user, who can
 * read the profile. Lives and dies with the host; only hashes are kept.
 */
export type Sessions = {
  /** For the address that the start prints: good once and for ten minutes, and pushed out by no other. */
  startToken(): string;
  /** For the fragment of another address, that a person asks for: good once and for ten minutes. */
  issueToken(): string;
  /** The secret of a new session, or null for a token that is unknown, used or too old. */
  exchange(token: string): string | null;
  /** Whether this is the secret of a session, which is in use then; one that was not for twelve hours has ended. */
  knows(secret: string | null): boolean;
  readonly commandKey: string;
  isCommandKey(key: string): boolean;
};

/** `untilMs` by the clock that nobody sets. */
type Kept = { readonly hash: Buffer; untilMs: number };

export function createSessions(random: Random, clock: Pick<Clock, 'monotonicMs'>): Sessions {
  const started: Kept[] = [];
  const tokens: Kept[] = [];
  const sessions: Kept[] = [];
  const commandKey = secretOf(random);
  const issue = (among: Kept[], most: number, forMs: number): string => {
    const secret = secretOf(random);
    among.push({ hash: hash(secret), untilMs: clock.monotonicMs() + forMs });
    if (among.length > most) among.shift();
    return secret;
  };
  const take = (among: Kept[], secret: string): boolean => {
    const one = find(among, secret);
    if (one === undefined) return false;
    among.splice(among.indexOf(one), 1);
    return one.untilMs > clock.monotonicMs();
  };
  return {
    commandKey,
    isCommandKey: (key) => isSameSecret(key, commandKey),
    startToken: () => issue(started, 1, TOKEN_MS),
    issueToken: () => issue(tokens, TOKENS_MAX, TOKEN_MS),
    exchange: (token) => (take(started, token) || take(tokens, token) ? issue(sessions, SESSIONS_MAX, IDLE_MS) : null),
    knows: (secret) => {
      const now = clock.monotonicMs();
      const session = find(sessions, secret ?? '');
      if (session === undefined || session.untilMs <= now) return false;
      session.untilMs = now + IDLE_MS;
      return true;
    },
  };
}

function secretOf(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
}

/** Looks at all of them: the time it takes tells nothing about which one it was. */
function find(among: readonly Kept[], secret: string): Kept | undefined {
  const wanted = hash(secret);
  let found: Kept | undefined;
  for (const one of among) if (timingSafeEqual(one.hash, wanted)) found = one;
  return found;
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
