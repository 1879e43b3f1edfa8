import { app, dialog } from 'electron/main';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Log } from '#shared/ports/log.ts';
import type { AfterCrash } from './crash-guard.ts';
import { startAgain } from './start-again.ts';

export type BugPlace = {
  readonly log: Log;
  readonly guard: { crashed(now: number): AfterCrash };
  readonly now: number;
  /** How this start was asked for. */
  readonly argv: readonly string[];
  readonly translate: Translate;
};

/** Of sysexits.h: a fault of the program itself. */
const EXIT_SOFTWARE = 70;

/**
 * An error that nobody expected has reached the edge: what is in memory cannot be trusted any more, and what is on the disk can. So
 * Intray ends at once and starts again in the tray, as after a power cut; after a few times in a row it says so and ends.
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

/** Without the message, which may speak of a file. */
function framesOf(bug: unknown): string {
  const lines = bug instanceof Error ? (bug.stack ?? '').split('\n') : [];
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}
