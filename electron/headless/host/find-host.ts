import type { World } from '#shared/ports/world.ts';
import { isThere } from '../engine-client.ts';
import { type HostNote, readHostNote } from './host-note.ts';

/** A host on this very machine answers at once; a loaded one within seconds. */
const WITHIN_MS = 15_000;
export const NOBODY = 'No host runs on this profile.';

/** The host that runs on a profile and answers; a profile without one is not opened for it. */
export async function findHost({ files, http }: Pick<World, 'files' | 'http'>, profile: string): Promise<HostNote | null> {
  const note = await readHostNote(files, profile);
  return note !== null && (await isThere(http, note, WITHIN_MS)) ? note : null;
}
