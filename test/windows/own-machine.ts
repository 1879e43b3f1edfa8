import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Machine } from './machine.ts';
import { startWithFiles } from './start-with-files.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** This system itself: the same checks in a fraction of the time, for whoever writes one. */
export function ownMachine(): Machine {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'intray-office-')));
  const home = join(base, 'home');
  mkdirSync(home);
  return {
    home,
    pathOf: (path) => path,
    // A test's own keychain would be one more program, and is no matter of these checks.
    keyWords: (profile) => ['--create-key-file', join(profile, 'key')],
    node: (words, input = '') =>
      startWithFiles({ program: process.execPath, args: words }, { folder: join(base, 'said'), input, cwd: PROJECT }),
    close: async () => rmSync(base, { recursive: true, force: true, maxRetries: 5 }),
  };
}
