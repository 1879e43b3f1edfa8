/** A longer flush on the event loop would be felt: a frame of the window takes 16 ms. */
const SLOW_MS = 4;
/** So many flushes within so long come from many documents at once. */
const BURST = { flushes: 8, withinMs: 1_000 } as const;

/** How often and how slowly a disk is flushed: whether a thread of its own, which takes 19 MB, is worth it. */
export type FlushPace = {
  took(ms: number, nowMs: number): void;
  /** The last flush was slow, or many came just now. */
  isWorthAThread(nowMs: number): boolean;
};

export function flushPace(): FlushPace {
  let lastMs = 0;
  let ends: number[] = [];
  return {
    took: (ms, nowMs) => {
      lastMs = ms;
      ends = [...ends.slice(1 - BURST.flushes), nowMs];
    },
    isWorthAThread: (nowMs) => {
      const [first = Number.NEGATIVE_INFINITY] = ends;
      return lastMs > SLOW_MS || (ends.length === BURST.flushes && nowMs - first < BURST.withinMs);
    },
  };
}
