import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openUpdates } from '#electron/desktop/updates/open-updates.ts';
import { quietStart } from '#electron/desktop/updates/quiet-start.ts';
import { quitAfter } from '#electron/desktop/quit.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { app, resetFakeElectron } from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { cannedEngine } from '../canned-engine.ts';
import { inPlaceOfElectron } from './in-place-of-electron.ts';
import { StandInSquirrel } from './stand-in-squirrel.ts';

beforeEach(() => resetFakeElectron());

describe('updates', () => {
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
