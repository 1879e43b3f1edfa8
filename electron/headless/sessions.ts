import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '#shared/ports/random.ts';

/** 192 bits: nobody guesses one, at any speed. */
const SECRET_BYTES = 24;
/** One person with a few tabs in a few browsers; the oldest goes first. */
const SESSIONS_MAX = 16;
/** Addresses that were asked for and not yet opened; the oldest goes first. */
const TOKENS_MAX = 4;

/**
 * Who may call: windows that exchanged a one-time token for a session, and the command line of the same user, who can
 * read the profile. Lives and dies with the host; only hashes are kept.
 */
export type Sessions = {
  /** Of the address that the start prints: good once, and pushed out by no other. */
  readonly startToken: string;
  /** For the fragment of another address, that a person asks for: good once. */
  issueToken(): string;
  /** The secret of a new session, or null for a token that is unknown or used. */
  exchange(token: string): string | null;
  /** Whether this is the secret of a session. */
  knows(secret: string | null): boolean;
  readonly commandKey: string;
  isCommandKey(key: string): boolean;
};

export function createSessions(random: Random): Sessions {
  const tokens: Buffer[] = [];
  const sessions: Buffer[] = [];
  const secret = () => Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
  const commandKey = secret();
  const startToken = secret();
  let started: readonly Buffer[] = [hash(startToken)];
  const isTaken = (token: string): boolean => {
    const isStart = find(started, token) >= 0;
    if (isStart) started = [];
    const at = find(tokens, token);
    if (at >= 0) tokens.splice(at, 1);
    return isStart || at >= 0;
  };

  return {
    commandKey,
    startToken,
    isCommandKey: (key) => timingSafeEqual(hash(key), hash(commandKey)),
    issueToken: () => {
      const token = secret();
      keep(tokens, token, TOKENS_MAX);
      return token;
    },
    exchange: (token) => {
      if (!isTaken(token)) return null;
      const session = secret();
      keep(sessions, session, SESSIONS_MAX);
      return session;
    },
    knows: (session) => find(sessions, session ?? '') >= 0,
  };
}

function keep(kept: Buffer[], secret: string, most: number): void {
  kept.push(hash(secret));
  if (kept.length > most) kept.shift();
}

/** Looks at all of them: the time it takes tells nothing about which one it was. */
function find(kept: readonly Buffer[], secret: string): number {
  const wanted = hash(secret);
  let found = -1;
  for (const [at, one] of kept.entries()) if (timingSafeEqual(one, wanted)) found = at;
  return found;
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
