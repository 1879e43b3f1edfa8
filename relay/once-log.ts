import { DAY_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock, Log, LogFields } from '#shared/ports/world.ts';

/** One line per cause and interval: otherwise anybody who can reach the relay could fill its disk with lines (C27). */
const EVERY_MS = 10 * MINUTE_MS;
/** What a sender repeats 576 times in 48 hours is logged once, and once more the next day. */
const EVERY_OF_SENDER_MS = DAY_MS;
/** Causes are a few dozen codes of ours, and ids, of which a stranger may have many: beyond this, new causes wait until an old one expires. */
const CAUSES_MAX = 200;

export type OnceLog = {
  /** A fault of ours, or of something we need: once in ten minutes. */
  warn(message: string, fields?: LogFields): void;
  /** Something that comes from outside and will come again: once a day. */
  outside(message: string, fields?: LogFields): void;
};

/** Logs the same thing once per interval; the counters say how often it happened. */
export function onceLog(log: Log, clock: Clock): OnceLog {
  const every = (everyMs: number) => {
    // Each kind has its own memory: what comes from outside must not suppress a fault of ours.
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

/** Sets `value` under `key` as the newest entry. If the map then has more than `most` entries, the one set longest ago is removed. */
export function keepNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
