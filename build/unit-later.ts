import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * Runs Node with the calendar a year later, and all programs that it starts: what a test compares with today's date then shows itself before that day
 * comes. Timers and the monotonic clock stay as they are. Files get their times from the kernel, which knows nothing of it: to the program, a file
 * written this moment is a year old.
 */
export function runLater(args: readonly string[], stdio: 'inherit' | 'pipe') {
  return spawnSync('faketime', ['-f', '+1y', process.execPath, ...args], {
    stdio,
    encoding: 'utf8',
    // With the monotonic clock moved as well, waits of Node would end too early or not at all.
    env: { ...process.env, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  });
}

/** `npm run unit:later -- test/relay`: the unit tests a year later, with Vitest's arguments. */
function main(): void {
  const { error, status } = runLater(['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], 'inherit');
  if (error !== undefined) {
    const what =
      'code' in error && error.code === 'ENOENT' ? 'The program faketime is not here' : `faketime could not be started (${error.message})`;
    process.stderr.write(
      `${what}, so the tests cannot be run with the clock a year later. On Debian and Ubuntu: apt-get install faketime. Windows has none.\n`,
    );
  }
  process.exit(status ?? 1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
