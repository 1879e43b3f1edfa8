import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { NO_LINUX_PACKAGES, unless } from '#test/support/why-skipped.ts';
import { finishedFeed, inPlaceOfElectron, JOURNAL, loopbackFeed, type Offer } from './loopback-feed.ts';
import { installation, OWN } from './installation.ts';
import { createRouterClient } from '@orpc/server';
import { openUpdates } from '#electron/desktop/updates/open-updates.ts';
import { quietStart } from '#electron/desktop/updates/quiet-start.ts';
import { quitAfter } from '#electron/desktop/quit.ts';
import { app, resetFakeElectron } from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { cannedEngine } from '../canned-engine.ts';
import { StandInSquirrel } from './stand-in-squirrel.ts';

/** An installation of 1.0.0, and what it makes of an announcement. */
async function anInstallation() {
  const server = await loopbackFeed();
  const place = installation(server, { Updater: OWN.Updater });
  const sees = async (offer: Offer) => {
    server.offer({ ending: OWN.ending, ...offer });
    const start = place.start();
    await start.pass(3 * MINUTE_MS);
    await vi.waitFor(() => expect(start.updates.view()).not.toMatchObject({ checkedAt: null }));
    await vi.waitFor(() => expect(start.updates.view().kind).not.toBe('loading'), { timeout: 20_000 });
    return start.updates.view();
  };
  return { server, sees };
}

const STAYS = { kind: 'current', fault: null };

describe('a release that is taken back', () => {
  it(
    'is replaced by the older one that was signed for that, by itself as any update is, and people are told',
    unless(NO_LINUX_PACKAGES),
    async () => {
      const server = await finishedFeed('AppImage');
      const older = Buffer.from('#!/bin/sh\nexit 0\n');
      expect(await server.announce('0.9.0', older)).toMatchObject({ status: 0, stderr: '' });
      expect(server.rollBack('0.9.0', '1.0.0')).toMatchObject({
        status: 0,
        stderr: '',
        stdout: expect.stringContaining('in the place of 1.0.0'),
      });
      const place = installation({ ...server, offer: () => undefined, downloads: () => 0 }, { Updater: OWN.Updater });
      const start = place.start();
      await start.untilReady();
      expect(start.updates.view()).toMatchObject({ version: '0.9.0', notes: { en: 'Back from 1.0.0.', fr: 'Back from 1.0.0.' } });
      await start.untilEnded(false);
      const whole = readFileSync(server.pathOf('0.9.0'));
      await vi.waitFor(() => expect(readFileSync(join(place.folder, 'Intray.AppImage')).equals(whole)).toBe(true));
    },
  );

  it('stays where somebody shows the announcement of the older one again, as it was before', async () => {
    const { server, sees } = await anInstallation();
    expect(await sees({ version: '0.9.0' })).toMatchObject(STAYS);
    expect(await sees({ version: '0.9.0', takesBack: ['1.1.0'] })).toMatchObject(STAYS);
    expect(server.downloads()).toBe(0);
  });

  it.each([
    ['the list of what is taken back was changed', { change: changed('takesBack', ['1.0.0']) }, 'unsigned'],
    ['the form of its journal was changed', { takesBack: ['1.0.0'], change: changed('journal', 99) }, 'unsigned'],
    ['its last day is over', { takesBack: ['1.0.0'], expires: '2026-01-01' }, 'stale'],
  ])('stays where %s, and this is said', async (_what, more, fault) => {
    const { server, sees } = await anInstallation();
    expect(await sees({ version: '0.9.0', ...more })).toMatchObject({ kind: 'current', fault });
    expect(server.downloads()).toBe(0);
  });

  it('stays where the older one could not read its journal, and this is said', async () => {
    const { server, sees } = await anInstallation();
    expect(await sees({ version: '0.9.0', takesBack: ['1.0.0'], journal: JOURNAL - 1 })).toMatchObject({ kind: 'current', fault: 'unfit' });
    // Also one with a higher number, built from older code in a hurry.
    expect(await sees({ version: '1.1.0', journal: JOURNAL - 1 })).toMatchObject({ kind: 'current', fault: 'unfit' });
    expect(server.downloads()).toBe(0);
    expect(await sees({ version: '1.1.0', journal: JOURNAL + 1 })).toMatchObject({ kind: 'ready', version: '1.1.0' });
  });

  it('is taken by nobody any more who has heard of that, also when its own announcement is shown again', async () => {
    const { server, sees } = await anInstallation();
    expect(await sees({ version: '1.0.0', takesBack: ['1.1.0'] })).toMatchObject(STAYS);
    expect(await sees({ version: '1.1.0' })).toMatchObject(STAYS);
    expect(server.downloads()).toBe(0);
    expect(await sees({ version: '1.1.1' })).toMatchObject({ kind: 'ready', version: '1.1.1' });
  });
});

describe('an announcement whose last day is over', () => {
  it('is not taken, and the settings say so', async () => {
    const { server, sees } = await anInstallation();
    expect(await sees({ version: '1.1.0', expires: '2026-01-01' })).toMatchObject({ kind: 'current', fault: 'stale' });
    expect(server.downloads()).toBe(0);
  });
});

describe('the program that takes a release back', () => {
  it('signs nothing that is no step back, or that was changed where it lies', async () => {
    const server = await finishedFeed(OWN.ending);
    await server.announce('0.9.0', Buffer.from('older'));
    expect(server.rollBack('0.9.0', '0.9.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('not older than 0.9.0') });
    expect(server.rollBack('0.8.0', '1.0.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('announces 0.9.0') });
    server.spoil((info) => ({ ...info, journal: 99 }));
    expect(server.rollBack('0.9.0', '1.0.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('not signed by us') });
  });
});

function changed(name: string, value: unknown): NonNullable<Offer['change']> {
  return (info) => {
    info[name] = value;
  };
}

describe('updates', () => {
  beforeEach(() => resetFakeElectron());

  it('are none of the engine’s: a host that does not bring them says so', async () => {
    const { updates } = createRouterClient(cannedEngine().router, { context: {} });
    expect(await updates.view()).toEqual({ kind: 'not-here' });
    expect(await updates.installNow()).toEqual({ started: false });
  });

  it('are off, and the updater is not loaded, in a build without a feed or without a key to know our releases by', async () => {
    const [root, resources] = [tempFolder(), tempFolder()];
    const around = {
      root,
      folder: tempFolder(),
      clock: virtualClock(),
      random: { fraction: () => 0 },
      log: recordingLog(),
      journal: 7,
      quiet: { announce: () => {}, forget: () => {} },
    };
    expect(await openUpdates({ ...around, resources: undefined })).toBeNull();
    expect(await openUpdates({ ...around, resources })).toBeNull();
    writeFileSync(join(resources, 'app-update.yml'), 'provider: generic\n');
    writeFileSync(join(root, 'package.json'), '{"version":"1.0.0"}');
    expect(await openUpdates({ ...around, resources })).toBeNull();
  });

  it('are held where the AppImage was moved, as the desktop app puts them together', async () => {
    const [root, resources, folder] = [tempFolder(), tempFolder(), tempFolder()];
    inPlaceOfElectron(new StandInSquirrel());
    vi.stubEnv('APPIMAGE', join(folder, 'Intray.AppImage'));
    onTestFinished(() => void vi.unstubAllEnvs());
    writeFileSync(join(resources, 'app-update.yml'), 'provider: generic\n');
    writeFileSync(join(root, 'package.json'), '{"updateKeys":["a","b"]}');
    const around = { root, resources, folder, journal: 7, clock: virtualClock(), random: { fraction: () => 0 }, log: recordingLog() };
    const updates = await openUpdates({ ...around, quiet: { announce: () => {}, forget: () => {} } });
    updates?.start(() => ({ uploading: 0, windowShown: false }));
    expect(updates?.view()).toEqual({ kind: 'held', obstacle: 'gone' });
    expect(around.log.text()).toContain('cannot replace itself');
  });

  it('that came by themselves begin without a window, once, and only soon after', () => {
    const folder = tempFolder();
    let now = 1_000;
    const quiet = quietStart(folder, () => now);
    expect(quiet.isAnnounced()).toBe(false);
    quiet.announce();
    now += MINUTE_MS;
    expect(quietStart(folder, () => now).isAnnounced()).toBe(true);
    expect(quiet.isAnnounced()).toBe(false);
    quiet.announce();
    quiet.forget();
    expect(quiet.isAnnounced()).toBe(false);
    quiet.announce();
    now += 11 * MINUTE_MS;
    expect(quiet.isAnnounced()).toBe(false);
    writeFileSync(join(folder, 'quiet-start.json'), '{"at":');
    expect(quiet.isAnnounced()).toBe(false);
    expect(() => quietStart(join(folder, 'nowhere'), () => now).announce()).not.toThrow();
    expect(() => quietStart(join(folder, 'quiet-start.json'), () => now).forget()).not.toThrow();
  });

  it('take the program’s place only when nothing of it runs any more', async () => {
    const closed = Promise.withResolvers<void>();
    const steps: string[] = [];
    quitAfter({
      log: recordingLog(),
      stop: () => undefined,
      closeNow: () => undefined,
      close: () => closed.promise.then(() => void steps.push('closed')),
      instead: async (inTime) => void steps.push(inTime ? 'replaced' : 'late'),
    });
    app.quit();
    await new Promise(setImmediate);
    expect(steps).toEqual([]);
    closed.resolve();
    await new Promise(setImmediate);
    expect(steps).toEqual(['closed', 'replaced']);
    expect(app.exitCode).toBe(0);
  });
});
