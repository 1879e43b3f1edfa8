import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '#shared/node/code-of.ts';
import { APP_ID } from '../app-id.ts';
import type { AutostartEntry } from './autostart-entry.ts';
import type { AutostartPlace } from './autostart-entry.ts';
import { desktopEntry, isSwitchedOff, movedEntry } from './desktop-entry.ts';

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

/** Null if there is no file. Any other read error is thrown: the entry must not look as if the person had removed it. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}
