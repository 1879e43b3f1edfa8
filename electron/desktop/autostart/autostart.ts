import { app, type LaunchItems, type LoginItemSettings } from 'electron/main';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { APP_ID, HIDDEN_SWITCH } from '../launch-options.ts';
import { codeOf } from '#shared/node/code-of.ts';
import type { Log } from '#shared/ports/world.ts';
import type { Autostart } from '../../engine/engine.ts';
import { dirname, join } from 'node:path';

export function autostartEntry(place: AutostartPlace): AutostartEntry {
  if (place.platform === 'linux') return xdgEntry(place);
  return place.platform === 'darwin' ? loginItem() : runEntry(place);
}

/** macOS identifies the app by its bundle, not by a path, so it finds a moved app again. It passes no switch to the app. */
function loginItem(): AutostartEntry {
  return {
    state: () => {
      if (status() === 'enabled') return 'starts';
      return status() === 'requires-approval' ? 'switched-off' : 'absent';
    },
    set: (wanted) => {
      if (wanted && status() === 'requires-approval') return;
      app.setLoginItemSettings({ openAtLogin: wanted });
    },
    mend: () => undefined,
  };
}

function status(): LoginItemSettings['status'] {
  return app.getLoginItemSettings().status;
}

/**
 * Windows' `Run` key. Electron lists only the entries that start a given program, so an entry that points elsewhere is found by the note of
 * where it pointed. Task Manager's switch is a separate value beside it, which Electron deletes on every write without `enabled: false`.
 */
function runEntry({ program, note }: Pick<AutostartPlace, 'program' | 'note'>): AutostartEntry {
  const here = () => entryOf(quoted(program));
  const write = (enabled: boolean): void => {
    app.setLoginItemSettings({ openAtLogin: true, name: APP_ID, path: quoted(program), args: [HIDDEN_SWITCH], enabled });
    keep(note, program);
  };
  const elsewhere = (): LaunchItems | undefined => {
    const noted = read(note);
    // Without a path Electron looks for its own, unquoted, as versions before the note wrote it.
    return (noted === null ? undefined : entryOf(quoted(noted))) ?? entryOf();
  };
  return {
    state: () => {
      const entry = here();
      if (entry === undefined) return 'absent';
      return entry.enabled ? 'starts' : 'switched-off';
    },
    set: (wanted) => {
      if (wanted) write((here() ?? elsewhere())?.enabled ?? true);
      else app.setLoginItemSettings({ openAtLogin: false, name: APP_ID, path: quoted(program) });
    },
    mend: () => {
      if (here() !== undefined) return keep(note, program);
      const old = elsewhere();
      if (old !== undefined) write(old.enabled);
    },
  };
}

function entryOf(path?: string): LaunchItems | undefined {
  const { launchItems } = app.getLoginItemSettings(path === undefined ? {} : { path });
  return launchItems.find(({ name, scope }) => name === APP_ID && scope === 'user');
}

/** Electron writes the path as given. Unquoted, Windows would try `C:\Users\Anne.exe` for a program in `C:\Users\Anne Roux`. */
function quoted(program: string): string {
  return `"${program}"`;
}

function read(note: string): string | null {
  try {
    return readFileSync(note, 'utf8');
  } catch {
    // Not written yet, or a disk error that the engine reports.
    return null;
  }
}

function keep(note: string, program: string): void {
  if (read(note) !== program) writeFileSync(note, program);
}

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, 'windows' | 'macos'>>> = { win32: 'windows', darwin: 'macos' };

type KeepEntryOptions = {
  readonly platform: NodeJS.Platform;
  /** This installation has never been started before, so the default is written down now, and only now. */
  readonly isFirst: boolean;
  readonly log: Log;
};

/** Gives the engine the system's entry. A home folder that cannot be read or written does not keep Intray from sending. */
export function keepEntry(entry: AutostartEntry, { platform, isFirst, log }: KeepEntryOptions): Autostart {
  const tried = (what: string, act: () => void): void => {
    try {
      act();
    } catch (error) {
      log.warn('the start with the computer could not be set', { what, code: codeOf(error) });
    }
  };
  let seen: AutostartState = 'absent';
  const look = (): AutostartState => {
    tried('look', () => {
      seen = entry.state();
    });
    return seen;
  };
  return {
    isFirst,
    view: () => ({ is: look(), system: SYSTEMS[platform] ?? 'linux' }),
    set: (wanted) => tried('set', () => entry.set(wanted)),
    mend: () => tried('mend', () => entry.mend()),
    // No system sends an event when its switch is turned, but a user who turned it comes back to the window.
    onChange: (ring) =>
      void app.on('browser-window-focus', () => {
        const before = seen;
        if (look() !== before) ring();
      }),
  };
}

/** A file of the XDG autostart standard. GNOME Tweaks deletes it, other desktops write "off" into it, and an editor may have changed anything. */
function xdgEntry(place: Pick<AutostartPlace, 'env' | 'home' | 'program'>): AutostartEntry {
  const path = autostartFile(place);
  const program = place.env['APPIMAGE'] ?? place.program;
  const mend = (entry: string): void => {
    const mended = movedEntry(entry, program);
    if (mended !== entry) writeFileSync(path, mended);
  };
  return {
    state: () => {
      const entry = readEntry(path);
      if (entry === null) return 'absent';
      return isSwitchedOff(entry) ? 'switched-off' : 'starts';
    },
    set: (wanted) => {
      if (!wanted) return rmSync(path, { force: true });
      const entry = readEntry(path);
      if (entry !== null) return mend(entry);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, desktopEntry(program));
    },
    mend: () => {
      const entry = readEntry(path);
      if (entry !== null) mend(entry);
    },
  };
}

function autostartFile({ env, home }: Pick<AutostartPlace, 'env' | 'home'>): string {
  const given = env['XDG_CONFIG_HOME'];
  return join(given === undefined || given === '' ? join(home, '.config') : given, 'autostart', `${APP_ID}.desktop`);
}

/** Null if there is no file. Any other read error is thrown: the entry must not look as if the user had removed it. */
function readEntry(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** Text of a file by the Desktop Entry Specification that starts `program`. */
function desktopEntry(program: string): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Intray',
    // If this program no longer exists, the desktop silently skips the file.
    tryLine(program),
    execLine(program),
    'Icon=intray',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** The same file, pointed at the program's present location. Unchanged if a user changed its command; other lines are always kept. */
function movedEntry(entry: string, program: string): string {
  const lines = entry.split('\n');
  const tried = lines.find((line) => line.startsWith(TRY));
  if (tried === undefined) return entry;
  const old = tried.slice(TRY.length).replaceAll('\\\\', '\\');
  if (old === program || !lines.includes(execLine(old))) return entry;
  return lines.map((line) => (line === tried ? tryLine(program) : line === execLine(old) ? execLine(program) : line)).join('\n');
}

/** Off by the standard's key, by GNOME's own key, or because the file has no `Exec` line, as with a link to /dev/null. */
function isSwitchedOff(entry: string): boolean {
  const lines = entry.split('\n').map((line) => line.trim());
  const says = (key: string, value: string): boolean => lines.some((line) => line.replace(/\s*=\s*/, '=') === `${key}=${value}`);
  return says('Hidden', 'true') || says('X-GNOME-Autostart-enabled', 'false') || !lines.some((line) => /^Exec\s*=/.test(line));
}

const TRY = 'TryExec=';

function tryLine(program: string): string {
  return `${TRY}${program.replaceAll('\\', '\\\\')}`;
}

/** In a quoted word, quote, dollar, backtick and backslash are escaped, and a percent sign is doubled. */
function execLine(program: string): string {
  const escaped = program
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `Exec="${escaped}" ${HIDDEN_SWITCH}`;
}

type AutostartPlace = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The program to start. For an AppImage this is the image, not the executable that runs inside it. */
  readonly program: string;
  /** File that records which program the entry was last written with, for systems that do not report it. */
  readonly note: string;
};

/** `switched-off`: the entry exists, but the system's own switch is off. `absent`: there is no entry, or the user removed it. */
type AutostartState = 'starts' | 'switched-off' | 'absent';

/** Intray's entry in the system's list of log-in programs. The system's switches belong to the user: Intray never turns one on (ADR-56). */
export type AutostartEntry = {
  state(): AutostartState;
  /** Applies a choice that the user has just made in Intray's own settings. A system switch that is off stays off. */
  set(wanted: boolean): void;
  /** Points an entry of ours at Intray's present location if Intray was moved. Never creates an entry. */
  mend(): void;
};
