import { StopSource } from '#shared/async/stop-source.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

export type Backpressure = {
  /** Resolves on `release`, or after a second; null if waiting cannot help. Concurrent callers share one promise. */
  waitForCapacity(): Promise<void> | null;
  /** Capacity was freed, so waiting can help again. */
  took(): void;
  readonly release: () => void;
  /** Everything that callers waited for is gone. */
  rest(): void;
};

/** If no capacity is freed within this time, the line is slow or absent, and waiting would only delay showing the files. */
const PATIENCE_MS = SECOND_MS;
/** Files have to appear in the list soon: once callers have waited this long in total, the rest is admitted at once. */
const WAITED_MS_MAX = 30 * SECOND_MS;

/** Delays callers that add faster than delivery removes, but never for long. */
export function createBackpressure(clock: Clock): Backpressure {
  let isSlow = false;
  let sinceMs: number | null = null;
  let held: { readonly released: StopSource; readonly ended: Promise<void> } | null = null;

  const until = async (released: StopSource): Promise<void> => {
    await clock.sleep(PATIENCE_MS, released);
    held = null;
  };
  const hold = (): Promise<void> => {
    const released = new StopSource();
    held = { released, ended: until(released) };
    isSlow = true;
    sinceMs ??= clock.monotonicMs();
    return held.ended;
  };
  return {
    waitForCapacity: () => {
      if (held !== null) return held.ended;
      const isLong = sinceMs !== null && clock.monotonicMs() - sinceMs >= WAITED_MS_MAX;
      return isSlow || isLong ? null : hold();
    },
    took: () => {
      isSlow = false;
    },
    release: () => held?.released.abort(),
    rest: () => {
      sinceMs = null;
    },
  };
}
