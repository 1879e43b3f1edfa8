import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { setAutostart } from '#electron/desktop/autostart.ts';
import { startedByComputer } from '#electron/desktop/started-by-computer.ts';
import { app, resetFakeElectron } from '#test/support/fake-electron/fake-electron.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

beforeEach(() => resetFakeElectron());

const FILE = 'app.intray.desktop.desktop';

describe('starting with the computer', () => {
  it('is an entry of the system’s own list on Windows and macOS, hidden', () => {
    for (const platform of ['win32', 'darwin'] as const) {
      setAutostart(true, { platform, env: {}, home: '/h', program: '/p' });
      expect(app.loginItem).toEqual({ openAtLogin: true, args: ['--hidden'] });
      setAutostart(false, { platform, env: {}, home: '/h', program: '/p' });
      expect(app.loginItem?.openAtLogin).toBe(false);
    }
  });

  it('is a file of the desktop’s standard on Linux, which goes again', () => {
    const home = tempFolder();
    const place = { platform: 'linux', env: {}, home, program: '/opt/In "tray" $5 100%/intray' } as const;
    setAutostart(true, place);
    const path = join(home, '.config', 'autostart', FILE);
    // Uninstalled, it is not looked for at each login.
    expect(readFileSync(path, 'utf8').split('\n')).toContain('TryExec=/opt/In "tray" $5 100%/intray');
    expect(readFileSync(path, 'utf8').split('\n')).toContain('Exec="/opt/In \\\\"tray\\\\" \\\\$5 100%%/intray" --hidden');
    setAutostart(false, place);
    expect(existsSync(path)).toBe(false);
    setAutostart(false, place);
  });

  it('is told from a start by the person: by the switch, and on macOS, which gives none, by the system', () => {
    for (const platform of ['win32', 'linux', 'darwin'] as const) {
      expect(startedByComputer(true, platform)).toBe(true);
      expect(startedByComputer(false, platform)).toBe(false);
    }
    app.wasOpenedAtLogin = true;
    expect(startedByComputer(false, 'darwin')).toBe(true);
  });

  it('starts the AppImage and not what is unpacked of it, where the person keeps such files', () => {
    const home = tempFolder();
    const env = { XDG_CONFIG_HOME: join(home, 'conf'), APPIMAGE: '/home/x/Intray.AppImage' };
    setAutostart(true, { platform: 'linux', env, home, program: '/tmp/.mount_x/intray' });
    expect(readFileSync(join(home, 'conf', 'autostart', FILE), 'utf8')).toContain('Exec="/home/x/Intray.AppImage" --hidden\n');
  });
});
