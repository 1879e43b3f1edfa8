import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { updaterFeed } from '#electron/desktop/updates/updater-feed.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { appBytes, FEED_KEY, loopbackFeed, NOTES } from './loopback-feed.ts';
import { loopbackUpdater } from './loopback-updater.ts';

async function surroundings(key = FEED_KEY) {
  const folder = mkdtempSync(join(tmpdir(), 'intray-updates-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const server = await loopbackFeed();
  const log = recordingLog();
  const updater = loopbackUpdater(server.url, folder);
  return { folder, server, log, feed: updaterFeed({ updater, key, log, atQuit: true }) };
}

describe('the feed of updates', () => {
  it('gives a newer version that is signed by our releases, and the very bytes that were announced', async () => {
    const { server, feed, folder } = await surroundings();
    server.offer({ version: '1.1.0' });
    expect(await feed.check()).toEqual({ ok: true, value: { version: '1.1.0', notes: NOTES } });
    expect(await feed.download()).toEqual({ ok: true, value: null });
    const got = readFileSync(join(folder, 'intray-updater/pending/Intray-1.1.0-linux-x86_64.AppImage'));
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
    // Of an installation, chance decides once whether it is among the first; among none of them is nobody.
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

  it('is off where the program is no file that could be replaced', async () => {
    const { server, feed } = await surroundings();
    server.offer({ version: '1.1.0' });
    vi.stubEnv('APPIMAGE', undefined);
    expect(await feed.check()).toEqual({ ok: false, failure: 'off' });
  });

  it('replaces the program when it is told to', async () => {
    const { server, feed, folder } = await surroundings();
    server.offer({ version: '1.1.0' });
    await feed.check();
    await feed.download();
    feed.install();
    expect(readFileSync(join(folder, 'Intray.AppImage')).equals(appBytes('1.1.0'))).toBe(true);
  });
});

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
