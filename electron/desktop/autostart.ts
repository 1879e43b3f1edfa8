import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron/main';
import { APP_ID } from './app-id.ts';
import { HIDDEN_SWITCH } from './launch-options.ts';

export type AutostartPlace = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The program to start; an AppImage is another one than what runs in it. */
  readonly program: string;
};

/** Whether Intray starts, hidden, when the person logs in: by the system's own list, on Linux by a file of the desktop's standard. */
export function setAutostart(wanted: boolean, place: AutostartPlace): void {
  if (place.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: wanted, args: [HIDDEN_SWITCH] });
  const path = autostartFile(place);
  if (!wanted) return rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, desktopEntry(place.env['APPIMAGE'] ?? place.program));
}

function autostartFile({ env, home }: AutostartPlace): string {
  const given = env['XDG_CONFIG_HOME'];
  return join(given === undefined || given === '' ? join(home, '.config') : given, 'autostart', `${APP_ID}.desktop`);
}

/** By the Desktop Entry Specification: a quoted word escapes quote, dollar, backtick and backslash, and a percent sign stands twice. */
function desktopEntry(program: string): string {
  const quoted = program
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Intray',
    // Where it is not there any more, the desktop passes over this file without a word.
    `TryExec=${program.replaceAll('\\', '\\\\')}`,
    `Exec="${quoted}" ${HIDDEN_SWITCH}`,
    'Icon=intray',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}
