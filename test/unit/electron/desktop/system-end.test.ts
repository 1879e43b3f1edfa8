import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShell } from '#electron/desktop/shell.ts';
import * as fake from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { cannedEngine } from './canned-engine.ts';

beforeEach(() => {
  fake.resetFakeElectron();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function opened(platform: NodeJS.Platform, { hidden = false } = {}) {
  const engine = cannedEngine();
  const log = recordingLog();
  const replaced: boolean[] = [];
  const replace = async (inTime: boolean) => void replaced.push(inTime);
  await openShell({ engine, log, root: '/app', locale: 'en-GB', platform, hidden, replace });
  return { engine, log, replaced };
}

/** Ends the session as macOS does: through Electron's own quitting, which must not be prevented within the turn. */
async function quits(): Promise<{ readonly held: boolean; readonly exitCode: number | null }> {
  let held = false;
  fake.app.once('before-quit', (event: { defaultPrevented: boolean }) => {
    held = event.defaultPrevented;
  });
  fake.app.quit();
  // A page takes time to close.
  await vi.advanceTimersByTimeAsync(0);
  return { held, exitCode: fake.app.exitCode };
}

describe('Linux that goes down', () => {
  it('is delayed by the lock that Electron holds for that, while the engine ends within the seconds that it gives', async () => {
    const { engine, replaced } = await opened('linux');
    expect(fake.powerMonitor.says('shutdown')).toBe(true);
    expect(engine.closing).toMatchObject({ asked: 1, patienceMs: 1_500 });
    engine.closing.let();
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.app.exitCode).toBe(0);
    // A newer version is installed another time.
    expect(replaced).toEqual([]);
  });

  it('does not wait for an engine that hangs, nor for a person’s own quitting that has begun before', async () => {
    for (const quitsBefore of [false, true]) {
      fake.resetFakeElectron();
      fake.app.exitCode = null;
      await opened('linux');
      if (quitsBefore) fake.app.quit();
      fake.powerMonitor.says('shutdown');
      await vi.advanceTimersByTimeAsync(3_900);
      expect(fake.app.exitCode).toBeNull();
      await vi.advanceTimersByTimeAsync(200);
      expect(fake.app.exitCode).toBe(0);
    }
  });

  it('may say so twice', async () => {
    const { engine } = await opened('linux');
    fake.powerMonitor.says('shutdown');
    fake.powerMonitor.says('shutdown');
    expect(engine.closing.asked).toBe(1);
  });
});

describe('macOS that logs out', () => {
  it('is not held up by one turn, with the window open or hidden: the journal is closed, and Intray is gone', async () => {
    for (const hidden of [false, true]) {
      fake.resetFakeElectron();
      const { engine, replaced } = await opened('darwin', { hidden });
      expect(fake.powerMonitor.says('shutdown')).toBe(false);
      expect(await quits()).toEqual({ held: false, exitCode: 0 });
      expect(engine.closing).toMatchObject({ asked: 0, now: 1 });
      expect(replaced).toEqual([]);
      expect(fake.BrowserWindow.all).toEqual([]);
    }
  });

  it('is not held up either where the person was quitting already', async () => {
    const { engine } = await opened('darwin');
    expect(await quits()).toEqual({ held: true, exitCode: null });
    fake.powerMonitor.says('shutdown');
    expect(await quits()).toEqual({ held: false, exitCode: 0 });
    expect(engine.closing).toMatchObject({ asked: 1, now: 1 });
  });

  it('that was called off leaves an Intray that works, and later ends in its own time again', async () => {
    const { engine } = await opened('darwin');
    fake.powerMonitor.says('shutdown');
    expect(engine.closing).toMatchObject({ asked: 0, now: 0 });
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    expect(await quits()).toEqual({ held: true, exitCode: null });
    expect(engine.closing).toMatchObject({ asked: 1, patienceMs: 10_000 });
  });

  it('does not wait for a window that does not close', async () => {
    await opened('darwin');
    fake.powerMonitor.says('shutdown');
    fake.BrowserWindow.closes = false;
    fake.app.quit();
    expect(fake.app.exitCode).toBeNull();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(fake.app.exitCode).toBe(0);
  });

  it('goes on where the journal does not close, and the log says so', async () => {
    const { engine, log } = await opened('darwin');
    engine.closeNow = () => {
      throw new Error('database is locked');
    };
    fake.powerMonitor.says('shutdown');
    expect(await quits()).toEqual({ held: false, exitCode: 0 });
    expect(log.text()).toContain('database is locked');
  });
});

const messageWindow = () => fake.BaseWindow.all[0] as InstanceType<typeof fake.BaseWindow>;

describe('Windows that ends the session', () => {
  it('tells it to a window that nobody sees and that is there also in the tray alone', async () => {
    await opened('win32', { hidden: true });
    expect(fake.BrowserWindow.all).toEqual([]);
    expect(fake.BaseWindow.all).toHaveLength(1);
    expect(messageWindow().options).toMatchObject({ show: false, skipTaskbar: true });
  });

  it('is told of before the journal is closed, so that what still runs then is not taken for a bug', async () => {
    const order: string[] = [];
    const engine = cannedEngine();
    engine.closeNow = () => void order.push('journal');
    const onClosedNow = () => void order.push('bugs');
    await openShell({ engine, log: recordingLog(), root: '/app', locale: 'en-GB', platform: 'win32', onClosedNow });
    messageWindow().hears('session-end');
    expect(order).toEqual(['bugs', 'journal']);
  });

  it('is not held up when it asks, and finds the journal closed when it has told', async () => {
    const { engine, replaced } = await opened('win32', { hidden: true });
    expect(messageWindow().hears('query-session-end')).toBe(false);
    expect(engine.closing.now).toBe(0);
    expect(messageWindow().hears('session-end')).toBe(false);
    expect(engine.closing).toMatchObject({ asked: 0, now: 1 });
    expect(fake.app.exitCode).toBe(0);
    expect(replaced).toEqual([]);
  });

  it('may say so twice, or while the person quits', async () => {
    const { engine } = await opened('win32');
    fake.app.quit();
    const window = messageWindow();
    window.hears('session-end');
    // The end has destroyed the window, but the system may have sent a second message already.
    window.emit('session-end', {});
    expect(engine.closing).toMatchObject({ asked: 1, now: 1 });
  });

  it('is listened to on Windows alone', async () => {
    await opened('linux');
    expect(fake.BaseWindow.all).toEqual([]);
  });
});
