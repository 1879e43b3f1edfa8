import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AutostartEntry, autostartEntry, keepEntry } from '#electron/desktop/autostart/autostart.ts';
import { startedByComputer } from '#electron/desktop/launch-options.ts';
import { app, resetFakeElectron } from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';

beforeEach(() => resetFakeElectron());

const NAME = 'app.intray.desktop';
const items = app.loginItems;
const OLD = 'C:\\Users\\Anne Roux\\AppData\\Intray 1\\Intray.exe';
const NEW = 'C:\\Users\\Anne Roux\\AppData\\Intray 2\\Intray.exe';

const note = () => join(tempFolder(), 'autostart');
const entryAt = (program: string, at: string) => autostartEntry({ platform: 'win32', env: {}, home: '', program, note: at });

describe('on Windows', () => {
  it('is a value of the Run key, hidden, with its path in quotes; and goes again', () => {
    const entry = entryAt(NEW, note());
    entry.set(true);
    expect(items.run.get(NAME)).toEqual({ command: `"${NEW}" --hidden`, enabled: true });
    expect(entry.state()).toBe('starts');
    entry.set(false);
    expect([items.run.size, entry.state()]).toEqual([0, 'absent']);
  });

  it('stays off when Task Manager has switched it off, at each start and also when the person sets it here', () => {
    const entry = entryAt(NEW, note());
    entry.set(true);
    switchOff();
    for (const act of [() => entry.mend(), () => entry.set(true), () => entry.mend()]) {
      act();
      expect(entry.state()).toBe('switched-off');
    }
  });

  it('leads to where Intray is now, on or off as it was', () => {
    for (const isOff of [false, true]) {
      items.reset();
      const at = note();
      entryAt(OLD, at).set(true);
      if (isOff) switchOff();
      const moved = entryAt(NEW, at);
      expect(moved.state()).toBe('absent');
      moved.mend();
      expect(items.run.get(NAME)).toEqual({ command: `"${NEW}" --hidden`, enabled: !isOff });
      entryAt(OLD, at).mend();
      expect(items.run.get(NAME)?.command).toBe(`"${OLD}" --hidden`);
    }
  });

  it('gets its quotes where an older version wrote none, on or off as it was', () => {
    items.program = NEW;
    items.run.set(NAME, { command: `${NEW} --hidden`, enabled: false });
    entryAt(NEW, note()).mend();
    expect(items.run.get(NAME)).toEqual({ command: `"${NEW}" --hidden`, enabled: false });
  });

  it('is not made again at a start when the person took it away, and what is there is not written anew', () => {
    const entry = entryAt(NEW, note());
    entry.mend();
    expect(items.written).toEqual([]);
    entry.set(true);
    entry.mend();
    expect(items.written).toHaveLength(1);
    items.run.clear();
    entry.mend();
    expect(items.run.size).toBe(0);
  });

  it('leaves other programs’ entries alone', () => {
    items.run.set('Other', { command: `"${NEW}" --other`, enabled: true });
    const entry = entryAt(NEW, note());
    expect(entry.state()).toBe('absent');
    entry.mend();
    expect(items.written).toEqual([]);
  });
});

describe('on macOS', () => {
  const entry = autostartEntry({ platform: 'darwin', env: {}, home: '', program: '/p', note: '' });

  it('is a login item, which macOS itself finds again', () => {
    entry.set(true);
    expect(entry.state()).toBe('starts');
    entry.mend();
    expect(items.written).toEqual([{ openAtLogin: true }]);
    entry.set(false);
    expect(entry.state()).toBe('absent');
  });

  it('stays off when it was switched off in Login Items', () => {
    items.status = 'requires-approval';
    entry.mend();
    entry.set(true);
    expect([entry.state(), items.written]).toEqual(['switched-off', []]);
  });

  it('is absent where macOS does not know it', () => {
    for (const status of ['not-registered', 'not-found'] as const) {
      items.status = status;
      expect(entry.state()).toBe('absent');
    }
  });
});

/** With the entry file of the Linux desktops' standard in it. */
const aHome = () => {
  const home = tempFolder();
  const path = join(home, '.config', 'autostart', `${NAME}.desktop`);
  const at = (program: string): AutostartEntry => autostartEntry({ platform: 'linux', env: {}, home, program, note: '' });
  const edit = (how: (text: string) => string): void => writeFileSync(path, how(readFileSync(path, 'utf8')));
  return { home, path, at, edit, lines: () => readFileSync(path, 'utf8').split('\n') };
};

describe('on Linux', () => {
  const OLD_APP = '/home/anne/Intray-1.AppImage';
  const NEW_APP = '/home/anne/Intray 2 "$5" 100%.AppImage';
  it('is a file of the desktop’s standard, which goes again', () => {
    const { path, at, lines } = aHome();
    const entry = at(NEW_APP);
    expect(entry.state()).toBe('absent');
    entry.set(true);
    // After an uninstall, the desktop does not look for it at each login.
    expect(lines()).toContain(`TryExec=${NEW_APP}`);
    expect(lines()).toContain('Exec="/home/anne/Intray 2 \\\\"\\\\$5\\\\" 100%%.AppImage" --hidden');
    expect(entry.state()).toBe('starts');
    for (let times = 0; times < 2; times += 1) entry.set(false);
    expect(existsSync(path)).toBe(false);
  });

  it('starts the AppImage and not what is unpacked of it, where the person keeps such files', () => {
    const home = tempFolder();
    const env = { XDG_CONFIG_HOME: join(home, 'conf'), APPIMAGE: '/home/x/Intray.AppImage' };
    autostartEntry({ platform: 'linux', env, home, program: '/tmp/.mount_x/intray', note: '' }).set(true);
    const written = readFileSync(join(home, 'conf', 'autostart', `${NAME}.desktop`), 'utf8');
    expect(written).toContain('Exec="/home/x/Intray.AppImage" --hidden\n');
  });

  it('leads to where Intray is now, and keeps all else that a desktop or a person wrote into it', () => {
    const { at, edit, lines } = aHome();
    at(OLD_APP).set(true);
    edit((text) => `${text.replace('enabled=true', 'enabled=false')}X-KDE-autostart-after=panel\n`);
    at(NEW_APP).mend();
    expect(lines()).toContain(`TryExec=${NEW_APP}`);
    expect(lines().join('\n')).not.toContain(OLD_APP);
    expect(lines()).toContain('X-KDE-autostart-after=panel');
    expect(at(NEW_APP).state()).toBe('switched-off');
    at(OLD_APP).mend();
    expect(lines()).toContain(`Exec="${OLD_APP}" --hidden`);
  });

  it('keeps a command that a person has changed', () => {
    const { at, edit, lines } = aHome();
    at(OLD_APP).set(true);
    edit((text) => text.replace(/^Exec=.*$/m, 'Exec=/home/anne/bin/slowly.sh intray'));
    at(NEW_APP).mend();
    at(NEW_APP).set(true);
    expect(lines()).toContain('Exec=/home/anne/bin/slowly.sh intray');
  });

  it.each([
    ['Hidden=true', (text: string) => `${text}Hidden=true\n`],
    ['X-GNOME-Autostart-enabled=false', (text: string) => text.replace('enabled=true', 'enabled = false')],
    ['an empty file', () => ''],
  ])('stays off by %s, at each start and also when the person sets it here', (_how, change) => {
    const { path, at, edit } = aHome();
    const entry = at(NEW_APP);
    entry.set(true);
    edit(change);
    const before = readFileSync(path, 'utf8');
    for (const act of [() => entry.mend(), () => entry.set(true)]) {
      act();
      expect([entry.state(), readFileSync(path, 'utf8')]).toEqual(['switched-off', before]);
    }
  });

  it('is not made again at a start when the person took it away, as GNOME Tweaks does', () => {
    const { path, at } = aHome();
    at(NEW_APP).mend();
    expect(existsSync(path)).toBe(false);
  });
});

const lent = (entry: AutostartEntry) => {
  const log = recordingLog();
  return { log, autostart: keepEntry(entry, { platform: 'win32', isFirst: false, log }) };
};

describe('what the engine is lent', () => {
  it('rings when the person comes back to the window and the system says something else', () => {
    let state: ReturnType<AutostartEntry['state']> = 'starts';
    const { autostart } = lent({ state: () => state, set: () => undefined, mend: () => undefined });
    let rings = 0;
    expect(autostart.view()).toEqual({ is: 'starts', system: 'windows' });
    autostart.onChange(() => {
      rings += 1;
    });
    app.emit('browser-window-focus');
    expect(rings).toBe(0);
    state = 'switched-off';
    app.emit('browser-window-focus');
    app.emit('browser-window-focus');
    expect([rings, autostart.view().is]).toEqual([1, 'switched-off']);
  });

  it('says in the log what a home does not let it do, without a path, and goes on', () => {
    const home = tempFolder();
    writeFileSync(join(home, '.config'), 'a file in its place');
    const { log, autostart } = lent(autostartEntry({ platform: 'linux', env: {}, home, program: '/p', note: '' }));
    autostart.set(true);
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { what: 'set' } }]);
    expect(log.text()).not.toContain(home);
    expect(autostart.view().is).toBe('absent');
  });
});

describe('a start by the computer', () => {
  it('is told from a start by the person: by the switch, and on macOS, which gives none, by the system', () => {
    for (const platform of ['win32', 'linux', 'darwin'] as const) {
      expect(startedByComputer(true, platform)).toBe(true);
      expect(startedByComputer(false, platform)).toBe(false);
    }
    items.wasOpenedAtLogin = true;
    expect(startedByComputer(false, 'darwin')).toBe(true);
  });
});

/** As Task Manager does. */
function switchOff(): void {
  const entry = items.run.get(NAME);
  if (entry !== undefined) entry.enabled = false;
}
