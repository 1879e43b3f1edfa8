import { existsSync } from 'node:fs';
import process from 'node:process';
import { app } from 'electron/main';
import { beforeDashes } from '#shared/lib/before-dashes.ts';
import { HIDDEN_SWITCH } from './launch-options.ts';

export type StartAgain = {
  /** How this start was asked for. */
  readonly argv: readonly string[];
  /** In the tray alone. */
  readonly hidden: boolean;
};

/** Has this very version started again, as it was started, once the app has ended. */
export function startAgain({ argv, hidden }: StartAgain): void {
  const words = beforeDashes(argv.slice(1)).filter((one) => one !== HIDDEN_SWITCH);
  const args = hidden ? [...words, HIDDEN_SWITCH] : words;
  // Of an AppImage the running program lies in a place that goes with it.
  const image = process.env['APPIMAGE'];
  app.relaunch(image !== undefined && existsSync(image) ? { args, execPath: image } : { args });
}
