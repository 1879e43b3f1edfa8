import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { DAY_MS, HOUR_MS, type WallMs } from '#shared/lib/duration.ts';
import type { World } from '#shared/ports/world.ts';
import { findBySecret, freshSecret, hashOf, type KeptByHash } from './window-files.ts';
import type { SignedIn } from '#shared/app-api/browsers-contract.ts';

/** One user with a few tabs in a few browsers; beyond this the oldest is dropped. */
const SESSIONS_MAX = 16;
/** Longer than a working day without use. */
const IDLE_MS = 12 * HOUR_MS;
/** An open window calls all the time and is never idle, so it has to sign in once a week. */
const AGE_MS = 7 * DAY_MS;
/** Enough to tell sixteen apart, and short enough to type. */
const ID_BYTES = 6;

/** The session of one tab. It can be shown: nothing in it grants access. */
export type Session = BrowserKind & {
  readonly id: string;
  readonly signedInAt: WallMs;
  readonly usedAt: WallMs;
  /** As its user typed it. */
  readonly userEmail: string | null;
  /** Aborted when the session ends, for any reason; its open streams end then. */
  readonly ended: AbortSignal;
};

/** `replaced`: its tab signed in again. `too-many`: it was the oldest. */
export type WhyEnded = 'signed-out' | 'replaced' | 'not-used' | 'too-old' | 'too-many';

export type SignedInBrowsers = {
  /** Returns the secret of a new session, which takes over the address of the one that it replaces. */
  begin(userAgent: string | null, replaced: Session | null): string;
  /** The session of this secret, and marks it as used; null if there is none, or it has ended. */
  use(secret: string): Session | null;
  /** Oldest first. */
  all(): readonly Session[];
  giveAddress(id: string, userEmail: string | null): void;
  end(session: Session, why: WhyEnded): void;
  /** Stops the timers, because the host ends. */
  close(): void;
};

type Kept = KeptByHash &
  Session & {
    usedAt: WallMs;
    userEmail: string | null;
    /** When the session ends if it is not used before; by the monotonic clock, like `lastMs`. */
    untilMs: number;
    /** When the session ends in any case. */
    readonly lastMs: number;
    readonly end: AbortController;
    timer: SweepLoop | null;
  };

/** The sessions of this start. A session and its open streams end after twelve hours without use, and after seven days in any case. */
export function createSignedIn({ random, clock, log }: Pick<World, 'random' | 'clock' | 'log'>): SignedInBrowsers {
  const sessions: Kept[] = [];
  const end = (session: Session, why: WhyEnded): void => {
    const at = sessions.findIndex(({ id }) => id === session.id);
    const [gone] = at === -1 ? [] : sessions.splice(at, 1);
    if (gone === undefined) return;
    gone.end.abort();
    void gone.timer?.close();
    log.info('a browser was signed out', { why });
  };
  return {
    begin: (userAgent, replaced) => {
      const secret = freshSecret(random);
      const session: Kept = { ...fresh({ random, clock }, replaced), hash: hashOf(secret), ...browserOf(userAgent) };
      const [oldest] = sessions;
      if (oldest !== undefined && sessions.length >= SESSIONS_MAX) end(oldest, 'too-many');
      sessions.push(session);
      session.timer = idleTimer({ clock, log }, session, () => end(session, whyOver(session)));
      void session.timer.start();
      log.info('a browser signed in');
      return secret;
    },
    use: (secret) => {
      const session = findBySecret(sessions, secret);
      if (session === undefined) return null;
      const now = clock.monotonicMs();
      // The timer may be late on a busy or sleeping computer.
      if (session.untilMs <= now) {
        end(session, whyOver(session));
        return null;
      }
      session.untilMs = Math.min(now + IDLE_MS, session.lastMs);
      session.usedAt = clock.wallMs();
      return session;
    },
    all: () => sessions,
    giveAddress: (id, userEmail) => {
      const session = sessions.find((one) => one.id === id);
      if (session !== undefined) session.userEmail = userEmail;
    },
    end,
    close: () => {
      for (const { timer } of sessions) void timer?.close();
    },
  };
}

/** Checks the session whenever it could have ended; each use postpones that. */
function idleTimer({ clock, log }: Pick<World, 'clock' | 'log'>, session: Kept, end: () => void): SweepLoop {
  return new SweepLoop({
    clock,
    look: () => {
      const leftMs = session.untilMs - clock.monotonicMs();
      if (leftMs > 0) return leftMs;
      end();
      return null;
    },
    failed: { log: (fields) => log.error('ending a session broke off', fields), restMs: HOUR_MS },
  });
}

function fresh({ random, clock }: Pick<World, 'random' | 'clock'>, replaced: Session | null): Omit<Kept, 'hash' | keyof BrowserKind> {
  const ending = new AbortController();
  const id = Buffer.from(random.bytes(ID_BYTES)).toString('hex');
  const [at, now] = [clock.wallMs(), clock.monotonicMs()];
  return {
    id,
    userEmail: replaced?.userEmail ?? null,
    signedInAt: at,
    usedAt: at,
    untilMs: now + IDLE_MS,
    lastMs: now + AGE_MS,
    end: ending,
    timer: null,
    ended: ending.signal,
  };
}

function whyOver({ untilMs, lastMs }: Kept): WhyEnded {
  return untilMs === lastMs ? 'too-old' : 'not-used';
}

type BrowserKind = Pick<SignedIn, 'browser' | 'system'>;

/** Longer than any real user agent; a longer one was made up. */
const CHARACTERS_MAX = 400;
/** "Mozilla/5.0 (its system) its parts", the form that all current browsers use. */
const USUAL = /^Mozilla\/5\.0 \(([^()]+)\) ([\x20-\x7e]+)$/;

/** The first match counts: most browsers also name others. */
const PARTS: Readonly<Record<NonNullable<SignedIn['browser']>, RegExp>> = {
  Edge: /\bEdg(?:A|iOS)?\/\d/,
  Opera: /\bOPR\/\d/,
  Firefox: /\b(?:Firefox|FxiOS)\/\d/,
  Chrome: /\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\/\d/,
  Safari: /\bVersion\/\d.*\bSafari\/\d/,
};
const IN_SYSTEM: Readonly<Record<NonNullable<SignedIn['system']>, RegExp>> = {
  Windows: /\bWindows\b/,
  iOS: /\b(?:iPhone|iPad|iPod)\b/,
  macOS: /\bMacintosh\b/,
  ChromeOS: /\bCrOS\b/,
  Android: /\bAndroid\b/,
  Linux: /\bLinux\b/,
};

/**
 * Browser and system of a user agent, only in words of ours. It only helps to tell one's own browsers apart: a client that signs in can send
 * anything, and an unusual user agent is shown as just a browser.
 */
export function browserOf(userAgent: string | null): BrowserKind {
  if (userAgent === null || userAgent.length > CHARACTERS_MAX) return UNKNOWN;
  const [, system = '', parts = ''] = USUAL.exec(userAgent) ?? [];
  const browser = firstThatFits(PARTS, parts);
  return browser === null ? UNKNOWN : { browser, system: firstThatFits(IN_SYSTEM, system) };
}

const UNKNOWN: BrowserKind = { browser: null, system: null };

function firstThatFits<T extends string>(patterns: Readonly<Record<T, RegExp>>, text: string): T | null {
  for (const name in patterns) if (patterns[name].test(text)) return name;
  return null;
}
