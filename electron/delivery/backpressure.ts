import { StopSource } from '#shared/async/stop-source.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

export type Backpressure = {
  /** Resolves on `release`, or after a second; null where waiting cannot help. Concurrent callers share one promise. */
  waitForCapacity(): Promise<void> | null;
  /** Something was taken away, so that waiting helps again. */
  took(): void;
  readonly release: () => void;
  /** Nothing is left that was waited for. */
  rest(): void;
};

/** Where nothing is taken away within this time, the line is slow or absent: waiting would only hide what was found. */
const PATIENCE_MS = SECOND_MS;
/** What lies in a folder has to show in the list before long: once callers have waited, now and then, for this long, the rest comes at once. */
const WAITED_MS_MAX = 30 * SECOND_MS;

/** Holds back whoever brings more than is taken away; never for long. */
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
