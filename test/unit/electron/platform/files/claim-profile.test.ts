import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Claim, claimProfile } from '#electron/platform/claim-profile.ts';
import { type RealPath, realPath } from '#electron/platform/files/real-path.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { anotherUser } from '#test/support/another-user.ts';
import { NO_ABSTRACT_NAMES, NO_LINKS, NO_MODES, NOT_ROOT, unless } from '#test/support/why-skipped.ts';
import { makePrivate } from '#electron/platform/make-private.ts';

/** A second path to the folder, if the system makes links. */
function linkTo(root: string): string {
  if (NO_LINKS !== null) return root;
  symlinkSync(root, join(root, 'link'), 'dir');
  return join(root, 'link');
}

/** A folder on a Windows RAM disk, for which the system answers EISDIR; its links are read one by one. */
function onNamelessVolume(path: string): Promise<RealPath> {
  return realPath(path, {
    bySystem: () => Promise.reject(Object.assign(new Error('EISDIR'), { code: 'EISDIR' })),
    byLinks: (of) => realpath(of, 'buffer'),
    platform: 'win32',
  });
}

/** Names in the kernel exist only on Linux; files exist everywhere. */
const WAYS = new Set([process.platform, 'darwin', 'win32'] as const);

function aPlace(platform: NodeJS.Platform) {
  const root = tempFolder();
  const profile = join(root, 'profile');
  mkdirSync(profile);
  const log = recordingLog();
  const owned = new Set<Claim>();
  onTestFinished(async () => void (await Promise.all(Array.from(owned, (claim) => claim.release()))));
  const claim = async (path: string) => {
    const claimed = await claimProfile(path, { log, platform, lockFolder: join(root, 'locks') });
    if (claimed.ok) owned.add(claimed.value);
    return claimed;
  };
  const letGo = (one: Claim): Promise<void> => (owned.delete(one), one.release());
  return { root, profile, claim, letGo, log };
}

describe.each([...WAYS])('the place of a profile, claimed as on %s', (platform) => {
  it('has one owner at a time, by whatever path the second one comes', async () => {
    const { root, profile, claim, letGo } = aPlace(platform);
    const link = linkTo(root);
    const first = await claim(profile);
    for (const path of [profile, `${profile}/`, join(link, 'profile'), relative('.', profile), `${profile}/../profile`])
      expect(await claim(path)).toEqual({ ok: false, failure: 'taken' });
    if (!first.ok) throw new Error(first.failure);
    await letGo(first.value);
    expect(await claim(join(link, 'profile'))).toMatchObject({ ok: true });
  });

  it('is the same before and after its folder is made', async () => {
    const { root, claim } = aPlace(platform);
    const link = linkTo(root);
    await claim(join(link, 'new', 'profile'));
    mkdirSync(join(root, 'new', 'profile'), { recursive: true });
    expect(await claim(join(link, 'new', 'profile'))).toEqual({ ok: false, failure: 'taken' });
  });

  it('stays claimed when the folder is moved away and another one is made there; another profile is another place', async () => {
    const { root, profile, claim, log } = aPlace(platform);
    await claim(profile);
    renameSync(profile, join(root, 'moved'));
    mkdirSync(profile);
    expect(await claim(profile)).toEqual({ ok: false, failure: 'taken' });
    expect(await claim(join(root, 'moved'))).toMatchObject({ ok: true });
    expect(log.lines).toEqual([]);
  });
});

describe('the place of a profile', () => {
  it('is free again when its owner was killed', async () => {
    const { profile, claim } = aPlace(process.platform);
    const source = `const { claimProfile } = await import(process.argv[1]);
      await claimProfile(process.argv[2], { log: { warn: () => {} } });
      console.log('claimed'); setInterval(() => {}, 1000);`;
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', source, pathToFileURL('electron/platform/claim-profile.ts').href, profile],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(await claim(profile)).toEqual({ ok: false, failure: 'taken' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
    expect(await claim(profile)).toMatchObject({ ok: true });
  });

  it('is one place in whatever case and through whatever link it is named, also where the system has no name for the volume', async () => {
    const { root, profile, log } = aPlace('darwin');
    const by = { log, real: onNamelessVolume, platform: 'darwin', lockFolder: join(root, 'locks') } as const;
    const first = await claimProfile(profile, by);
    if (!first.ok) throw new Error(first.failure);
    onTestFinished(() => first.value.release());
    expect(await claimProfile(join(linkTo(root), 'PROFILE'), by)).toEqual({ ok: false, failure: 'taken' });
    const other = await claimProfile(join(root, 'other'), by);
    expect(other.ok).toBe(true);
    if (other.ok) await other.value.release();
  });

  it('is left to the journal’s own lock where the system gives no such name, and that is logged', async () => {
    const { root, profile, log } = aPlace('darwin');
    const claimed = await claimProfile(profile, { log, platform: 'darwin', lockFolder: join(root, 'profile\0') });
    expect(claimed).toMatchObject({ ok: true });
    expect(log.text()).toContain('cannot be claimed');
  });

  it('is not kept by another user who has taken its name before, listening or not, and that is logged', {
    ...unless(NO_ABSTRACT_NAMES, NOT_ROOT),
    timeout: 60_000,
  }, async () => {
    for (const way of ['listens', 'is only bound'] as const) {
      const { profile, claim, log } = aPlace('linux');
      const name = `intray-profile-${createHash('sha256').update(profile).digest('hex').slice(0, 32)}`;
      const theirs = await anotherUser(way === 'listens' ? { name } : { boundName: name });
      expect(await claim(profile)).toMatchObject({ ok: true });
      expect(log.text()).toMatch(/cannot be claimed.*HELD-BY-ANOTHER-USER/);
      await theirs.end();
      // The next one has the name again, and is not logged.
      const own = aPlace('linux');
      expect(await own.claim(profile)).toMatchObject({ ok: true });
      expect(own.log.lines).toEqual([]);
    }
  });
});

/** A user id without an account here. */
const ANOTHER_USER = 4_321;

/** A profile made by a careless user: everybody may read all of it, and write some. */
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
