import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiskTable } from '#electron/platform/volumes/disk-table.ts';
import { VolumeFinder } from '#electron/platform/volumes/volume-finder.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';

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
