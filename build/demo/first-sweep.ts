import type { EngineClient } from './engine-client.ts';
import { pause } from './pause.ts';

/** A sweep of an empty folder takes milliseconds; a loaded machine needs a little more to begin. */
const WITHIN_MS = 15_000;
const EVERY_MS = 50;

/** Resolves when every folder was looked at once: what is dropped from now on is new, and not asked about. */
export async function firstSweep(client: EngineClient): Promise<void> {
  for (const endAt = performance.now() + WITHIN_MS; performance.now() < endAt; ) {
    const { folders } = await client.overview();
    if (folders.every((folder) => folder.lastSweptAt !== null)) return;
    await pause(EVERY_MS);
  }
  throw new Error('a folder was never swept');
}
