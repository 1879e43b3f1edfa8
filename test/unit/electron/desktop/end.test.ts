import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quitAfter, watchPower } from '#electron/desktop/quit.ts';
import { app, BrowserWindow, powerMonitor, resetFakeElectron } from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crashGuard, endOverBug } from '#electron/desktop/crash-guard.ts';
import { translator } from '#shared/i18n/translate.ts';
import { asked } from '#test/support/fake-electron/fake-dialogs.ts';
import { tempFolder } from '#test/support/folders.ts';

const UNUSED = { stop: () => undefined, closeNow: () => undefined };
const never = (): Promise<void> => new Promise(() => {});

describe('quitting', () => {
  beforeEach(() => {
    resetFakeElectron();
    vi.useFakeTimers();
  });

  afterEach(() => vi.useRealTimers());

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

const MINUTE = 60_000;

function end(folder: string, now: number, words: readonly string[] = ['--profile', 'p']) {
  const log = recordingLog();
  const bug = new TypeError('no such supplier: Dupont SARL');
  const argv = ['/opt/Intray/intray', ...words];
  endOverBug(bug, { log, guard: crashGuard(folder), now, argv, translate: translator('en') });
  return log;
}

describe('a bug that reaches the edge', () => {
  beforeEach(() => resetFakeElectron());

  it('ends Intray, which starts again in the tray with what it was asked for', () => {
    end(tempFolder(), 0);
    expect(app.relaunched).toEqual(['--profile', 'p', '--hidden']);
    end(tempFolder(), 0, ['--profile', 'p', '--', '--hidden', 'scan.pdf']);
    expect(app.relaunched).toEqual(['--profile', 'p', '--hidden']);
    expect(app.exitCode).toBe(70);
    expect(asked.errors).toEqual([]);
  });

  it('is logged by its name and its place, without its words, which may speak of a file', () => {
    const log = end(tempFolder(), 0);
    expect(JSON.stringify(log.lines)).toContain('TypeError');
    expect(JSON.stringify(log.lines)).toContain('end.test.ts');
    expect(JSON.stringify(log.lines)).not.toContain('Dupont');
  });

  it('is given up the fourth time within ten minutes, and said to the person; their own next start counts anew', () => {
    const folder = tempFolder();
    for (const minute of [0, 1, 2]) end(folder, minute * MINUTE);
    expect(app.exitCode).toBe(70);
    app.relaunched = null;
    end(folder, 3 * MINUTE);
    expect(app.exitCode).toBe(1);
    expect(app.relaunched).toBeNull();
    expect(asked.errors).toEqual([expect.stringContaining('several times in a row')]);
    end(folder, 4 * MINUTE);
    expect(app.exitCode).toBe(70);
  });

  it('may come again every hour without being given up', () => {
    const folder = tempFolder();
    for (let hour = 0; hour < 10; hour += 1) end(folder, hour * 60 * MINUTE);
    expect(app.exitCode).toBe(70);
  });

  it('is not gone round for ever where nothing can be written', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    end(join(folder, 'file', 'below'), 0);
    expect(app.exitCode).toBe(1);
  });
});

describe('the start after it', () => {
  beforeEach(() => resetFakeElectron());

  it('knows of it once, and reads a damaged note as none', () => {
    const folder = tempFolder();
    expect(crashGuard(folder).wasCrash()).toBe(false);
    end(folder, 0);
    expect(crashGuard(folder).wasCrash()).toBe(true);
    expect(crashGuard(folder).wasCrash()).toBe(false);
    writeFileSync(join(folder, 'crashes.json'), readFileSync(join(folder, 'crashes.json')).subarray(0, 5));
    expect(crashGuard(folder).wasCrash()).toBe(false);
    chmodSync(folder, 0o700);
  });
});

describe('the cable of this computer', () => {
  beforeEach(() => {
    resetFakeElectron();
    vi.useFakeTimers();
  });

  afterEach(() => vi.useRealTimers());

  it.each(['event', 'look'] as const)('is noticed by %s, once for each change', (by) => {
    powerMonitor.onBattery = false;
    const power = watchPower();
    const rung = vi.fn<() => void>();
    power.onChange(rung);
    const change = (to: boolean): void => {
      powerMonitor.onBattery = to;
      if (by === 'event') powerMonitor.says(to ? 'on-battery' : 'on-ac');
      else vi.advanceTimersByTime(15_000);
    };
    change(true);
    expect([power.onBattery(), rung.mock.calls.length]).toEqual([true, 1]);
    change(true);
    expect(rung).toHaveBeenCalledTimes(1);
    change(false);
    expect([power.onBattery(), rung.mock.calls.length]).toEqual([false, 2]);
  });
});
