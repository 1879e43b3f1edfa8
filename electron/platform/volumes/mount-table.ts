import { isAbsolute } from 'node:path';

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
