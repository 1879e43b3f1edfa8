import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Claim, claimProfile } from '#electron/world/claim-profile.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

type Platform = 'linux' | 'darwin';

/** Of this computer in either way: names exist on Linux, where these tests run, and files everywhere. */
function aPlace(platform: Platform) {
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

describe.each(['linux', 'darwin'] as const)('the place of a profile, claimed as on %s', (platform) => {
  it('has one owner at a time, by whatever path the second one comes', async () => {
    const { root, profile, claim, letGo } = aPlace(platform);
    symlinkSync(root, join(root, 'link'));
    const first = await claim(profile);
    for (const path of [profile, `${profile}/`, join(root, 'link', 'profile'), relative('.', profile), `${profile}/../profile`])
      expect(await claim(path)).toEqual({ ok: false, failure: 'taken' });
    if (!first.ok) throw new Error(first.failure);
    await letGo(first.value);
    expect(await claim(join(root, 'link', 'profile'))).toMatchObject({ ok: true });
  });

  it('is the same before and after its folder is made', async () => {
    const { root, claim } = aPlace(platform);
    symlinkSync(root, join(root, 'link'));
    await claim(join(root, 'link', 'new', 'profile'));
    mkdirSync(join(root, 'new', 'profile'), { recursive: true });
    expect(await claim(join(root, 'link', 'new', 'profile'))).toEqual({ ok: false, failure: 'taken' });
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
    const { profile, claim } = aPlace('linux');
    const source = `const { claimProfile } = await import(process.argv[1]);
      await claimProfile(process.argv[2], { log: { warn: () => {} } });
      console.log('claimed'); setInterval(() => {}, 1000);`;
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', source, join(process.cwd(), 'electron/world/claim-profile.ts'), profile],
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

  it('is left to the journal’s own lock where the system gives no such name, and that is logged', async () => {
    const { root, profile, log } = aPlace('darwin');
    const claimed = await claimProfile(profile, { log, platform: 'darwin', lockFolder: join(root, 'profile\0') });
    expect(claimed).toMatchObject({ ok: true });
    expect(log.text()).toContain('cannot be claimed');
  });
});
