import { join, posix, win32 } from 'node:path';
import { isInside, isSamePath, isWithin, type System } from '#shared/node/is-inside.ts';
import type { Files } from '#shared/ports/files.ts';
import type { PlaceKind } from '#shared/domain/folder/place-kind.ts';

/** What the host knows of its computer: where temporary files go, and the environment, in which Windows names its own places. */
export type Surroundings = Partial<Pick<Whereabouts, 'temp' | 'env'>>;

export type WhereaboutsDeps = {
  readonly files: Files;
  readonly home: string;
  /** Whose paths these are; by default this system's. */
  readonly platform?: NodeJS.Platform | undefined;
  /** Absent in a simulation, whose computers have a home and nothing else. */
  readonly surroundings?: Surroundings | undefined;
};

/** A desktop's list has a dozen lines. */
const LIST_BYTES_MAX = 64 * 1024;

/** Reads the desktop's list each time: the user may have moved a folder since. */
export async function whereabouts({ files, home, platform = process.platform, surroundings = {} }: WhereaboutsDeps): Promise<Whereabouts> {
  const { temp = null, env = {} } = surroundings;
  const system: System = platform === 'win32' || platform === 'darwin' ? platform : 'linux';
  if (system !== 'linux') return { system, home, temp, env, userDirs: '' };
  const folder = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const list = await files.read(join(folder, 'user-dirs.dirs'), { root: folder, bytesMax: LIST_BYTES_MAX });
  return { system, home, temp, env, userDirs: list.ok && list.value.bytes !== null ? new TextDecoder().decode(list.value.bytes) : '' };
}

/** What a computer says about its own places. */
export type Whereabouts = {
  readonly system: System;
  readonly home: string;
  /** Where programs put their temporary files; null if the host does not tell. */
  readonly temp: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** On Linux, the content of the desktop's list of a user's folders (`user-dirs.dirs`); empty where there is none. */
  readonly userDirs: string;
};

type Personal = Extract<PlaceKind, 'desktop' | 'downloads' | 'pictures' | 'documents'>;

/** Their names on the disk: in English, or as French desktops and OneDrive create them. */
const NAMES: Readonly<Record<Personal, readonly string[]>> = {
  desktop: ['Desktop', 'Bureau'],
  downloads: ['Downloads', 'Téléchargements'],
  pictures: ['Pictures', 'Images'],
  documents: ['Documents'],
};
const PERSONAL = ['desktop', 'downloads', 'pictures', 'documents'] as const satisfies readonly Personal[];

/** What a folder is, judged by its path alone. `path`: absolute and tidied; the place that a link leads to is another path. */
export function placeKind(path: string, deps: Whereabouts): PlaceKind {
  const isSame = (other: string): boolean => isSamePath(path, other, deps.system);
  if (isDriveRoot(path, deps.system)) return 'drive-root';
  if (isSame(deps.home)) return 'home';
  const personal = PERSONAL.find((kind) => personalFolders(kind, deps).some(isSame));
  if (personal !== undefined) return personal;
  if (temporaryFolders(deps).some(isSame)) return 'temporary';
  return isOfSystem(path, deps) ? 'system' : 'ordinary';
}

/** Where removable and network disks appear; their parents hold disks and no files. */
const DISK_BELOW: Readonly<Record<System, RegExp>> = {
  win32: /^[a-z]:[\\/]?$/i,
  darwin: /^\/(Volumes\/[^/]+)?$/i,
  linux: /^\/((run\/)?media\/[^/]+\/[^/]+)?$/,
};

function isDriveRoot(path: string, system: System): boolean {
  return DISK_BELOW[system].test(path);
}

function personalFolders(kind: Personal, { system, home, env, userDirs }: Whereabouts): readonly string[] {
  const paths = system === 'win32' ? win32 : posix;
  const clouds = system === 'win32' ? valuesOfVariables(env, ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial']) : [];
  const usual = [home, ...clouds].flatMap((root) => NAMES[kind].map((name) => paths.join(root, name)));
  return system === 'linux' ? [...usual, ...xdgFolders(userDirs, home)[kind]] : usual;
}

function temporaryFolders({ system, temp, env }: Whereabouts): readonly string[] {
  const told = temp === null ? [] : [temp];
  if (system === 'win32') return [...told, ...valuesOfVariables(env, ['TEMP', 'TMP'])];
  return [...told, ...valuesOfVariables(env, ['TMPDIR']), '/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp', '/dev/shm'];
}

/** Everything below them belongs to the system, too. */
const WHOLE = {
  darwin: ['/Applications', '/Library', '/System', '/bin', '/cores', '/dev', '/etc', '/private/etc', '/sbin', '/usr'],
  linux: ['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/proc', '/sbin', '/sys', '/usr'],
} as const;
/** Only they themselves: an office may well have a folder for scans somewhere below. */
const ITSELF = {
  darwin: ['/Users', '/Volumes', '/opt', '/private', '/private/var', '/var'],
  linux: ['/home', '/media', '/mnt', '/opt', '/run', '/run/media', '/snap', '/srv', '/var', '/var/lib', '/var/log', '/var/spool'],
} as const;

function isOfSystem(path: string, { system, home, env }: Whereabouts): boolean {
  // A folder around the home holds the files of everybody who uses this computer.
  if (isInside(home, path, system)) return true;
  const [whole, itself] =
    system === 'win32'
      ? [
          valuesOfVariables(env, ['SystemRoot', 'windir', 'ProgramFiles', 'ProgramFiles(x86)', 'ProgramW6432']),
          [...valuesOfVariables(env, ['ProgramData', 'ALLUSERSPROFILE', 'PUBLIC', 'APPDATA', 'LOCALAPPDATA']), win32.join(home, 'AppData')],
        ]
      : [WHOLE[system], system === 'darwin' ? [...ITSELF.darwin, posix.join(home, 'Library')] : ITSELF.linux];
  return whole.some((folder) => isWithin(path, folder, system)) || itself.some((folder) => isSamePath(path, folder, system));
}

/** The values of those variables that name a place; Windows ignores letter case in their names. */
function valuesOfVariables(env: Whereabouts['env'], names: readonly string[]): readonly string[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return Object.entries(env).flatMap(([name, value]) =>
    wanted.has(name.toLowerCase()) && value !== undefined && value !== '' ? [value] : [],
  );
}

const KEYS = { desktop: 'DESKTOP', downloads: 'DOWNLOAD', pictures: 'PICTURES', documents: 'DOCUMENTS' } as const;
type Kind = keyof typeof KEYS;

/** A user's folders as a Linux desktop lists them, in their own language: `XDG_DESKTOP_DIR="$HOME/Bureau"`. One that is the home itself is switched off. */
function xdgFolders(userDirs: string, home: string): Readonly<Record<Kind, readonly string[]>> {
  const of = (kind: Kind): readonly string[] => {
    const line = new RegExp(`^\\s*XDG_${KEYS[kind]}_DIR="(\\$HOME)?(/(?:[^"\\\\]|\\\\.)*)"`, 'm').exec(userDirs);
    if (line?.[2] === undefined) return [];
    const below = line[2].replaceAll(/\\(.)/g, '$1');
    const path = posix.normalize(line[1] === undefined ? below : posix.join(home, below));
    return posix.relative(home, path) === '' ? [] : [path];
  };
  return { desktop: of('desktop'), downloads: of('downloads'), pictures: of('pictures'), documents: of('documents') };
}
