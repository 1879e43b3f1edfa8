import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { isOwn } from '#electron/platform/make-private.ts';
import { isThere } from '../engine-client.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { sayAppFault } from '../say-app-fault.ts';
import { type HostNote, notePath, readHostNote } from './host-note.ts';
import { retry } from '#shared/async/retry.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

/** A host on the same machine answers at once; under load, within seconds. */
const WITHIN_MS = 15_000;
export const NOBODY = 'No host runs on this profile.';

export type NoHost = { readonly said: string; readonly exit: ExitCode };

/** The host that runs on a profile and answers; or a sentence for the user. Does not open the profile if there is none. */
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

/** `silent`: it left a note but does not answer; `pid` is null if an older version wrote the note. `no-note`: the desktop app, or no program. */
type Running =
  | { readonly kind: 'host'; readonly note: HostNote }
  | { readonly kind: 'silent'; readonly pid: number | null }
  | { readonly kind: 'no-note' };

/** A host opens its journal a moment before it accepts requests; one that does not answer within this time hangs. */
const FOUND_WITHIN_MS = 15 * SECOND_MS;
const AGAIN_MS = 250;

type FindRunning = Pick<World, 'clock' | 'files' | 'http' | 'random'>;

/** Finds the program that has this profile open. The note may be of a host that has ended, so it is read again each time. */
export async function findRunning({ clock, files, ...asking }: FindRunning, profile: string): Promise<Running> {
  const endAt = clock.monotonicMs() + FOUND_WITHIN_MS;
  let last: HostNote | null = null;
  const found = await retry({ clock, restMs: AGAIN_MS, withinMs: FOUND_WITHIN_MS }, async () => {
    const note = await readHostNote(files, profile);
    last = note;
    const leftMs = endAt - clock.monotonicMs();
    return note !== null && (await isThere(asking, note, Math.max(AGAIN_MS, leftMs))) ? note : null;
  });
  return found === null ? silentOf(last) : { kind: 'host', note: found };
}

function silentOf(note: HostNote | null): Running {
  return note === null ? { kind: 'no-note' } : { kind: 'silent', pid: note.pid ?? null };
}

/** A sentence for the user, who alone can end a program that hangs. */
export function sayNoHost(running: Exclude<Running, { kind: 'host' }>): string {
  if (running.kind === 'no-note')
    return 'Another Intray has this profile open, and takes no commands: the desktop app, or one whose files were deleted, moved or replaced while it ran. Close it first.';
  const which = running.pid === null ? 'Another Intray' : `Another Intray (process ${running.pid})`;
  return `${which} has this profile open, and does not answer. End it, then try again: nothing is lost by that.`;
}
