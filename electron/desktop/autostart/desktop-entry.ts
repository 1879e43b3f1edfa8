import { HIDDEN_SWITCH } from '../launch-options.ts';

/** A file by the Desktop Entry Specification that starts `program`. */
export function desktopEntry(program: string): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Intray',
    // Where it is not there any more, the desktop passes over this file without a word.
    tryLine(program),
    execLine(program),
    'Icon=intray',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** The same file for where the program is now. One whose command a person has changed is left as it is, and so is all else in it. */
export function movedEntry(entry: string, program: string): string {
  const lines = entry.split('\n');
  const tried = lines.find((line) => line.startsWith(TRY));
  if (tried === undefined) return entry;
  const old = tried.slice(TRY.length).replaceAll('\\\\', '\\');
  if (old === program || !lines.includes(execLine(old))) return entry;
  return lines.map((line) => (line === tried ? tryLine(program) : line === execLine(old) ? execLine(program) : line)).join('\n');
}

/** By the standard, by GNOME's own key, or since nothing is left in it, as where it leads to /dev/null. */
export function isSwitchedOff(entry: string): boolean {
  const lines = entry.split('\n').map((line) => line.trim());
  const says = (key: string, value: string): boolean => lines.some((line) => line.replace(/\s*=\s*/, '=') === `${key}=${value}`);
  return says('Hidden', 'true') || says('X-GNOME-Autostart-enabled', 'false') || !lines.some((line) => /^Exec\s*=/.test(line));
}

const TRY = 'TryExec=';

function tryLine(program: string): string {
  return `${TRY}${program.replaceAll('\\', '\\\\')}`;
}

/** A quoted word escapes quote, dollar, backtick and backslash, and a percent sign stands twice. */
function execLine(program: string): string {
  const quoted = program
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `Exec="${quoted}" ${HIDDEN_SWITCH}`;
}
