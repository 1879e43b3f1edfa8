import type { WindowsPlace } from './windows-place.ts';

/** What an installation leaves in Windows: text if it exists, null if not. */
export type Traces = Readonly<Record<Trace, string | null>>;
export type Trace =
  | 'program'
  | 'start menu'
  | 'desktop'
  | 'list of programs'
  | 'place of the program'
  | 'start at log-in'
  | 'switch of that start'
  | 'addresses'
  | 'files of invitations'
  | 'clicks on notifications'
  | 'packages of updates'
  | 'profile'
  | 'profile on its way out';

const CURRENT = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion';
export const KEYS = {
  run: `${CURRENT}\\Run`,
  runSwitch: `${CURRENT}\\Explorer\\StartupApproved\\Run`,
  addresses: 'HKCU\\Software\\Classes\\intray',
  files: 'HKCU\\Software\\Classes\\.intray',
  fileClass: 'HKCU\\Software\\Classes\\Intray.Invitation',
  classes: 'HKCU\\Software\\Classes\\CLSID',
} as const;

/** Where Windows reads the command that opens the addresses or files of this key. */
export function openCommandKey(key: string): string {
  return `${key}\\shell\\open\\command`;
}

export function programFolder({ folders }: WindowsPlace): string {
  return `${folders.local}\\Programs\\intray`;
}

export function programOf(place: WindowsPlace): string {
  return `${programFolder(place)}\\Intray.exe`;
}

export function dataFolder({ folders }: WindowsPlace): string {
  return `${folders.roaming}\\Intray`;
}

export async function lookAt(place: WindowsPlace): Promise<Traces> {
  const { folders, ids } = place;
  const file = (path: string): string | null => (place.exists(path) ? 'there' : null);
  return {
    program: file(programFolder(place)),
    'start menu': file(`${folders.roaming}\\Microsoft\\Windows\\Start Menu\\Programs\\Intray.lnk`),
    desktop: file(`${folders.desktop}\\Intray.lnk`),
    'list of programs': await readValue(place, `${CURRENT}\\Uninstall\\${ids.installation}`, 'DisplayVersion'),
    'place of the program': await readValue(place, `HKCU\\Software\\${ids.installation}`, 'InstallLocation'),
    'start at log-in': await readValue(place, KEYS.run, ids.app),
    'switch of that start': await readValue(place, KEYS.runSwitch, ids.app),
    addresses: await readValue(place, openCommandKey(KEYS.addresses), null),
    'files of invitations': await readValue(place, KEYS.files, null),
    'clicks on notifications': await leadsToUs(place),
    'packages of updates': file(`${folders.local}\\intray-updater`),
    profile: file(dataFolder(place)),
    'profile on its way out': file(`${dataFolder(place)} (deleted)`),
  };
}

/** The traces that exist. */
export function existingTraces(traces: Traces): readonly Trace[] {
  return (Object.keys(traces) as Trace[]).filter((trace) => traces[trace] !== null);
}

/** Counts our running programs by name only: the Windows of these checks has no other program of that name. */
export async function countRunning(place: WindowsPlace): Promise<number> {
  const { said } = await place.run('tasklist.exe', ['/FO', 'CSV', '/NH']);
  return said.split('\n').filter((line) => line.startsWith('"Intray.exe"')).length;
}

/** A null `name` reads the key's default value. Returns null if there is none. */
export async function readValue(place: WindowsPlace, key: string, name: string | null): Promise<string | null> {
  const { code, said } = await place.run('reg.exe', ['query', key, ...(name === null ? ['/ve'] : ['/v', name])]);
  if (code !== 0) return null;
  // One output line is "    name    REG_SZ    value"; for the default value, the name is a word in the system's language.
  const [, value] = /^ {4}\S.*? {4}REG_\w+ {4}(.*?)\s*$/m.exec(said) ?? [];
  return value ?? '';
}

export async function setValue(place: WindowsPlace, key: string, name: string | null, value: string, type = 'REG_SZ'): Promise<void> {
  const named = name === null ? ['/ve'] : ['/v', name];
  const { code, said } = await place.run('reg.exe', ['add', key, ...named, '/t', type, '/d', value, '/f']);
  if (code !== 0) throw new Error(`${key} cannot be written: ${said}`);
}

async function leadsToUs(place: WindowsPlace): Promise<string | null> {
  const { said } = await place.run('reg.exe', ['query', KEYS.classes, '/s']);
  return said.toLowerCase().includes(programOf(place).toLowerCase()) ? 'there' : null;
}
