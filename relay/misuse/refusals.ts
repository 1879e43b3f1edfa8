import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock, Log, LogFields } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { notFound } from '../http/problem.ts';
import type { CallerHash } from './caller-hash.ts';

/** What is refused, with the fixed text of its log line. */
const MESSAGES = {
  token: 'device token refused',
  metrics: 'metrics token refused',
  malformed: 'webhook malformed',
  forged: 'webhook not signed by the service',
  unknownKey: 'webhook by a key that the service does not publish',
  tooLarge: 'webhook too large',
  proof: 'proof refused',
  access: 'device asked for what it may not see',
  invitation: 'invitation refused',
  limit: 'limit reached',
} as const;

export type Refusal = {
  readonly what: keyof typeof MESSAGES;
  /** A word of ours for the reason. */
  readonly code: string;
  /** As the limits count it; the log gets its hash. */
  readonly address: string;
  /** Ids, logged with the first of them. */
  readonly ids?: LogFields;
};

/** Logs what strangers are refused, without letting them fill the log (ADR-46). */
export type Refusals = {
  /** Logs the first of a kind from a caller at once, and again once a day; counts the others. */
  note(refusal: Refusal): void;
  /** Logs the counts occasionally, until `stop`. */
  run(stop: Stop): Promise<void>;
  /** Logs everything counted. */
  close(): void;
};

const TELL_EVERY_MS = 10 * MINUTE_MS;

export function refusals(deps: { readonly log: Log; readonly clock: Clock; readonly hash: CallerHash }): Refusals {
  const { log, clock, hash } = deps;
  const counted = tally(({ message, ...cause }, times) => log.warn(message, { ...cause, times }));
  let [tickedAtMs, turn] = [clock.monotonicMs(), 0];
  const tell = (): void => {
    // With a new key every hash is different, so no earlier caller is recognised.
    if (hash.turn() !== turn) counted.end();
    turn = hash.turn();
    if (clock.monotonicMs() - tickedAtMs < TELL_EVERY_MS) return;
    tickedAtMs = clock.monotonicMs();
    counted.tick();
  };
  return {
    note({ what, code, address, ids = {} }) {
      tell();
      const [message, from] = [MESSAGES[what], hash.of(address)];
      if (counted.note({ message, code, from }) === 'first') log.warn(message, { code, from, ...ids });
    },
    run: (stop) => {
      const look = (): number => {
        tell();
        return TELL_EVERY_MS;
      };
      const failed = { log: (fields: LogFields) => log.error('telling of refusals broke off', fields), restMs: TELL_EVERY_MS };
      return new SweepLoop({ clock, stop, look, failed, firstAfterMs: TELL_EVERY_MS }).start();
    },
    close: () => counted.end(),
  };
}

/** A cause with the caller behind it, or with all callers that have no line of their own. */
type MisuseCause = { readonly message: string; readonly code: string; readonly from: string };

/** Counts causes in bounded memory, and decides which of them deserve a log line. */
type Tally = {
  /** `first`: it is new, and there is room for a line of its own. */
  note(cause: MisuseCause): 'first' | 'counted';
  /** Call it every ten minutes: reports the causes that were frequent. */
  tick(): void;
  /** Reports everything counted, and forgets it. */
  end(): void;
};

/** Within ten minutes. What a sender repeats every five minutes for two days is rarer, and is reported at the end of the day. */
const OFTEN = 10;
/** First lines within ten minutes, and remembered callers: a flood from everywhere makes 300 lines, and the rest is one number. */
const FIRSTS_MAX = 100;
const CALLERS_MAX = 200;
const OTHERS = 'others';

/** `untold`: not reported yet; `before`: how many of those there were ten minutes ago. */
type Counted = { readonly cause: MisuseCause; untold: number; before: number };

function tally(said: (cause: MisuseCause, times: number) => void): Tally {
  /** Ordered by last occurrence. Callers without a line of their own are counted in `others`, which has one entry per code. */
  const [callers, others] = [new Map<string, Counted>(), new Map<string, Counted>()];
  let firsts = 0;
  const say = (one: Counted): void => {
    said(one.cause, one.untold);
    one.untold = 0;
  };
  /** Whether one more caller can be remembered; a quiet one may be forgotten for it. */
  const hasRoom = (): boolean => {
    if (firsts >= FIRSTS_MAX) return false;
    if (callers.size < CALLERS_MAX) return true;
    for (const [key, one] of callers) if (one.untold === 0) return callers.delete(key);
    return false;
  };
  const count = (among: Map<string, Counted>, cause: MisuseCause, times: number): void => {
    const key = keyOf(cause);
    const one = among.get(key) ?? { cause, untold: 0, before: 0 };
    one.untold += times;
    // Moves it to the end, as the latest.
    among.delete(key);
    among.set(key, one);
  };
  return {
    note(cause) {
      const isKnown = callers.has(keyOf(cause));
      const isFirst = !isKnown && hasRoom();
      if (isFirst) firsts += 1;
      if (isKnown || isFirst) count(callers, cause, isFirst ? 0 : 1);
      else count(others, { ...cause, from: OTHERS }, 1);
      return isFirst ? 'first' : 'counted';
    },
    tick() {
      firsts = 0;
      for (const one of [...callers.values(), ...others.values()]) {
        if (one.untold - one.before >= OFTEN) say(one);
        one.before = one.untold;
      }
    },
    end() {
      for (const one of [...callers.values(), ...others.values()]) if (one.untold > 0) say(one);
      callers.clear();
      others.clear();
    },
  };
}

function keyOf({ message, code, from }: MisuseCause): string {
  return `${message} ${code} ${from}`;
}

/** A device that asks for what is not its own, or does not exist: the log does not know which of the two, either. */
type Denied = {
  readonly deviceId: string;
  /** Null or absent if the request named none. */
  readonly integrationId?: string | null;
  readonly address: string;
  /** A word of ours for what it asked for. */
  readonly code: 'log' | 'sent-away' | 'cursor' | 'claims' | 'devices' | 'deletion' | 'unlink' | 'token' | 'doorbell';
};

/** Answers 404, as to everything that does not belong to the caller, and notes it: somebody who tries ids stands out by the number. */
export function deny(core: { readonly refusals: Pick<Refusals, 'note'> }, denied: Denied): Response {
  noteDenied(core, denied);
  return notFound();
}

export function noteDenied(
  core: { readonly refusals: Pick<Refusals, 'note'> },
  { deviceId, integrationId = null, address, code }: Denied,
): void {
  core.refusals.note({ what: 'access', code, address, ids: { deviceId, ...(integrationId === null ? {} : { integrationId }) } });
}
