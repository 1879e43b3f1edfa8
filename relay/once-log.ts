import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log, LogFields } from '#shared/ports/log.ts';

/** One line a cause in so long: whoever can reach the relay could otherwise fill its disk with them (decision 27). */
const EVERY_MS = 10 * MINUTE_MS;
/** Causes are our own codes, a few dozen. */
const CAUSES_MAX = 200;

/** Says the same thing once in ten minutes; the counters say how often it happened. */
export function onceLog(log: Log, clock: Clock): Pick<Log, 'warn'> {
  const said = new Map<string, number>();
  return {
    warn(message, fields: LogFields = {}) {
      const cause = `${message} ${JSON.stringify(fields)}`;
      const now = clock.monotonicMs();
      const last = said.get(cause);
      if (last !== undefined && now - last < EVERY_MS) return;
      if (said.size >= CAUSES_MAX) said.clear();
      said.set(cause, now);
      log.warn(message, fields);
    },
  };
}
