import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShell } from '#electron/desktop/shell.ts';
import type { ShellOptions } from '#electron/desktop/shell-options.ts';
import * as fake from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { cannedEngine } from '../canned-engine.ts';
import type { FakeBrowserWindow } from '#test/support/fake-electron/fake-windows.ts';

async function opened(options: Partial<ShellOptions> = {}, theme: 'system' | 'light' | 'dark' = 'system') {
  const engine = cannedEngine();
  engine.says.settings = { ...engine.says.settings, theme };
  await openShell({ engine, log: recordingLog(), root: '/app', locale: 'en-GB', platform: 'linux', ...options });
  return engine;
}

const windowOf = () => fake.BrowserWindow.all[0] as InstanceType<typeof fake.BrowserWindow>;
const drawn = () => vi.advanceTimersByTimeAsync(0);

describe('the window', () => {
  beforeEach(() => {
    fake.resetFakeElectron();
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('comes into sight when its page is drawn, once, and not before; also where it was maximised', async () => {
    fake.BrowserWindow.draws = false;
    const windowNote = join(tempFolder(), 'window.json');
    writeFileSync(windowNote, JSON.stringify({ bounds: { x: 0, y: 0, width: 900, height: 600 }, isMaximized: true }));
    await opened({ windowNote });
    fake.app.emit('second-instance', {}, []);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(windowOf().isVisible()).toBe(false);
    windowOf().emit('ready-to-show');
    expect([windowOf().isVisible(), windowOf().isMaximized()]).toEqual([true, true]);
    windowOf().hide();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(windowOf().isVisible()).toBe(false);
    expect(fake.BrowserWindow.all).toHaveLength(1);
  });

  it('comes into sight also where its page is never drawn', async () => {
    fake.BrowserWindow.draws = false;
    await opened();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(windowOf().isVisible()).toBe(true);
  });

  it('is not brought back by a page that is drawn after it was taken away', async () => {
    fake.BrowserWindow.draws = false;
    await opened();
    const window = windowOf();
    window.destroy();
    const shown = vi.fn<() => void>();
    window.on('show', shown);
    expect(() => window.emit('ready-to-show')).not.toThrow();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(shown).not.toHaveBeenCalled();
    expect(fake.BrowserWindow.all).toEqual([]);
  });

  it.each([
    ['system', false, '#f4f5f7'],
    ['system', true, '#131519'],
    ['light', true, '#f4f5f7'],
    ['dark', false, '#131519'],
  ] as const)(
    'has from the first moment the colour of its page: set to %s, on a system that is dark: %s',
    async (theme, isDark, colour) => {
      fake.nativeTheme.systemIsDark = isDark;
      await opened({}, theme);
      expect(windowOf().options.backgroundColor).toBe(colour);
      expect(fake.nativeTheme.themeSource).toBe(theme);
    },
  );

  it('follows the setting and the system', async () => {
    const engine = await opened();
    engine.says.settings = { ...engine.says.settings, theme: 'dark' };
    engine.ring();
    await drawn();
    expect(windowOf().backgroundColor).toBe('#131519');
    engine.says.settings = { ...engine.says.settings, theme: 'system' };
    engine.ring();
    await drawn();
    expect(windowOf().backgroundColor).toBe('#f4f5f7');
    fake.nativeTheme.systemIsDark = true;
    fake.nativeTheme.emit('updated');
    expect(windowOf().backgroundColor).toBe('#131519');
    windowOf().destroy();
    expect(() => fake.nativeTheme.emit('updated')).not.toThrow();
    expect(fake.nativeTheme.listenerCount('updated')).toBe(0);
  });

  it('has the colours that its page has', async () => {
    const tokens = readFileSync(join(import.meta.dirname, '../../../../../shared/ui/tokens.css'), 'utf8');
    const [, light, dark] = /--canvas: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? [];
    await opened({}, 'light');
    expect(windowOf().backgroundColor).toBe(light);
    fake.nativeTheme.themeSource = 'dark';
    expect(windowOf().backgroundColor).toBe(dark);
  });
});

describe('the icon in the Dock', () => {
  beforeEach(() => {
    fake.resetFakeElectron();
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('is there while the window is, and no longer', async () => {
    await opened({ platform: 'darwin', hidden: true });
    expect(fake.app.policies).toEqual(['accessory']);
    fake.app.emit('activate');
    await drawn();
    expect(fake.app.policies).toEqual(['accessory', 'regular']);
    windowOf().close();
    expect(fake.app.policies.at(-1)).toBe('accessory');
    fake.app.emit('activate');
    expect(fake.app.policies.at(-1)).toBe('regular');
    windowOf().destroy();
    expect(fake.app.policies.at(-1)).toBe('accessory');
  });

  it('is nobody’s matter on other systems', async () => {
    for (const platform of ['linux', 'win32'] as const) {
      fake.resetFakeElectron();
      await opened({ platform });
      await drawn();
      windowOf().close();
      expect(fake.app.policies).toEqual([]);
    }
  });
});

/** Two screens: one under a system bar, and a smaller one to the left of it. */
const MAIN = { id: 1, workArea: { x: 0, y: 25, width: 1920, height: 1015 } };
const LEFT = { id: 2, workArea: { x: -1600, y: 0, width: 1600, height: 900 } };
const MIDDLE = { x: 320, y: 132, width: 1280, height: 800 };

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
  beforeEach(() => {
    fake.resetFakeElectron();
    fake.screen.displays = [MAIN];
  });

  afterEach(() => {
    vi.useRealTimers();
  });

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
  beforeEach(() => {
    fake.resetFakeElectron();
    fake.screen.displays = [MAIN];
  });

  afterEach(() => {
    vi.useRealTimers();
  });

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
  beforeEach(() => {
    fake.resetFakeElectron();
    fake.screen.displays = [MAIN];
  });

  afterEach(() => {
    vi.useRealTimers();
  });

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
  beforeEach(() => {
    fake.resetFakeElectron();
    fake.screen.displays = [MAIN];
  });

  afterEach(() => {
    vi.useRealTimers();
  });

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
