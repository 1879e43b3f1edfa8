import { MINUTE_MS } from '#shared/lib/duration.ts';
import { type KeptKey, nameOf } from '#shared/service-client/key-ring.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Metrics } from '../metrics.ts';
import type { OnceLog } from '../once-log.ts';
import type { Store } from '../store/store.ts';

export type KeyUses = {
  /** A webhook was verified by this key. The webhook's answer does not wait for the write. */
  note(key: KeptKey): void;
  /** Resolves when everything noted is written. */
  idle(): Promise<void>;
};

/** The last use of a key is known to the minute: one write for each webhook would be as much work as the webhook itself. */
const WRITE_EVERY_MS = MINUTE_MS;

export type KeyUsesDeps = {
  readonly store: Pick<Store, 'noteKeyUse'>;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'departedKeyUses'>;
  readonly onceLog: OnceLog;
};

/** Notes the uses of each key, and writes them down occasionally. Every use of a key that has left is counted and logged. */
export function keyUses({ store, clock, metrics, onceLog }: KeyUsesDeps): KeyUses {
  // As many entries as there are keys that count.
  const writtenAt = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const write = (key: KeptKey): void => {
    const writing = store
      .noteKeyUse(key, clock.wallMs())
      .catch(() => onceLog.warn('use of a key not written'))
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
  };
  return {
    note(key) {
      if (key.departedAt !== null) {
        metrics.departedKeyUses.inc();
        onceLog.warn('webhook signed by a key that the service publishes no more', {
          thumbprint: key.thumbprint,
          departedAt: key.departedAt,
        });
      }
      const name = nameOf(key);
      const now = clock.monotonicMs();
      if (now - (writtenAt.get(name) ?? -Infinity) < WRITE_EVERY_MS) return;
      writtenAt.set(name, now);
      write(key);
    },
    idle: async () => {
      await Promise.all(underWay);
    },
  };
}
