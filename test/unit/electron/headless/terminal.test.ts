import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { unless } from '#test/support/why-skipped.ts';

const HEADLESS = 'build/headless.mjs';
/** A program needs a second to start on a free machine. */
const PROGRAM_MS = 60_000;
const terminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
const noTerminal = terminal ? null : 'there is no `script` of util-linux here, which makes a terminal';

function run(...args: readonly string[]) {
  return spawnSync(process.execPath, [HEADLESS, ...args], { encoding: 'utf8', input: '' });
}

describe('the command line', () => {
  it('makes no profile for a question, and one where something is set up', { timeout: PROGRAM_MS }, () => {
    const profile = join(tempFolder(), 'intary');
    const key = ['--create-key-file', `${profile}.key`];
    expect(run('status', '--profile', profile, ...key)).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('There is no profile'),
    });
    expect(existsSync(profile)).toBe(false);
    expect(run('settings', 'set', 'language', 'fr', '--profile', profile, ...key)).toMatchObject({ status: 0 });
    expect(existsSync(join(profile, 'journal.sqlite'))).toBe(true);
  });

  it('says its version', { timeout: PROGRAM_MS }, () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
  });

  it('asks a person at a terminal for a secret, and shows nothing of it', { timeout: PROGRAM_MS, ...unless(noTerminal) }, async () => {
    const folder = tempFolder();
    const typed = `${process.execPath} ${HEADLESS} secrets keep proxy-password --profile ${folder} --create-key-file ${join(folder, 'key')}`;
    const shell = spawn('script', ['-qec', typed, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
    let shown = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!shown.includes('not shown') && `${shown}${text}`.includes('then Enter: '))
        shell.stdin.write('wrong\u007f\u007fsecret of theirs\r');
      shown += text;
    });
    const [code] = await once(shell, 'exit');
    expect(shown).toContain('The proxy-password (it is not shown)');
    expect(shown).toContain('proxy-password: kept');
    expect(shown).not.toMatch(/wro|secret of/);
    expect(code).toBe(0);
  });

  it('prints the address of the window at a terminal, where a person reads it', {
    timeout: PROGRAM_MS,
    ...unless(noTerminal),
  }, async () => {
    const profile = tempFolder();
    const typed = `exec ${process.execPath} ${HEADLESS} --quiet --profile ${profile} --create-key-file ${join(profile, 'key')}`;
    const shell = spawn('script', ['-qec', typed, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const [line] = (await once(createInterface({ input: shell.stdout }), 'line')) as [string];
    expect(JSON.parse(line)).toEqual({
      ready: 'headless',
      port: expect.any(Number) as number,
      url: expect.stringMatching(/^http:\/\/[0-9a-f]{24}\.localhost:\d+\/#token=[\w-]{32}$/) as string,
    });
    // As a person ends it: Ctrl+C.
    shell.stdin.write('\u0003');
    expect(await once(shell, 'exit')).toEqual([0, null]);
  });
});
