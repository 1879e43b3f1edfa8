import { MINUTE_MS } from '#shared/lib/duration.ts';
import { isSameSecret } from '#shared/node/is-same-secret.ts';
import type { World } from '#shared/ports/world.ts';
import { findBySecret, freshSecret, hashOf, type KeptByHash } from './kept-by-hash.ts';
import { createSignedIn, type Session } from './signed-in.ts';

/** Addresses that were asked for and not yet opened; the oldest goes first. */
const TOKENS_MAX = 4;
/** Long enough to copy an address into a browser, too short for one that is found in a terminal's history. */
const TOKEN_MS = 10 * MINUTE_MS;

/** What a tab shows when it signs in. */
export type SignIn = {
  readonly token: string;
  readonly userAgent: string | null;
  /** The secret of the session that this tab has had until now. */
  readonly former: string | null;
};

/**
 * Who may call: windows that exchanged a one-time token for a session, and the command line of the same user, who can
 * read the profile. Lives and dies with the host; only hashes are kept.
 */
export type Sessions = {
  /** For the address that the start prints: good once and for ten minutes, and pushed out by no other. */
  startToken(): string;
  /** For the fragment of another address, that a person asks for: good once and for ten minutes. */
  issueToken(): string;
  /** The secret of a new session, which ends the former one of its tab; or null for a token that is unknown, used or too old. */
  signIn(wanted: SignIn): string | null;
  /** The session of this secret, which is in use then; one that was not for twelve hours, or is seven days old, has ended. */
  use(secret: string | null): Session | null;
  /** The oldest first. */
  all(): readonly Session[];
  /** Whether there was one of this id. */
  end(id: string): boolean;
  /** How many there were. Addresses that nobody has opened yet open nothing any more. */
  endAll(but: Session | null): number;
  /** Nothing ends by itself any more: the host does. */
  close(): void;
  readonly commandKey: string;
  isCommandKey(key: string): boolean;
};

/** `untilMs` by the clock that nobody sets. */
type Token = KeptByHash & { readonly untilMs: number };

export function createSessions(by: Pick<World, 'random' | 'clock' | 'log'>): Sessions {
  const { random, clock } = by;
  const started: Token[] = [];
  const tokens: Token[] = [];
  const signedIn = createSignedIn(by);
  const commandKey = freshSecret(random);
  const issue = (among: Token[], most: number): string => {
    const secret = freshSecret(random);
    among.push({ hash: hashOf(secret), untilMs: clock.monotonicMs() + TOKEN_MS });
    if (among.length > most) among.shift();
    return secret;
  };
  const take = (among: Token[], secret: string): boolean => {
    const one = findBySecret(among, secret);
    if (one === undefined) return false;
    among.splice(among.indexOf(one), 1);
    return one.untilMs > clock.monotonicMs();
  };
  const endEach = (ending: readonly Session[]): number => {
    for (const session of ending) signedIn.end(session, 'signed-out');
    return ending.length;
  };
  return {
    commandKey,
    isCommandKey: (key) => isSameSecret(key, commandKey),
    startToken: () => issue(started, 1),
    issueToken: () => issue(tokens, TOKENS_MAX),
    signIn: ({ token, userAgent, former }) => {
      if (!take(started, token) && !take(tokens, token)) return null;
      const replaced = former === null ? null : signedIn.use(former);
      if (replaced !== null) signedIn.end(replaced, 'replaced');
      return signedIn.begin(userAgent);
    },
    use: (secret) => (secret === null ? null : signedIn.use(secret)),
    all: () => signedIn.all(),
    end: (id) => endEach(signedIn.all().filter((session) => session.id === id)) > 0,
    endAll: (but) => {
      for (const among of [started, tokens]) among.length = 0;
      return endEach(signedIn.all().filter(({ id }) => id !== but?.id));
    },
    close: () => signedIn.close(),
  };
}
