import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['renderer', 'electron', 'sandbox/console/page', 'shared', 'vite.config.ts', 'package-lock.json'];
const BUILT = ['dist/window/index.html', 'dist/console/index.html', 'dist/headless/main.js'];

/** Builds the window, the sandbox's console and the headless host if any of their sources is newer than the last build. */
export function buildWindow(say: (line: string) => void): void {
  const source = newest(SOURCES);
  if (BUILT.every((built) => existsSync(built) && source <= statSync(built).mtimeMs)) return;
  say('Building the window and the headless host …');
  const run = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
    stdio: ['ignore', 2, 2],
  });
  // The host's page says what is missing, and the host runs from its sources; documents are sent without either build.
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
