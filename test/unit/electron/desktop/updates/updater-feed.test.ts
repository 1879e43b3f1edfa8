import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { UpdateFeed } from '#electron/desktop/updates/update-feed.ts';
import { withdrawnKeys } from '#electron/desktop/updates/open-updates.ts';
import { takenBackVersions } from '#electron/desktop/updates/updates.ts';
import { updaterFeed } from '#electron/desktop/updates/updater-feed.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { NO_LINKS, NO_LINUX_PACKAGES, unless, type WhySkipped } from '#test/support/why-skipped.ts';
import { appBytes, FEED_KEY, JOURNAL, type LoopbackFeed, loopbackFeed, NOTES, SPARE_KEY } from './loopback-feed.ts';
import { loopbackUpdater, OWN } from './installation.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

const PENDING = `intray-updater/pending/Intray-1.1.0-linux-x86_64.${OWN.ending}`;
async function surroundings(key = FEED_KEY, spare = SPARE_KEY) {
  const folder = scratchFolder('updates');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    removeFolder(folder);
  });
  const loopback = await loopbackFeed();
  const server: LoopbackFeed = { ...loopback, offer: (offer) => loopback.offer({ ending: OWN.ending, ...offer }) };
  const log = recordingLog();
  const updater = loopbackUpdater(server.url, folder, OWN.Updater);
  const clock = virtualClock();
  const around = { updater, obstacle: () => null };
  const feed = (): UpdateFeed => {
    const kept = { withdrawn: withdrawnKeys(folder), takenBack: takenBackVersions(folder) };
    return updaterFeed({ ...around, ...kept, keys: [key, spare], journal: JOURNAL, clock, log, atQuit: true });
  };
  return { folder, server, log, clock, updater, feed: feed(), feedOfNextStart: feed };
}

describe('the feed of updates', () => {
  it('gives a newer version that is signed by our releases, and the very bytes that were announced', async () => {
    const { server, feed, folder } = await surroundings();
    server.offer({ version: '1.1.0' });
    expect(await feed.check()).toEqual({ ok: true, value: { version: '1.1.0', notes: NOTES } });
    expect(await feed.download()).toEqual({ ok: true, value: null });
    const got = readFileSync(join(folder, PENDING));
    expect(got.equals(appBytes('1.1.0'))).toBe(true);
  });

  it('throws away what differs from the announcement by one bit', async () => {
    const { server, feed, log } = await surroundings();
    server.offer({ version: '1.1.0', spoil: (bytes) => void bytes.writeUInt8(bytes.readUInt8(777) ^ 1, 777) });
    expect(await feed.check()).toMatchObject({ ok: true });
    expect(await feed.download()).toEqual({ ok: false, failure: 'damaged' });
    expect(log.lines.map(({ fields }) => fields['code'])).toEqual(['ERR_CHECKSUM_MISMATCH']);
  });

  it.each([
    ['0.9.9', {}],
    ['1.0.0', {}],
    // Each installation draws once whether it is among the first; 0 % includes none.
    ['1.1.0', { stagingPercentage: 0 }],
  ] as const)('takes no %s that is older, the same, or not yet for this installation', async (version, more) => {
    const { server, feed } = await surroundings();
    server.offer({ version, ...more });
    expect(await feed.check()).toEqual({ ok: true, value: null });
  });

  it('decides once for each installation whether it is among the first', async () => {
    const { server, feed, folder } = await surroundings();
    writeFileSync(join(folder, '.updaterId'), '6ba7b810-9dad-11d1-80b4-00c04fd40000');
    const offered = async (stagingPercentage: number) => {
      server.offer({ version: '1.1.0', stagingPercentage });
      return feed.check();
    };
    expect(await offered(31)).toEqual({ ok: true, value: null });
    expect(await offered(32)).toMatchObject({ ok: true, value: { version: '1.1.0' } });
  });

  it.each([
    ['signed by somebody else', {}, generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64')],
    ['for which there is no key', {}, 'no key'],
    ['of another version than was signed', { change: changed('version', '1.2.0') }, FEED_KEY],
    ['with other bytes than were signed', { change: changeFile('sha512', 'A'.repeat(88)) }, FEED_KEY],
    ['from another place than was signed', { change: changeFile('url', 'https://example.com/x.AppImage') }, FEED_KEY],
    ['with other words than were signed', { change: changed('notes', { en: 'x', fr: 'x' }) }, FEED_KEY],
    ['with a later end than was signed', { change: changed('expires', '2027-06-30') }, FEED_KEY],
    ['with other keys withdrawn than were signed', { change: changed('withdrawn', [FEED_KEY]) }, FEED_KEY],
    ['that names no end', { change: changed('expires', undefined) }, FEED_KEY],
    ['without a signature', { change: changed('signature', undefined) }, FEED_KEY],
    ['with parts of its own', { change: changed('packages', { x64: { path: 'x' } }) }, FEED_KEY],
  ] as const)('refuses a version %s, and fetches nothing of it', async (_what, more, key) => {
    const { server, feed } = await surroundings(key);
    server.offer({ version: '1.1.0', ...more });
    expect(await feed.check()).toEqual({ ok: false, failure: 'unsigned' });
    expect(server.downloads()).toBe(0);
  });

  it('is unreachable where there is none, which is no reason to stop', async () => {
    const { server, feed } = await surroundings();
    expect(await feed.check()).toEqual({ ok: false, failure: 'unreachable' });
    server.offer({ version: '1.1.0' });
    expect(await feed.check()).toMatchObject({ ok: true });
  });

  it('is off where the program is no file that could be replaced', unless(NO_LINUX_PACKAGES), async () => {
    const { server, feed } = await surroundings();
    server.offer({ version: '1.1.0' });
    vi.stubEnv('APPIMAGE', undefined);
    expect(await feed.check()).toEqual({ ok: false, failure: 'off' });
  });

  it('replaces the program when it is told to', unless(NO_LINUX_PACKAGES), async () => {
    const { server, feed, folder } = await surroundings();
    server.offer({ version: '1.1.0' });
    await feed.check();
    await feed.download();
    expect(await feed.install()).toBeNull();
    expect(readFileSync(join(folder, 'Intray.AppImage')).equals(appBytes('1.1.0'))).toBe(true);
  });
});

describe('an announcement that is over', () => {
  it('is taken until the end of its last day and not a moment longer, and nothing of it is fetched', async () => {
    const { server, feed, clock } = await surroundings();
    server.offer({ version: '1.1.0', expires: '2026-01-06' });
    clock.jump(Date.UTC(2026, 0, 6, 23, 59) - clock.wallMs());
    expect(await feed.check()).toMatchObject({ ok: true });
    clock.jump(60_000);
    expect(await feed.check()).toEqual({ ok: false, failure: 'stale' });
    expect(server.downloads()).toBe(0);
  });

  it('is noticed also where it announces nothing newer, so that an old feed cannot be shown for ever', async () => {
    const { server, feed } = await surroundings();
    server.offer({ version: '1.0.0', expires: '2026-01-04' });
    expect(await feed.check()).toEqual({ ok: false, failure: 'stale' });
    server.offer({ version: '0.9.0' });
    expect(await feed.check()).toEqual({ ok: true, value: null });
  });

  it('is not called unsigned, nor an unsigned one stale', async () => {
    const { server, feed } = await surroundings();
    server.offer({ version: '1.1.0', expires: '2026-01-04', change: changed('version', '1.2.0') });
    expect(await feed.check()).toEqual({ ok: false, failure: 'unsigned' });
  });
});

describe('the two keys of releases', () => {
  it('are both believed', async () => {
    const { server, feed } = await surroundings();
    server.offer({ version: '1.1.0', signedBy: 'spare' });
    expect(await feed.check()).toMatchObject({ ok: true, value: { version: '1.1.0' } });
  });

  it('lose the current one for good when the spare one withdraws it, also with no newer version and after its end', async () => {
    for (const more of [{ version: '1.1.0' }, { version: '1.0.0' }, { version: '1.0.0', expires: '2026-01-04' }]) {
      const { server, feed, feedOfNextStart } = await surroundings();
      server.offer({ ...more, signedBy: 'spare', withdrawn: [FEED_KEY] });
      await feed.check();
      server.offer({ version: '1.3.0' });
      expect(await feed.check()).toEqual({ ok: false, failure: 'unsigned' });
      expect(await feedOfNextStart().check()).toEqual({ ok: false, failure: 'unsigned' });
      server.offer({ version: '1.3.0', signedBy: 'spare' });
      expect(await feedOfNextStart().check()).toMatchObject({ ok: true, value: { version: '1.3.0' } });
      expect(server.downloads()).toBe(0);
    }
  });

  it('keep the spare one whatever the current one says, which may be in foreign hands', async () => {
    const { server, feed } = await surroundings();
    server.offer({ version: '1.1.0', withdrawn: [SPARE_KEY, FEED_KEY] });
    await feed.check();
    expect(await feed.check()).toMatchObject({ ok: true, value: { version: '1.1.0' } });
    server.offer({ version: '1.2.0', signedBy: 'spare', withdrawn: [SPARE_KEY, 'a key of nobody'] });
    expect(await feed.check()).toMatchObject({ ok: true, value: { version: '1.2.0' } });
    expect(await feed.check()).toMatchObject({ ok: true });
  });

  it('are as they were where the note of it cannot be written or was spoiled', async () => {
    const { server, feed, feedOfNextStart, folder } = await surroundings();
    mkdirSync(join(folder, 'withdrawn-keys.json'));
    server.offer({ version: '1.1.0', signedBy: 'spare', withdrawn: [FEED_KEY] });
    expect(await feed.check()).toMatchObject({ ok: true });
    server.offer({ version: '1.2.0' });
    expect(await feed.check()).toEqual({ ok: false, failure: 'unsigned' });
    rmSync(join(folder, 'withdrawn-keys.json'), { recursive: true });
    writeFileSync(join(folder, 'withdrawn-keys.json'), '{"withdrawn":');
    expect(await feedOfNextStart().check()).toMatchObject({ ok: true });
  });
});

const HARMS: readonly (readonly [string, WhySkipped, (file: string) => void])[] = [
  ['changed by one bit', null, (file) => writeFileSync(file, spoiled(readFileSync(file)))],
  ['taken away', null, (file) => rmSync(file)],
  ['exchanged for a link to another program', NO_LINKS, (file) => (rmSync(file), symlinkSync('/bin/true', file))],
];

describe('a package that was fetched', () => {
  for (const [what, missing, harm] of HARMS) {
    it(`and then ${what} is not installed, thrown away and fetched anew`, unless(missing), async () => {
      const { server, feed, folder } = await surroundings();
      server.offer({ version: '1.1.0' });
      await feed.check();
      await feed.download();
      expect(feed.isWhole()).toBe(true);
      harm(join(folder, PENDING));
      expect(await feed.install()).toBe('changed');
      expect(readFileSync(join(folder, 'Intray.AppImage'), 'utf8')).toBe('the app 1.0.0');
      expect(existsSync(join(folder, PENDING))).toBe(false);
      await feed.check();
      expect(await feed.download()).toEqual({ ok: true, value: null });
      expect(server.downloads()).toBe(2);
      expect(feed.isWhole()).toBe(true);
      // The stand-in for a Windows installer cannot run, so there is nothing more to show there.
      if (NO_LINUX_PACKAGES !== null) return;
      expect(await feed.install()).toBeNull();
      expect(readFileSync(join(folder, 'Intray.AppImage')).equals(appBytes('1.1.0'))).toBe(true);
    });
  }

  it('is left to the updater at the app’s end only when it was found whole at that moment', async () => {
    const { server, feed, folder, updater } = await surroundings();
    server.offer({ version: '1.1.0' });
    await feed.check();
    await feed.download();
    expect(updater.autoInstallOnAppQuit).toBe(false);
    feed.endsWithout();
    expect(updater.autoInstallOnAppQuit).toBe(true);
    writeFileSync(join(folder, PENDING), 'another program');
    feed.endsWithout();
    expect(updater.autoInstallOnAppQuit).toBe(false);
  });
});

function spoiled(bytes: Buffer): Buffer {
  bytes.writeUInt8(bytes.readUInt8(777) ^ 1, 777);
  return bytes;
}

type Change = (info: Record<string, unknown>) => void;

function changed(name: string, value: unknown): Change {
  return (info) => {
    info[name] = value;
  };
}

function changeFile(name: string, value: string): Change {
  return (info) => {
    info['files'] = (info['files'] as object[]).map((file) => ({ ...file, [name]: value }));
  };
}
