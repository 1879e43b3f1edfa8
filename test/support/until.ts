import { pause } from '../../build/demo/pause.ts';
import { StopSource } from '#shared/async/stop-source.ts';

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

/** Collects what rejects unhandled while `act` runs, so that it does not fail the test. */
export async function unhandledDuring(act: () => Promise<unknown>): Promise<readonly unknown[]> {
  const unhandled: unknown[] = [];
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => unhandled.push(error));
  try {
    await act();
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of before) process.on('unhandledRejection', listener);
  }
  return unhandled;
}

/** A stop that outlives its listeners: a listener that is never removed would accumulate there. */
export class CountedStop extends StopSource {
  /** Current listeners; below zero if one was removed twice. */
  listeners = 0;

  override addEventListener(type: 'abort', listener: () => void): void {
    this.listeners += 1;
    super.addEventListener(type, listener);
  }

  override removeEventListener(type: 'abort', listener: () => void): void {
    this.listeners -= 1;
    super.removeEventListener(type, listener);
  }
}
