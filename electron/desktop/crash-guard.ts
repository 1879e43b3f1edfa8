import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { app, dialog } from 'electron/main';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Log } from '#shared/ports/world.ts';
import { startAgain } from './start-fault.ts';

/** What Intray does after a bug ended it: starts again, or, if that did not help, reports it and ends. */
type AfterCrash = 'start-again' | 'give-up';

/** With more crashes than this within the time, another start will not help. */
const CRASHES_MAX = 3;
const CRASHES_WITHIN_MS = 10 * MINUTE_MS;

const notesSchema = z.object({ crashes: z.array(z.number()), told: z.boolean() });
type Notes = z.infer<typeof notesSchema>;

/** Records in `folder` when Intray ended over a bug, so that it does not restart for ever. Never throws: it runs at the worst moment. */
export function crashGuard(folder: string) {
  const path = join(folder, 'crashes.json');
  return {
    /** A bug has reached the outermost handler at `now` (wall clock, ms). */
    crashed(now: number): AfterCrash {
      // Absolute: after the clock was set back, earlier crashes would otherwise count for ever.
      const crashes = [...read(path).crashes.filter((at) => Math.abs(now - at) < CRASHES_WITHIN_MS), now];
      const again = crashes.length <= CRASHES_MAX;
      // After giving up, the next start is the user's, so earlier crashes no longer count.
      const kept = write(path, { crashes: again ? crashes : [], told: !again });
      // Without a saved count, Intray could restart for ever.
      return again && kept ? 'start-again' : 'give-up';
    },
    /** Whether this start follows a crash. Returns true only once per crash. */
    wasCrash(): boolean {
      const notes = read(path);
      if (notes.told) return false;
      write(path, { ...notes, told: true });
      return true;
    },
  };
}

function read(path: string): Notes {
  try {
    return notesSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // No file yet, or a damaged one.
    return { crashes: [], told: true };
  }
}

function write(path: string, notes: Notes): boolean {
  try {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, JSON.stringify(notes));
    return true;
  } catch {
    return false;
  }
}

type BugPlace = {
  readonly log: Log;
  readonly guard: { crashed(now: number): AfterCrash };
  readonly now: number;
  /** Arguments of this start. */
  readonly argv: readonly string[];
  readonly translate: Translate;
};

/** EX_SOFTWARE of sysexits.h: an internal error of the program. */
const EXIT_SOFTWARE = 70;

/**
 * An unexpected error has reached the outermost handler: memory can no longer be trusted, but the disk can. So Intray ends at once and starts
 * again in the tray, as after a power cut. After several crashes in a row it reports this and ends.
 */
export function endOverBug(bug: unknown, { log, guard, now, argv, translate }: BugPlace): void {
  const name = bug instanceof Error ? bug.name : typeof bug;
  log.error('a bug ended Intray', { error: name, at: framesOf(bug) });
  if (guard.crashed(now) === 'give-up') {
    dialog.showErrorBox(translate('start.fault.title'), `${translate('start.fault.broken')}\n\n${name}`);
    app.exit(1);
    return;
  }
  startAgain({ argv, hidden: true });
  app.exit(EXIT_SOFTWARE);
}

/** Without the message, which may contain a file name. */
function framesOf(bug: unknown): string {
  const lines = bug instanceof Error ? (bug.stack ?? '').split('\n') : [];
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}
