import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_MODES, NOT_ROOT, unless } from '#test/support/why-skipped.ts';

/** A program needs time to start. */
const PROGRAM_MS = 60_000;
/** A user id without an account here. */
const ANOTHER_USER = 4_321;

function openProfile(): string {
  const profile = join(tempFolder(), 'profile');
  mkdirSync(profile);
  chmodSync(profile, 0o777);
  return profile;
}

/** In a shell whose umask removes no rights. */
function keepSecret(profile: string) {
  const args = ['build/headless.mjs', 'secrets', 'keep', 'proxy-password', '--profile', profile, '--create-key-file', `${profile}.key`];
  const shell = ['-c', 'umask 000; exec "$0" "$@"', process.execPath, ...args];
  return spawnSync('sh', shell, { input: 'a password', encoding: 'utf8' });
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe('a profile that was open to everybody', unless(NO_MODES), () => {
  it('is left to its own user alone, with whatever is made in it', { timeout: PROGRAM_MS }, () => {
    const profile = openProfile();
    expect(keepSecret(profile)).toMatchObject({ status: 0 });
    expect(modeOf(profile)).toBe('700');
    const modes = Object.fromEntries(readdirSync(profile).map((name) => [name, modeOf(join(profile, name))]));
    expect(Object.keys(modes)).toEqual(expect.arrayContaining(['journal.sqlite', 'vault.json', 'backups']));
    expect(Object.entries(modes).filter(([name, mode]) => mode !== (name === 'backups' ? '700' : '600'))).toEqual([]);
  });

  it('is not opened where another user owns a part of it, and the person is told', { timeout: PROGRAM_MS, ...unless(NOT_ROOT) }, () => {
    const profile = openProfile();
    const foreign = join(profile, 'vault.json');
    writeFileSync(foreign, 'x');
    chownSync(foreign, ANOTHER_USER, ANOTHER_USER);
    expect(keepSecret(profile)).toMatchObject({ status: 4, stderr: expect.stringContaining('belongs to another user of this computer') });
    expect(readdirSync(profile)).toEqual(['vault.json']);
  });
});
