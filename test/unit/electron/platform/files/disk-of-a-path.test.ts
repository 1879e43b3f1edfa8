import { describe, expect, it } from 'vitest';
import { diskTable, type DiskTable } from '#electron/platform/volumes/disk-table.ts';
import { findMount, mountIn, readPrintedMounts } from '#electron/platform/volumes/mount-table.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { mkdirSync, readdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as fc from 'fast-check';
import { fromDisk, isDoubtful, toDisk } from '#electron/platform/files/disk-path.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { shownName } from '#shared/lib/file-names.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_LINKS, NO_ODD_NAMES, NO_PROC, unless } from '#test/support/why-skipped.ts';
import { VolumeFinder } from '#electron/platform/volumes/volume-finder.ts';

const mount = (point: string, type: string): string => `40 1 0:40 / ${point} rw shared:1 - ${type} source rw\n`;
const ROOT = mount('/', 'ext4');

function aTable(text: string) {
  const clock = virtualClock();
  const is = { text, reads: 0 };
  const read = (): string => {
    is.reads += 1;
    return is.text;
  };
  return { clock, is, table: diskTable({ clock, profile: '/home/anne/.intray', platform: 'linux', read }) };
}

describe('the table of disks', () => {
  it.each([
    ['/home/anne/scans', null],
    ['/mnt', null],
    ['/mnt/nas', '/mnt/nas'],
    ['/mnt/nas/2026/a.pdf', '/mnt/nas'],
    ['/mnt/nas2/a.pdf', null],
    // A local disk that is mounted on a share.
    ['/mnt/nas/usb/a.pdf', null],
    // The first access below it mounts it.
    ['/net/host/scans', '/net'],
    // A bind mount shows the type of its own disk.
    ['/home/anne/office/a.pdf', '/home/anne/office'],
    ['/srv/scans', null],
    ['/media/My disk/a.pdf', '/media/My disk'],
    ['/covered/a.pdf', '/covered'],
  ])('says of %s where a disk begins that may hang: %s', (path, place) => {
    const text =
      ROOT +
      mount('/mnt/nas', 'nfs4') +
      mount('/mnt/nas/usb', 'xfs') +
      mount('/net', 'autofs') +
      mount('/home/anne/office', 'cifs') +
      mount('/srv/scans', 'btrfs') +
      mount('/media/My\\040disk', 'fuseblk') +
      mount('/covered', 'ext4') +
      mount('/covered', 'fuse.sshfs');
    expect(aTable(text).table.foreign(path)).toBe(place);
  });

  it('is read again after a second, and rings when it has changed', async () => {
    const { clock, is, table } = aTable(ROOT);
    let rung = 0;
    const off = table.onChange(() => (rung += 1));
    expect(table.foreign('/mnt/nas')).toBeNull();
    is.text += mount('/mnt/nas', 'cifs');
    expect([table.foreign('/mnt/nas'), is.reads, rung]).toEqual([null, 1, 0]);
    await clock.advance(1_000);
    expect([table.foreign('/mnt/nas'), is.reads, rung]).toEqual(['/mnt/nas', 2, 1]);
    expect([...table.points()]).toEqual(['/mnt/nas']);
    await clock.advance(1_000);
    expect([table.foreign('/mnt/nas'), is.reads, rung]).toEqual(['/mnt/nas', 3, 1]);
    off();
    is.text = ROOT;
    await clock.advance(1_000);
    expect([table.foreign('/mnt/nas'), rung]).toEqual([null, 1]);
  });

  it.each([
    [String.raw`C:\Users\anne\scans`, null],
    [String.raw`c:\Users\anne\scans`, null],
    [String.raw`D:\scans`, String.raw`d:\ `.trim()],
    [String.raw`\\nas\office\scans`, String.raw`\\nas\office\ `.trim()],
    [String.raw`\\NAS\Office\in`, String.raw`\\nas\office\ `.trim()],
  ])('says on Windows of %s: %s', (path, place) => {
    const table = diskTable({ clock: virtualClock(), profile: String.raw`C:\Users\anne\AppData\Intray`, platform: 'win32' });
    expect(table.foreign(path)).toBe(place);
  });

  it('takes on macOS whatever is connected for one that may hang', () => {
    const table = diskTable({ clock: virtualClock(), profile: '/Users/anne/Library/Intray', platform: 'darwin' });
    expect(table.foreign('/Volumes/Scans/in/a.pdf')).toBe('/Volumes/Scans');
    expect(table.foreign('/Users/anne/Scans')).toBeNull();
  });

  it('understands what macOS prints', () => {
    const printed = [
      '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
      '//anne@nas._smb._tcp.local/scans on /Users/anne/nas (office) (smbfs, nodev, nosuid, mounted by anne)',
      'map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)',
      '',
    ].join('\n');
    expect(readPrintedMounts(printed).map(({ point, type }) => [point, type])).toEqual([
      ['/', 'apfs'],
      ['/Users/anne/nas (office)', 'smbfs'],
      ['/System/Volumes/Data/home', 'autofs'],
    ]);
  });
});

const files = nodeFiles();
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('a name on the disk', () => {
  it('comes back as the very bytes that it was, whatever they are', () => {
    const marks = fc.constantFrom('\u{10ff80}', '\u{10ffff}', '\u{fffd}', 'é').map((text) => Buffer.from(text));
    const names = fc.array(fc.oneof(fc.uint8Array({ maxLength: 6 }), marks), { maxLength: 8 }).map((parts) => Buffer.concat(parts));
    fc.assert(
      fc.property(names, (bytes) => {
        const name = fromDisk(bytes);
        expect(Buffer.from(toDisk(name))).toEqual(Buffer.from(bytes));
        // It has to survive a database, which stores UTF-8.
        expect(Buffer.from(name).toString()).toBe(name);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that is plain text stays that text, and is no reason to look at it twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!isDoubtful(text));
        expect([fromDisk(Buffer.from(text)), toDisk(text)]).toEqual([text, text]);
      }),
    );
    expect(isDoubtful(latin('Reçu.pdf').toString())).toBe(true);
  });

  it('is shown with a mark for each byte that means nothing, and with its accents in one form', () => {
    expect(shownName(fromDisk(latin('Reçu été.pdf')))).toBe('Re\u{fffd}u \u{fffd}t\u{fffd}.pdf');
    expect(shownName('Rec\u0327u.pdf')).toBe('Reçu.pdf');
  });
});

describe('files with names that are no UTF-8', unless(NO_ODD_NAMES), () => {
  it('are listed, asked and read, in folders with such names too', async () => {
    const root = tempFolder();
    const below = Buffer.concat([Buffer.from(`${root}/`), latin('Février')]);
    mkdirSync(below);
    writeFileSync(Buffer.concat([below, latin('/Reçu.pdf')]), 'bytes');
    const folders = await files.list(root);
    const folder = folders.ok ? folders.value[0]?.name : undefined;
    const listed = await files.list(join(root, folder ?? ''));
    const name = listed.ok ? listed.value[0]?.name : undefined;
    const path = join(root, folder ?? '', name ?? '');
    expect(await files.stat(path)).toMatchObject({ ok: true, value: { kind: 'file', bytes: 5 } });
    expect(await files.read(path, { root, bytesMax: 9 })).toMatchObject({
      ok: true,
      value: { bytes: new Uint8Array(Buffer.from('bytes')) },
    });
    expect(await files.read(path, { root: tempFolder(), bytesMax: 9 })).toMatchObject({ ok: false, failure: { kind: 'escaped' } });
  });

  it('are told from the folder that was made anew in its place, even with the same number', async () => {
    const root = join(tempFolder(), 'a');
    mkdirSync(root);
    writeFileSync(join(root, 'x'), '');
    const before = await files.stat(root);
    renameSync(root, `${root}-away`);
    mkdirSync(root);
    const after = await files.stat(root);
    expect(before.ok && after.ok && before.value.identity.inode === after.value.identity.inode).toBe(false);
    expect(readdirSync(root)).toEqual([]);
  });
});

/** Real folders and links, and a folder `nas` at which another disk begins, by the table. */
function aDisk() {
  const root = realpathSync(tempFolder());
  const nas = join(root, 'nas');
  const is = { foreign: [nas] };
  const rings: (() => void)[] = [];
  const table: DiskTable = {
    foreign: (path) => is.foreign.find((point) => path === point || path.startsWith(`${point}${sep}`)) ?? null,
    points: () => new Set(is.foreign),
    onChange: (ring) => {
      rings.push(ring);
      return () => undefined;
    },
  };
  const clock = virtualClock();
  const finder = new VolumeFinder({ clock, table, profile: join(root, 'profile') });
  return { root, nas, is, rings, clock, finder, at: (name: string) => join(root, name) };
}

describe('the place of a path', unless(NO_LINKS), () => {
  it('is found through links that lie on local disks, by whatever way', async () => {
    const { nas, finder, at } = aDisk();
    mkdirSync(at('home'));
    symlinkSync(nas, at('home/straight'));
    symlinkSync('../home/straight/in', at('home/relative'));
    symlinkSync(at('home'), at('elsewhere'));
    for (const path of ['nas/in/a.pdf', 'home/straight/in/a.pdf', 'home/relative/a.pdf', 'elsewhere/relative/a.pdf'])
      expect(await finder.of(at(path), 'keep')).toEqual({ place: nas, path: join(nas, 'in/a.pdf') });
    expect(await finder.of(at('elsewhere/a.pdf'), 'keep')).toEqual({ place: null, path: at('home/a.pdf') });
  });

  it('of a link itself is where the link lies', async () => {
    const { nas, finder, at } = aDisk();
    symlinkSync(nas, at('link'));
    expect(await finder.of(at('link'), 'keep')).toEqual({ place: null, path: at('link') });
    expect(await finder.of(at('link'), 'follow')).toEqual({ place: nas, path: nas });
  });

  it('of the first folder of a disk is that disk, although its name lies in another one', async () => {
    const { nas, finder } = aDisk();
    expect(await finder.of(nas, 'keep')).toEqual({ place: nas, path: nas });
  });

  it('of what is not there, of a file’s inside and of links without end is local, and left to who asks', async () => {
    const { finder, at } = aDisk();
    writeFileSync(at('file'), '');
    symlinkSync(at('b'), at('a'));
    symlinkSync(at('a'), at('b'));
    for (const path of ['gone/deep/a.pdf', 'file/a.pdf', 'a/b.pdf'])
      expect(await finder.of(at(path), 'keep')).toMatchObject({ place: null });
  });

  it('of our own files is local, whatever the table says', async () => {
    const { is, finder, at } = aDisk();
    is.foreign.push(at('profile'));
    expect(await finder.of(at('profile/journal.sqlite'), 'keep')).toMatchObject({ place: null });
  });

  it('is another one at once when the table has changed, and after a while when a link has', async () => {
    const { root, is, rings, clock, finder, at } = aDisk();
    mkdirSync(at('usb'));
    expect(await finder.of(at('usb/a.pdf'), 'keep')).toMatchObject({ place: null });
    is.foreign.push(at('usb'));
    for (const ring of rings) ring();
    expect(await finder.of(at('usb/a.pdf'), 'keep')).toMatchObject({ place: at('usb') });
    expect(await finder.of(at('late/a.pdf'), 'keep')).toMatchObject({ place: null });
    symlinkSync(join(root, 'nas'), at('late'));
    await clock.advance(6_000);
    expect(await finder.of(at('late/a.pdf'), 'keep')).toMatchObject({ place: join(root, 'nas') });
  });
});

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
