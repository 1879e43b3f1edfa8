import { pause } from '../../build/demo/pause.ts';

/** Real programs on a loaded machine; what has not happened by then does not happen. */
const WITHIN_MS = 30_000;
const EVERY_MS = 50;

/** Resolves as soon as `holds` does, with what it found. Real programs have a clock of their own: the only way is to look again. */
export async function until<T>(what: string, holds: () => Promise<T | null | false>, withinMs = WITHIN_MS): Promise<T> {
  const found = await foundWithin(withinMs, holds);
  if (found === null) throw new Error(`not within ${withinMs} ms: ${what}`);
  return found;
}

/** The same where it may never hold: null then. */
export async function foundWithin<T>(withinMs: number, holds: () => Promise<T | null | false>): Promise<T | null> {
  const endAt = performance.now() + withinMs;
  while (performance.now() < endAt) {
    const found = await holds();
    if (found !== null && found !== false) return found;
    await pause(EVERY_MS);
  }
  return null;
}
