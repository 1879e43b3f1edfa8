import { type AutostartEntry, type AutostartPlace, type AutostartState, xdgEntry } from './xdg-entry.ts';
import { app, type LaunchItems, type LoginItemSettings } from 'electron/main';
import { readFileSync, writeFileSync } from 'node:fs';
import { APP_ID } from '../app-id.ts';
import { HIDDEN_SWITCH } from '../launch-options.ts';
import { codeOf } from '#shared/node/code-of.ts';
import type { Log } from '#shared/ports/world.ts';
import type { Autostart } from '../../engine/engine.ts';

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
