import { DAY_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log, LogFields } from '#shared/ports/log.ts';

/** One line a cause in so long: whoever can reach the relay could otherwise fill its disk with them (decision 27). */
const EVERY_MS = 10 * MINUTE_MS;
/** What a sender repeats 576 times over 48 hours is said once and once again the next day. */
const EVERY_OF_SENDER_MS = DAY_MS;
/** Causes are our own codes, a few dozen. */
const CAUSES_MAX = 200;

export type OnceLog = {
  /** A fault of ours or of what we need: once in ten minutes. */
  warn(message: string, fields?: LogFields): void;
  /** What comes from outside and will come again: once a day. */
  outside(message: string, fields?: LogFields): void;
};

/** Says the same thing once in a while; the counters say how often it happened. */
export function onceLog(log: Log, clock: Clock): OnceLog {
  const said = new Map<string, number>();
  const every =
    (everyMs: number) =>
    (message: string, fields: LogFields = {}) => {
      const cause = `${message} ${JSON.stringify(fields)}`;
      const now = clock.monotonicMs();
      const last = said.get(cause);
      if (last !== undefined && now - last < everyMs) return;
      if (said.size >= CAUSES_MAX) said.clear();
      said.set(cause, now);
      log.warn(message, fields);
    };
  return { warn: every(EVERY_MS), outside: every(EVERY_OF_SENDER_MS) };
}
