import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['renderer', 'sandbox/console/page', 'shared', 'vite.config.ts', 'package-lock.json'];
const BUILT = ['dist/window/index.html', 'dist/console/index.html'];

/** Builds the window and the sandbox's console when any of their sources is newer than what was built last. */
export function buildWindow(say: (line: string) => void): void {
  const source = newest(SOURCES);
  if (BUILT.every((built) => existsSync(built) && source <= statSync(built).mtimeMs)) return;
  say('Building the window …');
  const run = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
    stdio: ['ignore', 2, 2],
  });
  // The host says on its page what is missing; the documents' way does not need a window.
  if (run.status !== 0) say('The window could not be built; going on without it.');
}

function newest(paths: readonly string[]): number {
  let at = 0;
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const stat = statSync(path);
    const inside = stat.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : stat.mtimeMs;
    at = Math.max(at, inside);
  }
  return at;
}
