import type { EngineClient } from './engine-client.ts';
import { pause } from './pause.ts';

/** Sweeping an empty folder takes milliseconds; a loaded machine needs a little longer to start. */
const WITHIN_MS = 15_000;
const EVERY_MS = 50;

/** Resolves when every folder was swept once: files dropped from now on are new, so the engine does not ask about them. */
export async function firstSweep(client: EngineClient): Promise<void> {
  for (const endAt = performance.now() + WITHIN_MS; performance.now() < endAt; ) {
    const { folders } = await client.overview();
    if (folders.every((folder) => folder.lastSweptAt !== null)) return;
    await pause(EVERY_MS);
  }
  throw new Error('a folder was never swept');
}
