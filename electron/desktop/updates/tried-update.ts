import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type InstallFault, installFaultSchema } from '#shared/app-api/updates.ts';
import { DAY_MS } from '#shared/lib/duration.ts';

const noteSchema = z.object({ version: z.string(), from: z.string(), at: z.number(), why: installFaultSchema });
type Note = z.infer<typeof noteSchema>;

export type TriedUpdate = {
  /** The attempt that this version made and that did not replace it; null if there was none. */
  readonly last: () => { readonly version: string; readonly why: InstallFault } | null;
  /** Whether `version` may be tried without asking the user: at most once a day. */
  readonly mayTry: (version: string) => boolean;
  /** `why` is `silent` until the cause is known. False if the note could not be written. */
  readonly note: (version: string, why: InstallFault) => boolean;
};

/**
 * Records in `folder`, before the app ends for it, which version is being installed. The next start can then tell whether that succeeded,
 * whatever ended the attempt, and does not repeat it at once. `from` is the running version, `now` the wall clock in ms. Never throws.
 */
export function triedUpdate(folder: string, { from, now }: { readonly from: string; readonly now: () => number }): TriedUpdate {
  const path = join(folder, 'update-tried.json');
  const kept = read(path);
  // The running version is not the one that tried, so the update is in place.
  if (kept !== null && kept.from !== from) forget(path);
  let known = kept?.from === from ? kept : null;
  return {
    last: () => (known === null ? null : { version: known.version, why: known.why }),
    // Absolute: after the clock was set back, the note would otherwise never expire.
    mayTry: (version) => known?.version !== version || Math.abs(now() - known.at) >= DAY_MS,
    note(version, why) {
      known = { version, from, at: now(), why };
      try {
        writeFileSync(`${path}.new`, JSON.stringify(known), { flush: true });
        renameSync(`${path}.new`, path);
        return true;
      } catch {
        return false;
      }
    },
  };
}

function forget(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // `from` in the note shows that it is out of date.
  }
}

function read(path: string): Note | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // No file yet, or a damaged one.
    return null;
  }
}
