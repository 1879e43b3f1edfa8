import { existsSync } from 'node:fs';
import process from 'node:process';
import { app } from 'electron/main';
import { beforeDashes } from '#shared/lib/file-names.ts';
import { HIDDEN_SWITCH } from './launch-options.ts';

export type StartAgain = {
  /** Arguments of this start. */
  readonly argv: readonly string[];
  /** Start again in the tray only. */
  readonly hidden: boolean;
};

/** Starts this same version again with the same arguments, once the app has ended. */
export function startAgain({ argv, hidden }: StartAgain): void {
  const words = beforeDashes(argv.slice(1)).filter((one) => one !== HIDDEN_SWITCH);
  const args = hidden ? [...words, HIDDEN_SWITCH] : words;
  // The running program of an AppImage is in a mount that disappears with it.
  const image = process.env['APPIMAGE'];
  app.relaunch(image !== undefined && existsSync(image) ? { args, execPath: image } : { args });
}
