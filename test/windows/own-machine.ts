import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Machine } from './machine.ts';
import { startWithFiles } from './start-with-files.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** This system itself: the same checks in a fraction of the time, for writing new ones. */
export function ownMachine(): Machine {
  const base = scratchFolder('office');
  const home = join(base, 'home');
  mkdirSync(home);
  return {
    home,
    pathOf: (path) => path,
    // These checks are not about the keychain, which would need one more program.
    keyWords: (profile) => ['--create-key-file', join(profile, 'key')],
    node: (words, input = '') =>
      startWithFiles({ program: process.execPath, args: words }, { folder: join(base, 'said'), input, cwd: PROJECT }),
    close: async () => removeFolder(base),
  };
}
