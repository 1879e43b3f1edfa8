import { pause } from '../../build/demo/pause.ts';

/** For real programs on a loaded machine: what has not happened by then will not happen. */
const WITHIN_MS = 30_000;
const EVERY_MS = 50;

/** Resolves with what `holds` returned, as soon as it returns something. Real programs run on their own clock, so polling is the only way. */
export async function until<T>(what: string, holds: () => Promise<T | null | false>, withinMs = WITHIN_MS): Promise<T> {
  const found = await foundWithin(withinMs, holds);
  if (found === null) throw new Error(`not within ${withinMs} ms: ${what}`);
  return found;
}

/** The same, but null if it does not happen in time. */
export async function foundWithin<T>(withinMs: number, holds: () => Promise<T | null | false>): Promise<T | null> {
  const endAt = performance.now() + withinMs;
  while (performance.now() < endAt) {
    const found = await holds();
    if (found !== null && found !== false) return found;
    await pause(EVERY_MS);
  }
  return null;
}
