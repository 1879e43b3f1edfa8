import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_SIGNALS, unless } from '#test/support/why-skipped.ts';

/** A stand-in for a server: prints its process id, closes in its own way on SIGTERM, and would run for ever. */
const PROGRAM = `
  const { endWithNpm } = await import(${JSON.stringify(`${process.cwd()}/shared/node/end-with-npm.ts`)});
  process.on('SIGTERM', () => { process.stdout.write('closed\\n', () => process.exit(0)); });
  setInterval(() => undefined, 1000);
  endWithNpm();
  process.stdout.write(process.pid + '\\n');
`;

describe('a program that npm started', unless(NO_SIGNALS), () => {
  it.each([['SIGTERM'], ['SIGKILL']] as const)('closes by itself when npm gets a %s', async (signal) => {
    // Like npm: a program whose shell runs ours, and which is the one that is killed.
    const npm = spawn(
      process.execPath,
      [
        '-e',
        `require('node:child_process').spawn('/bin/sh', ['-c', '"$NODE" --input-type=module -e "$PROGRAM"; true'], { stdio: 'inherit' })`,
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, npm_lifecycle_event: 'server', NODE: process.execPath, PROGRAM },
      },
    );
    let said = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await once(npm.stdout, 'data');
    const pid = Number.parseInt(said, 10);
    onTestFinished(() => end(pid));
    npm.kill(signal);
    await once(npm.stdout, 'close');
    expect(said).toBe(`${pid}\nclosed\n`);
  });
});

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone, as it should be.
  }
}
