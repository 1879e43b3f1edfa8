import { describe, expect, it } from 'vitest';
import { diskTable } from '#electron/platform/volumes/disk-table.ts';
import { readPrintedMounts } from '#electron/platform/volumes/mount-table.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

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
