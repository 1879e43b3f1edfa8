import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calledAs } from '#electron/headless/read-start.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';

const FILE = resolve('/opt/intray/build/headless.mjs');

describe('the program is named as it was called,', () => {
  it.each([
    ['by npm', { npm_lifecycle_event: 'headless' }, FILE, '/opt/intray', 'npm run -s headless --'],
    ['by the installed name', {}, resolve('/usr/bin/intray'), '/home/anne', 'intray'],
    ['by its file', {}, FILE, '/opt/intray', `node ${join('build', 'headless.mjs')}`],
    ['by its file, from elsewhere', { npm_lifecycle_event: 'test' }, FILE, '/home/anne', `node ${FILE}`],
  ])('%s', (_how, env, file, folder, name) => {
    expect(calledAs({ argv: ['node', file], env, folder: resolve(folder) })).toBe(name);
  });

  it('also where a link of npm leads to it', { timeout: 60_000, ...unless(NO_LINKS) }, () => {
    const link = join(tempFolder(), 'intray');
    symlinkSync(resolve('build/headless.mjs'), link);
    const help = execFileSync(process.execPath, [link, 'documents', '--help'], {
      encoding: 'utf8',
      env: { ...process.env, npm_lifecycle_event: '' },
    });
    expect(help).toContain('\n  intray documents --profile DIR ');
    expect(help).not.toContain('npm run');
  });
});
