import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePrivate } from '#electron/platform/make-private.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_MODES, NOT_ROOT, unless } from '#test/support/why-skipped.ts';

/** A user id without an account here. */
const ANOTHER_USER = 4_321;

/** A profile made by a careless person: everybody may read all of it, and write some. */
function openProfile(): string {
  const profile = join(tempFolder(), 'profile');
  for (const folder of [profile, join(profile, 'backups'), join(profile, 'electron'), join(profile, 'electron', 'Cache')])
    mkdirSync(folder);
  for (const file of ['journal.sqlite', 'vault.json', 'backups/journal.sqlite', 'electron/Cache/index'])
    writeFileSync(join(profile, file), 'x');
  for (const [path, mode] of [
    ['', 0o755],
    ['backups', 0o777],
    ['electron', 0o755],
    ['journal.sqlite', 0o644],
    ['vault.json', 0o600],
    ['backups/journal.sqlite', 0o666],
  ] as const)
    chmodSync(join(profile, path), mode);
  return profile;
}

function modeOf(...path: readonly string[]): string {
  return (statSync(join(...path)).mode & 0o777).toString(8);
}

describe('a profile that others could read', unless(NO_MODES), () => {
  it('is closed to them, with all that lies in it', async () => {
    const profile = openProfile();
    expect(await makePrivate(profile)).toEqual({ ok: true, value: null });
    expect(['', 'backups', 'electron'].map((name) => modeOf(profile, name))).toEqual(['700', '700', '700']);
    expect(['journal.sqlite', 'vault.json', 'backups/journal.sqlite'].map((name) => modeOf(profile, name))).toEqual(['600', '600', '600']);
  });

  it('is closed by whatever link leads to it, and what its own links lead to is left alone', async () => {
    const profile = openProfile();
    const outside = join(tempFolder(), 'letter.txt');
    writeFileSync(outside, 'x');
    chmodSync(outside, 0o644);
    symlinkSync(outside, join(profile, 'link'));
    const link = join(tempFolder(), 'profile');
    symlinkSync(profile, link);
    expect(await makePrivate(link)).toEqual({ ok: true, value: null });
    expect([modeOf(profile), modeOf(outside)]).toEqual(['700', '644']);
  });

  it.each(['', 'vault.json', 'backups'])(
    'is refused where /%s belongs to another user, who could open it again',
    unless(NOT_ROOT),
    async (path) => {
      const profile = openProfile();
      chownSync(join(profile, path), ANOTHER_USER, ANOTHER_USER);
      expect(await makePrivate(profile)).toMatchObject({ ok: false, failure: { kind: 'not-own' } });
    },
  );

  it('is left to whoever opens it, where it is no folder or not there', async () => {
    const file = join(tempFolder(), 'profile');
    expect(await makePrivate(file)).toEqual({ ok: true, value: null });
    writeFileSync(file, 'x');
    expect(await makePrivate(file)).toEqual({ ok: true, value: null });
  });
});

it('is left as it is on Windows, where it lies in the folder of its user', unless(NO_MODES), async () => {
  const profile = openProfile();
  expect(await makePrivate(profile, 'win32')).toEqual({ ok: true, value: null });
  expect(modeOf(profile)).toBe('755');
});
