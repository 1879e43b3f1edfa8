import { isAbsolute } from 'node:path';
import { readFile, realpath, stat, statfs } from 'node:fs/promises';
import { isWithin } from '#shared/node/is-inside.ts';
import { fromDisk, toDisk } from '../files/disk-path.ts';
import { windowsPlace } from '#shared/lib/windows-place.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { realPath } from '../files/real-path.ts';

/** The kernel's own list, one mount per line; proc(5). Reading it calls none of the disks in it. */
export const MOUNT_TABLE = '/proc/self/mountinfo';

/** `type`: the kernel's name of the file system. */
export type Mount = { readonly id: string; readonly point: string; readonly type: string };

/** In the table's order: of two mounts on one point the later covers the earlier. */
export function readMounts(table: string): readonly Mount[] {
  return table.split('\n').flatMap((line) => {
    // id, parent, device, root, mount point, options, any number of tags, a dash, type …
    const fields = line.split(' ');
    const [id, point, type] = [fields[0], unescaped(fields[4] ?? ''), fields[fields.indexOf('-', 6) + 1]];
    return id === undefined || type === undefined || !isAbsolute(point) ? [] : [{ id, point, type }];
  });
}

/** Space, tab, line feed and backslash are escaped as three octal digits. */
function unescaped(point: string): string {
  return point.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8)));
}

/** Parses the output of macOS's `mount`: `//anne@nas/scans on /Volumes/scans (smbfs, nodev, mounted by anne)`. */
export function readPrintedMounts(printed: string): readonly Mount[] {
  return printed.split('\n').flatMap((line) => {
    const [, id, point, type] = /^(.*?) on (\/.*) \(([^,)]+)[^)]*\)$/.exec(line) ?? [];
    return id === undefined || point === undefined || type === undefined ? [] : [{ id, point, type }];
  });
}

/**
 * Identifies the mount of a path: on Linux by its number in the kernel's table, which no other mount has until it ends; on Windows by the
 * volume's serial number, which stays with the disk. Null elsewhere, or if the path is missing.
 */
export async function findMount(path: string): Promise<string | null> {
  try {
    if (process.platform === 'win32') return String((await stat(path)).dev);
    const [table, real] = await Promise.all([readFile(MOUNT_TABLE, 'utf8'), realpath(path)]);
    return mountIn(table, real);
  } catch {
    return null;
  }
}

/** Id of the innermost mount that contains the path; of several on one point, the last one covers the others. */
export function mountIn(table: string, path: string): string | null {
  let innermost: Mount | null = null;
  for (const mount of readMounts(table)) {
    if (!isWithin(path, mount.point)) continue;
    if (innermost === null || mount.point.length >= innermost.point.length) innermost = mount;
  }
  return innermost?.id ?? null;
}

/**
 * Local file systems of Linux (statfs's f_type: ext, XFS, Btrfs, tmpfs, overlay, F2FS, ZFS, bcachefs). They cannot hang on a network, so
 * cached data is read synchronously, which is four times as fast as through the thread pool.
 */
const LOCAL: ReadonlySet<number> = new Set([
  0xef_53, 0x58_46_53_42, 0x91_23_68_3e, 0x01_02_19_94, 0x79_4c_76_30, 0xf2_f5_20_10, 0x2f_c1_2f_c1, 0xca_45_1a_4e,
]);

/** The same by name, as in the kernel's mount table. */
const LOCAL_NAMES: ReadonlySet<string> = new Set(['ext2', 'ext3', 'ext4', 'xfs', 'btrfs', 'tmpfs', 'overlay', 'f2fs', 'zfs', 'bcachefs']);

export function isLocalType(name: string): boolean {
  return LOCAL_NAMES.has(name);
}

/** Whether this path is on a file system that answers at once. */
export async function isLocal(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return LOCAL.has((await statfs(toDisk(path))).type);
}

/**
 * Whether a Windows path is on another computer: by its text, or through a drive letter or a link that the system resolves to a share. Null
 * while the path is missing.
 */
export async function isOnShare(path: string, real: typeof realPath = realPath): Promise<boolean | null> {
  if (windowsPlace(path).kind === 'remote') return true;
  try {
    return windowsPlace(fromDisk((await real(path)).bytes)).kind === 'remote';
  } catch (error) {
    return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM' ? false : null;
  }
}
