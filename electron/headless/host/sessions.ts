import { MINUTE_MS } from '#shared/lib/duration.ts';
import { isSameSecret } from '#shared/node/digest.ts';
import type { World } from '#shared/ports/world.ts';
import { findBySecret, freshSecret, hashOf, type KeptByHash } from './window-files.ts';
import { createSignedIn, type Session } from './signed-in.ts';

/** Addresses that were requested and not opened yet; beyond this the oldest is dropped. */
const TOKENS_MAX = 4;
/** Long enough to copy an address into a browser, too short for one found in a terminal's history. */
const TOKEN_MS = 10 * MINUTE_MS;

/** What a tab sends to sign in. */
export type SignIn = {
  readonly token: string;
  readonly userAgent: string | null;
  /** The secret of the session that this tab has had until now. */
  readonly former: string | null;
};

/**
 * The admitted callers: windows that exchanged a one-time token for a session, and the command line of the same user, who can read the profile.
 * Exists as long as the host; stores only hashes.
 */
export type Sessions = {
  /** Token of the address that the start prints: valid once and for ten minutes, and not dropped for another one. */
  startToken(): string;
  /** Token for the fragment of an address that a user requests: valid once and for ten minutes. */
  issueToken(): string;
  /** The secret of a new session, which ends the tab's former one; null if the token is unknown, used or too old. */
  signIn(wanted: SignIn): string | null;
  /** The session of this secret, and marks it as used. A session ends after twelve hours without use, or after seven days. */
  use(secret: string | null): Session | null;
  /** Oldest first. */
  all(): readonly Session[];
  /** The address of the user of that session. */
  giveAddress(id: string, userEmail: string | null): void;
  /** Whether there was one with this id. */
  end(id: string): boolean;
  /** Returns how many there were. Addresses that were not opened yet become invalid, too. */
  endAll(but: Session | null): number;
  /** Stops the timers, because the host ends. */
  close(): void;
  readonly commandKey: string;
  isCommandKey(key: string): boolean;
};

/** `untilMs` by the monotonic clock. */
type Token = KeptByHash & { readonly untilMs: number };

export function createSessions(deps: Pick<World, 'random' | 'clock' | 'log'>): Sessions {
  const { random, clock } = deps;
  const started: Token[] = [];
  const tokens: Token[] = [];
  const signedIn = createSignedIn(deps);
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
      return signedIn.begin(userAgent, replaced);
    },
    use: (secret) => (secret === null ? null : signedIn.use(secret)),
    all: () => signedIn.all(),
    giveAddress: (id, userEmail) => signedIn.giveAddress(id, userEmail),
    end: (id) => endEach(signedIn.all().filter((session) => session.id === id)) > 0,
    endAll: (but) => {
      for (const among of [started, tokens]) among.length = 0;
      return endEach(signedIn.all().filter(({ id }) => id !== but?.id));
    },
    close: () => signedIn.close(),
  };
}
