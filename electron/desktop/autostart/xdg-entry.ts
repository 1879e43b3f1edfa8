import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '#shared/node/code-of.ts';
import { APP_ID } from '../app-id.ts';
import { HIDDEN_SWITCH } from '../launch-options.ts';

/** A file of the XDG autostart standard. GNOME Tweaks deletes it, other desktops write "off" into it, and an editor may have changed anything. */
export function xdgEntry(place: Pick<AutostartPlace, 'env' | 'home' | 'program'>): AutostartEntry {
  const path = autostartFile(place);
  const program = place.env['APPIMAGE'] ?? place.program;
  const mend = (entry: string): void => {
    const mended = movedEntry(entry, program);
    if (mended !== entry) writeFileSync(path, mended);
  };
  return {
    state: () => {
      const entry = read(path);
      if (entry === null) return 'absent';
      return isSwitchedOff(entry) ? 'switched-off' : 'starts';
    },
    set: (wanted) => {
      if (!wanted) return rmSync(path, { force: true });
      const entry = read(path);
      if (entry !== null) return mend(entry);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, desktopEntry(program));
    },
    mend: () => {
      const entry = read(path);
      if (entry !== null) mend(entry);
    },
  };
}

function autostartFile({ env, home }: Pick<AutostartPlace, 'env' | 'home'>): string {
  const given = env['XDG_CONFIG_HOME'];
  return join(given === undefined || given === '' ? join(home, '.config') : given, 'autostart', `${APP_ID}.desktop`);
}

/** Null if there is no file. Any other read error is thrown: the entry must not look as if the user had removed it. */
function read(path: string): string | null {
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
  const quoted = program
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `Exec="${quoted}" ${HIDDEN_SWITCH}`;
}

export type AutostartPlace = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The program to start. For an AppImage this is the image, not the executable that runs inside it. */
  readonly program: string;
  /** File that records which program the entry was last written with, for systems that do not report it. */
  readonly note: string;
};

/** `switched-off`: the entry exists, but the system's own switch is off. `absent`: there is no entry, or the user removed it. */
export type AutostartState = 'starts' | 'switched-off' | 'absent';

/** Intray's entry in the system's list of log-in programs. The system's switches belong to the user: Intray never turns one on (ADR-56). */
export type AutostartEntry = {
  state(): AutostartState;
  /** Applies a choice that the user has just made in Intray's own settings. A system switch that is off stays off. */
  set(wanted: boolean): void;
  /** Points an entry of ours at Intray's present location if Intray was moved. Never creates an entry. */
  mend(): void;
};
