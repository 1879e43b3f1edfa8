import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type InstallFault, installFaultSchema } from '#shared/app-api/updates.ts';
import { DAY_MS } from '#shared/lib/duration.ts';

const noteSchema = z.object({ version: z.string(), from: z.string(), at: z.number(), why: installFaultSchema });
type Note = z.infer<typeof noteSchema>;

export type TriedUpdate = {
  /** The try that this version made and that did not replace it; null where there is none. */
  readonly last: () => { readonly version: string; readonly why: InstallFault } | null;
  /** Whether `version` may be tried without anybody's wish: once a day at most. */
  readonly mayTry: (version: string) => boolean;
  /** `why` until more is known: `silent`. False where it cannot be noted. */
  readonly note: (version: string, why: InstallFault) => boolean;
};

/**
 * Remembers in `folder`, before the app ends for it, which version is put in place: the next start knows by it whether that happened, whatever ended the
 * try, and does not begin it all over again. `from` is this very version, `now` the wall clock in ms. Never throws.
 */
export function triedUpdate(folder: string, { from, now }: { readonly from: string; readonly now: () => number }): TriedUpdate {
  const path = join(folder, 'update-tried.json');
  const kept = read(path);
  // Another version than the one that tried: it is in its place.
  if (kept !== null && kept.from !== from) forget(path);
  let known = kept?.from === from ? kept : null;
  return {
    last: () => (known === null ? null : { version: known.version, why: known.why }),
    // A clock that was set back would keep it for ever.
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
    // It says by itself that it is over.
  }
}

function read(path: string): Note | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // There is none, or it was spoiled.
    return null;
  }
}
