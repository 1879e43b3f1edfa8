import type { World } from '#shared/ports/world.ts';
import { isThere } from '../engine-client.ts';
import { type HostNote, readHostNote } from './host-note.ts';

/** A host on the same machine answers at once; under load, within seconds. */
const WITHIN_MS = 15_000;
export const NOBODY = 'No host runs on this profile.';

/** The host that runs on a profile and answers. Does not open the profile if there is none. */
export async function findHost({ files, http }: Pick<World, 'files' | 'http'>, profile: string): Promise<HostNote | null> {
  const note = await readHostNote(files, profile);
  return note !== null && (await isThere(http, note, WITHIN_MS)) ? note : null;
}
