import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

export type Brake = {
  /** Until `release`, or a second at the most; null where waiting is no use. Who waits meanwhile waits for the same end. */
  wait(): Promise<void> | null;
  /** Something was taken away: it goes on. */
  took(): void;
  readonly release: () => void;
  /** Nothing is left that was waited for. */
  rest(): void;
};

/** Where nothing is taken for so long the line is slow, or there is none: waiting would only hide what was found. */
const PATIENCE_MS = SECOND_MS;
/** What lies in a folder is to be seen in the list before long: when somebody has waited, now and then, for so long, the rest comes at once. */
const WAITED_MS_MAX = 30 * SECOND_MS;

/** Holds whoever brings more than is taken away; never for long. */
export function brake(clock: Clock): Brake {
  let isSlow = false;
  let sinceMs: number | null = null;
  let held: { readonly released: AbortController; readonly ended: Promise<void> } | null = null;

  const until = async (released: AbortController): Promise<void> => {
    await clock.sleep(PATIENCE_MS, released.signal);
    held = null;
  };
  const hold = (): Promise<void> => {
    const released = new AbortController();
    held = { released, ended: until(released) };
    isSlow = true;
    sinceMs ??= clock.monotonicMs();
    return held.ended;
  };
  return {
    wait: () => {
      if (held !== null) return held.ended;
      const isLong = sinceMs !== null && clock.monotonicMs() - sinceMs >= WAITED_MS_MAX;
      return isSlow || isLong ? null : hold();
    },
    took: () => {
      isSlow = false;
    },
    release: () => held?.released.abort('released'),
    rest: () => {
      sinceMs = null;
    },
  };
}
