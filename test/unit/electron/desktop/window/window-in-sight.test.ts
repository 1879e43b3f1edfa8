import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShell } from '#electron/desktop/shell.ts';
import { type ShellOptions } from '#electron/desktop/shell-options.ts';
import * as fake from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { cannedEngine } from '../canned-engine.ts';

beforeEach(() => {
  fake.resetFakeElectron();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function opened(options: Partial<ShellOptions> = {}, theme: 'system' | 'light' | 'dark' = 'system') {
  const engine = cannedEngine();
  engine.says.settings = { ...engine.says.settings, theme };
  await openShell({ engine, log: recordingLog(), root: '/app', locale: 'en-GB', platform: 'linux', ...options });
  return engine;
}

const windowOf = () => fake.BrowserWindow.all[0] as InstanceType<typeof fake.BrowserWindow>;
const drawn = () => vi.advanceTimersByTimeAsync(0);

describe('the window', () => {
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
