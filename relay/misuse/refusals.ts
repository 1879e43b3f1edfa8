import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log, LogFields } from '#shared/ports/log.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { CallerHash } from './caller-hash.ts';
import { tally } from './tally.ts';

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

export function refusals(by: { readonly log: Log; readonly clock: Clock; readonly hash: CallerHash }): Refusals {
  const { log, clock, hash } = by;
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
