import { app, dialog } from 'electron/main';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Log } from '#shared/ports/log.ts';
import type { AfterCrash } from './crash-guard.ts';
import { startAgain } from './start-again.ts';

export type BugPlace = {
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
