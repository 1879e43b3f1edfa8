import { DAY_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log, LogFields } from '#shared/ports/log.ts';

/** One line a cause in so long: whoever can reach the relay could otherwise fill its disk with them (C27). */
const EVERY_MS = 10 * MINUTE_MS;
/** What a sender repeats 576 times over 48 hours is said once and once again the next day. */
const EVERY_OF_SENDER_MS = DAY_MS;
/** Causes are our own codes, a few dozen, and ids, of which a stranger may have many: beyond so many nothing new is said until one of them is old. */
const CAUSES_MAX = 200;

export type OnceLog = {
  /** A fault of ours or of what we need: once in ten minutes. */
  warn(message: string, fields?: LogFields): void;
  /** What comes from outside and will come again: once a day. */
  outside(message: string, fields?: LogFields): void;
};

/** Says the same thing once in a while; the counters say how often it happened. */
export function onceLog(log: Log, clock: Clock): OnceLog {
  const every = (everyMs: number) => {
    // Apart from the other kind: what comes from outside must not keep a fault of ours from being said.
    const said = new Map<string, number>();
    return (message: string, fields: LogFields = {}) => {
      const cause = `${message} ${JSON.stringify(fields)}`;
      const now = clock.monotonicMs();
      const isOld = (at: number): boolean => now - at >= everyMs;
      if (!isOld(said.get(cause) ?? -Infinity)) return;
      if (said.size >= CAUSES_MAX) for (const [known, at] of said) if (isOld(at)) said.delete(known);
      if (said.size >= CAUSES_MAX) return;
      said.set(cause, now);
      log.warn(message, fields);
    };
  };
  return { warn: every(EVERY_MS), outside: every(EVERY_OF_SENDER_MS) };
}
