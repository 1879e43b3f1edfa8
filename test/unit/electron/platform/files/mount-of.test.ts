import { describe, expect, it } from 'vitest';
import { findMount, mountIn } from '#electron/platform/volumes/mount-table.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_PROC, unless } from '#test/support/why-skipped.ts';

/** Lines as proc(5) describes them, with none, one or two of the optional fields. */
const TABLE = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
31 22 0:30 / /mnt rw - tmpfs tmpfs rw
47 31 0:41 / /mnt/My\\040scans rw shared:9 master:2 - cifs //nas/scans rw
48 31 0:42 / /mnt/My\\040scans rw - cifs //nas/other rw
52 22 8:17 / /mnt/My rw - vfat /dev/sdb1 rw
`;

describe('the mount of a place', () => {
  it.each([
    ['/home/scans', '22'],
    ['/mnt', '31'],
    ['/mnt/M', '31'],
    ['/mnt/My', '52'],
    ['/mnt/My scans/2026', '48'],
    ['/mnt/My scans2', '31'],
  ])('that is %s is the innermost and newest one', (path, id) => {
    expect(mountIn(TABLE, path)).toBe(id);
  });

  it('is not told of a place that is not there', async () => {
    expect(await findMount('/nowhere/at/all')).toBeNull();
  });

  it('is the same at two looks', unless(NO_PROC), async () => {
    const folder = tempFolder();
    expect(await findMount(folder)).toMatch(/^\d+$/);
    expect(await findMount(folder)).toBe(await findMount(folder));
  });
});
