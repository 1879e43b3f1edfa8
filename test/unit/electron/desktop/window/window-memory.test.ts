import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShell } from '#electron/desktop/shell.ts';
import type { FakeBrowserWindow } from '#test/support/fake-electron/fake-browser-window.ts';
import * as fake from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { cannedEngine } from '../canned-engine.ts';

/** Two screens: one under a system bar, and a smaller one to the left of it. */
const MAIN = { id: 1, workArea: { x: 0, y: 25, width: 1920, height: 1015 } };
const LEFT = { id: 2, workArea: { x: -1600, y: 0, width: 1600, height: 900 } };
const MIDDLE = { x: 320, y: 132, width: 1280, height: 800 };

beforeEach(() => {
  fake.resetFakeElectron();
  fake.screen.displays = [MAIN];
});
afterEach(() => {
  vi.useRealTimers();
});

/** A start of the shell with this note. */
async function started(windowNote: string): Promise<FakeBrowserWindow> {
  fake.BrowserWindow.all.length = 0;
  fake.protocol.reset();
  await openShell({ engine: cannedEngine(), log: recordingLog(), root: '/app', locale: 'en-GB', platform: 'linux', windowNote });
  return fake.BrowserWindow.all[0] as FakeBrowserWindow;
}

const noteIn = (folder: string) => join(folder, 'window.json');
const kept = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const withNote = (note: unknown): string => {
  const path = noteIn(tempFolder());
  writeFileSync(path, typeof note === 'string' ? note : JSON.stringify(note));
  return path;
};
const left = (bounds: object, isMaximized = false) => withNote({ bounds, isMaximized });

describe('the window of a first start', () => {
  it('has room for list and document side by side, in the middle of the main screen', async () => {
    fake.screen.displays = [MAIN, LEFT];
    expect((await started(noteIn(tempFolder()))).getNormalBounds()).toEqual(MIDDLE);
  });

  it('is no larger than the screen has room', async () => {
    fake.screen.displays = [{ id: 1, workArea: { x: 0, y: 0, width: 1024, height: 560 } }];
    expect((await started(noteIn(tempFolder()))).getNormalBounds()).toEqual({ x: 0, y: 0, width: 1024, height: 560 });
  });
});

describe('the window of a later start', () => {
  it('opens as it was left, on the same screen', async () => {
    fake.screen.displays = [MAIN, LEFT];
    const path = noteIn(tempFolder());
    const window = await started(path);
    window.setBounds({ x: -1500, y: 40, width: 1000, height: 700 });
    window.close();
    const again = await started(path);
    expect(again.getNormalBounds()).toEqual({ x: -1500, y: 40, width: 1000, height: 700 });
    expect(again.isMaximized()).toBe(false);
  });

  it('is maximised again, and knows its size beneath', async () => {
    const path = noteIn(tempFolder());
    const window = await started(path);
    window.setBounds({ x: 100, y: 100, width: 1000, height: 700 });
    window.maximize();
    window.close();
    const again = await started(path);
    expect(again.isMaximized()).toBe(true);
    expect(again.getNormalBounds()).toEqual({ x: 100, y: 100, width: 1000, height: 700 });
  });

  it('comes back onto a screen when the one it was on is gone, in its size', async () => {
    const path = left({ x: -1500, y: 40, width: 1000, height: 700 });
    expect((await started(path)).getNormalBounds()).toEqual({ x: 460, y: 182, width: 1000, height: 700 });
  });

  it('lies wholly on the screen that it hung out of, and is not smaller than its page can be', async () => {
    const hung = await started(left({ x: 1700, y: 900, width: 1000, height: 700 }));
    expect(hung.getNormalBounds()).toEqual({ x: 920, y: 340, width: 1000, height: 700 });
    const small = await started(left({ x: 10, y: 30, width: 5, height: 5 }));
    expect(small.getNormalBounds()).toMatchObject({ width: 480, height: 400 });
  });

  it.each(['', '{', 'null', '{"bounds":{"x":"0","y":0,"width":9,"height":9},"isMaximized":false}'])(
    'takes a note that is none (%s) for none',
    async (text) => {
      expect((await started(withNote(text))).getNormalBounds()).toEqual(MIDDLE);
    },
  );

  it('takes numbers that no screen has for none', async () => {
    for (const wrong of [{ x: 1e9 }, { width: -5 }, { height: 0 }, { y: 0.5 }, { width: 1e7 }])
      expect((await started(left({ ...MIDDLE, ...wrong }))).getNormalBounds()).toEqual(MIDDLE);
  });
});

describe('the note of where the window was', () => {
  it('is written once for a whole drag, a moment after its end', async () => {
    vi.useFakeTimers();
    const path = noteIn(tempFolder());
    const window = await started(path);
    for (let x = 0; x <= 100; x += 1) window.setBounds({ x });
    expect(existsSync(path)).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(kept(path)).toEqual({ bounds: { ...MIDDLE, x: 100 }, isMaximized: false });
  });

  it('is not what the window needs: a profile that takes none opens it all the same', async () => {
    const window = await started(join(tempFolder(), 'not-there', 'window.json'));
    window.setBounds({ x: 7 });
    window.close();
    expect(window.isVisible()).toBe(false);
    expect(fake.BrowserWindow.all).toEqual([window]);
  });
});

describe('a hidden window whose screen is taken away', () => {
  it('is in sight when it is shown again, and one that is in sight is not moved', async () => {
    fake.screen.displays = [MAIN, LEFT];
    const window = await started(noteIn(tempFolder()));
    window.setBounds({ x: -1700, y: 40, width: 1000, height: 700 });
    window.close();
    fake.app.emit('second-instance', {}, []);
    expect(window.getNormalBounds()).toMatchObject({ x: -1700, y: 40 });
    window.close();
    fake.screen.displays = [MAIN];
    fake.app.emit('second-instance', {}, []);
    expect(window.getNormalBounds()).toEqual({ x: 460, y: 182, width: 1000, height: 700 });
  });
});
