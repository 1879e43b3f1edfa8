import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log, LogFields } from '#shared/ports/log.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { CallerHash } from './caller-hash.ts';
import { tally } from './tally.ts';

/** What is refused: the fixed text of its line. */
const MESSAGES = {
  token: 'device token refused',
  metrics: 'metrics token refused',
  malformed: 'webhook malformed',
  forged: 'webhook not signed by the service',
  unknownKey: 'webhook by a key that the service does not publish',
  tooLarge: 'webhook too large',
  proof: 'proof refused',
  limit: 'limit reached',
} as const;

export type Refusal = {
  readonly what: keyof typeof MESSAGES;
  /** A word of ours: why. */
  readonly code: string;
  /** As the limits count it; of it the log has a hash. */
  readonly address: string;
  /** Ids, told with the first of them. */
  readonly ids?: LogFields;
};

/** What strangers are refused, in a log that they cannot fill (ADR-46). */
export type Refusals = {
  /** Says the first of a kind from a caller at once and once a day, and counts the others. */
  note(refusal: Refusal): void;
  /** Tells what was counted, now and then, until `stop`. */
  run(stop: Stop): Promise<void>;
  /** Tells all that was counted. */
  close(): void;
};

const TELL_EVERY_MS = 10 * MINUTE_MS;

export function refusals(by: { readonly log: Log; readonly clock: Clock; readonly hash: CallerHash }): Refusals {
  const { log, clock, hash } = by;
  const counted = tally(({ message, ...cause }, times) => log.warn(message, { ...cause, times }));
  let [tickedAtMs, turn] = [clock.monotonicMs(), 0];
  const tell = (): void => {
    // After a new key nobody has the same hash, and nobody is known.
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
