import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quitAfter } from '#electron/desktop/quit.ts';
import { app, BrowserWindow, resetFakeElectron } from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/recording-log.ts';

beforeEach(() => {
  resetFakeElectron();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const UNUSED = { stop: () => undefined, closeNow: () => undefined };
const never = (): Promise<void> => new Promise(() => {});

describe('quitting', () => {
  it('does not wait for ever: an engine that does not close is left to the next start, and the log says so', async () => {
    const log = recordingLog();
    quitAfter({ ...UNUSED, close: never, log });
    app.quit();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(app.exitCode).toBeNull();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(app.exitCode).toBe(0);
    expect(log.lines).toMatchObject([{ level: 'warn', message: 'quits without waiting any longer' }]);
  });

  it('says that it could not close, so that no program is replaced that still runs', async () => {
    const instead = vi.fn<(inTime: boolean) => Promise<void>>(() => Promise.resolve());
    quitAfter({ ...UNUSED, close: never, instead, log: recordingLog() });
    app.quit();
    await vi.advanceTimersByTimeAsync(16_000);
    expect(app.exitCode).toBe(0);
    expect(instead.mock.calls).toEqual([[false]]);
  });

  it('waits for what belongs to the end, and ends whatever that did', async () => {
    const over = Promise.withResolvers<void>();
    const log = recordingLog();
    quitAfter({ ...UNUSED, close: () => Promise.resolve(), instead: () => over.promise, log });
    app.quit();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(app.exitCode).toBeNull();
    over.reject(new Error('no such program'));
    await vi.advanceTimersByTimeAsync(0);
    expect(app.exitCode).toBe(0);
    expect(log.text()).toContain('no such program');
  });

  it('ends a program that something keeps alive, in which nothing runs any more', async () => {
    quitAfter({ ...UNUSED, close: () => Promise.resolve(), log: recordingLog() });
    const window = new BrowserWindow();
    BrowserWindow.closes = false;
    app.quit();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(app.exitCode).toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([app.exitCode, window.isDestroyed()]).toEqual([0, true]);
  });

  it('is done when the engine could not close, and says why', async () => {
    const log = recordingLog();
    quitAfter({ ...UNUSED, close: () => Promise.reject(new Error('database is locked')), log });
    app.quit();
    await vi.advanceTimersByTimeAsync(0);
    expect(app.exitCode).toBe(0);
    expect(log.text()).toContain('database is locked');
  });

  it('is done once, and waits no longer than the engine does', async () => {
    const closed = Promise.withResolvers<void>();
    const log = recordingLog();
    quitAfter({ ...UNUSED, close: () => closed.promise, log });
    app.quit();
    closed.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(app.exitCode).toBe(0);
    app.exitCode = null;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(app.exitCode).toBeNull();
    expect(log.lines).toEqual([]);
  });
});
