import { HIDDEN_SWITCH } from '../launch-options.ts';

/** Text of a file by the Desktop Entry Specification that starts `program`. */
export function desktopEntry(program: string): string {
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

/** The same file, pointed at the program's present location. Unchanged if a person changed its command; other lines are always kept. */
export function movedEntry(entry: string, program: string): string {
  const lines = entry.split('\n');
  const tried = lines.find((line) => line.startsWith(TRY));
  if (tried === undefined) return entry;
  const old = tried.slice(TRY.length).replaceAll('\\\\', '\\');
  if (old === program || !lines.includes(execLine(old))) return entry;
  return lines.map((line) => (line === tried ? tryLine(program) : line === execLine(old) ? execLine(program) : line)).join('\n');
}

/** Off by the standard's key, by GNOME's own key, or because the file has no `Exec` line, as with a link to /dev/null. */
export function isSwitchedOff(entry: string): boolean {
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
