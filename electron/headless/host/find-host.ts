import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { isOwn } from '#electron/platform/is-own.ts';
import { isThere } from '../engine-client.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { sayAppFault } from '../say-app-fault.ts';
import { type HostNote, notePath, readHostNote } from './host-note.ts';

/** A host on the same machine answers at once; under load, within seconds. */
const WITHIN_MS = 15_000;
export const NOBODY = 'No host runs on this profile.';

export type NoHost = { readonly said: string; readonly exit: ExitCode };

/** The host that runs on a profile and answers; or a sentence for the person. Does not open the profile if there is none. */
export async function findHost(
  { files, http, random }: Pick<World, 'files' | 'http' | 'random'>,
  profile: string,
): Promise<Result<HostNote, NoHost>> {
  const note = await readHostNote(files, profile);
  if (note === null) return fail({ said: NOBODY, exit: EXIT.no });
  // Another user could have made a profile, with a note that leads to a program of theirs: it would prove whatever it is asked.
  if (!(await isOwn(profile, notePath(profile)))) return fail({ said: sayAppFault({ kind: 'not-own', detail: '' }), exit: EXIT.closed });
  return (await isThere({ http, random }, note, WITHIN_MS)) ? ok(note) : fail({ said: NOBODY, exit: EXIT.no });
}
