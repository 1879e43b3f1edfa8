import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countFiles } from '#electron/intake/folder/count-files.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';
import { aRouter } from '#test/unit/electron/engine/a-router.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { type DiskPlace, doOverlap, isOneFolder, readPlace } from '#electron/folders/folder-rules.ts';
import { newDisk, noMounts } from '#test/support/disks/mounted.ts';

/** A home as people have it: a few scans, a letter, pictures in sub-folders, and what programs leave there. */
function aHome(of: Parameters<typeof aRouter>[0] = {}) {
  const all = aRouter(of);
  const { home } = all;
  for (const folder of ['Scans', 'Images/2025/Été', 'Documents', '.cache']) mkdirSync(join(home, folder), { recursive: true });
  for (const file of [
    'a.pdf',
    'letter.docx',
    'Thumbs.db',
    'Images/b.JPG',
    'Images/2025/c.jpeg',
    'Images/2025/Été/d.raw',
    'Paie.CSV',
    '.cache/e.pdf',
  ])
    writeFileSync(join(home, file), 'x');
  const add = (path: string, more: { readonly confirmed?: boolean; readonly subfolders?: boolean } = {}) =>
    all.client.folders.add({ companyId: all.company.id, importType: 'purchase-invoices', path, ...more });
  return { ...all, add };
}

function fill(folder: string, count: number, ending: (at: number) => string = () => 'pdf'): void {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at += 1) writeFileSync(join(folder, `${at}.${ending(at)}`), '');
}

const NO_DESKTOP_LIST = sep === '/' ? null : 'a desktop’s own list names folders with slashes';

describe('a home', () => {
  it('is watched only once the person has seen what is in it, and then without sub-folders', async () => {
    const { add, home, client, journal } = aHome();
    const figures = { files: 6, more: false, directly: 3, subfolders: 5, sendable: 3, entries: 1, endings: 6 };
    expect(await client.folders.look({ path: home })).toEqual({ ok: true, value: { path: home, exists: true, kind: 'home', ...figures } });
    expect(await add(home)).toEqual({
      ok: false,
      failure: { kind: 'needs-consent', place: { path: home, exists: true, kind: 'home', ...figures } },
    });
    expect(journal.folders.folders()).toEqual([]);
    expect(await add(home, { confirmed: true })).toMatchObject({ ok: true, value: { path: home, subfolders: false } });
  });

  it('has its sub-folders watched where the person wants that, too', async () => {
    const { add, home } = aHome();
    expect(await add(home, { confirmed: true, subfolders: true })).toMatchObject({ ok: true, value: { subfolders: true } });
  });

  it('is one by way of a link, too', unless(NO_LINKS), async () => {
    const { add, home } = aHome();
    const link = join(tempFolder(), 'link');
    symlinkSync(dirname(home), link);
    expect(await add(join(link, basename(home)))).toMatchObject({ failure: { kind: 'needs-consent', place: { kind: 'home' } } });
  });

  it('with Intray’s own files below is refused, and says so before anything is counted', async () => {
    const { client, profile } = aHome({ countFiles: () => expect.unreachable() });
    const around = { ok: false, failure: { kind: 'profile-around' } };
    expect(await client.folders.look({ path: join(profile, '..') })).toEqual(around);
    expect(await client.folders.look({ path: profile })).toEqual({ ok: false, failure: { kind: 'own-files' } });
  });
});

describe('a folder that a desktop calls Pictures, in its own language,', () => {
  it('is known by the desktop’s own list', unless(NO_DESKTOP_LIST), async () => {
    const { add, home } = aHome({ platform: 'linux' });
    mkdirSync(join(home, '.config'));
    mkdirSync(join(home, 'Fotoğraflar'));
    writeFileSync(join(home, '.config', 'user-dirs.dirs'), 'XDG_PICTURES_DIR="$HOME/Fotoğraflar"\n');
    expect(await add(join(home, 'Fotoğraflar'))).toMatchObject({
      failure: { kind: 'needs-consent', place: { kind: 'pictures', files: 0 } },
    });
  });
});

describe('an ordinary folder', () => {
  it('is watched at once, with its sub-folders', async () => {
    const { add, home } = aHome();
    expect(await add(join(home, 'Scans'))).toMatchObject({ ok: true, value: { subfolders: true } });
  });

  it('that needs no consent takes none amiss', async () => {
    const { add, home } = aHome();
    expect(await add(join(home, 'Scans'), { confirmed: true })).toMatchObject({ ok: true, value: { subfolders: true } });
  });

  it('with over a thousand files is asked about, and with a thousand it is not', async () => {
    const { add, home } = aHome();
    fill(join(home, 'Scans'), 1_000);
    expect(await add(join(home, 'Scans'))).toMatchObject({ ok: true });
    fill(join(home, 'Archive', '2025'), 1_001);
    expect(await add(join(home, 'Archive'))).toMatchObject({
      failure: {
        kind: 'needs-consent',
        place: { kind: 'ordinary', files: 1_001, directly: 0, subfolders: 1, sendable: 1_001, endings: 1 },
      },
    });
  });

  it('with many kinds of files is asked about; dates at the end of names are no kinds', async () => {
    const { add, home } = aHome();
    fill(join(home, 'Dates'), 20, (at) => `20260${at}`);
    expect(await add(join(home, 'Dates'))).toMatchObject({ ok: true });
    fill(join(home, 'Mixed'), 9, (at) => `kind${at}`);
    expect(await add(join(home, 'Mixed'))).toMatchObject({ failure: { kind: 'needs-consent', place: { endings: 9, sendable: 0 } } });
  });
});

describe('the count of what is in a folder', () => {
  it('ends at ten thousand files', async () => {
    const { home, add } = aHome();
    for (let at = 0; at < 11; at += 1) fill(join(home, 'Full', String(at)), 1_000);
    expect(await add(join(home, 'Full'))).toMatchObject({ failure: { kind: 'needs-consent', place: { files: 10_000, more: true } } });
  });

  it('ends after a while on a disk that lists slowly, and says that there may be more', async () => {
    const { home } = aHome();
    const clock = virtualClock();
    const files = nodeFiles();
    const slow = { ...files, list: async (path: string) => (await clock.advance(2_000), files.list(path)) };
    const seen = await countFiles(home, { files: slow, clock });
    expect(seen).toMatchObject({ more: true });
    expect(seen.files).toBeLessThan(5);
  });
});

const realFiles = nodeFiles();

async function compared(one: string, other: string): Promise<'one' | 'overlap' | 'apart'> {
  const [a, b] = [await readPlace(realFiles, one), await readPlace(realFiles, other)];
  if (isOneFolder(a, b)) return 'one';
  return doOverlap(a, b) && doOverlap(b, a) ? 'overlap' : 'apart';
}

/** `home/scans/2026`, and `home/link` that leads to `home/scans`. */
function homeOfOverlap(): string {
  const home = tempFolder();
  mkdirSync(join(home, 'scans', '2026'), { recursive: true });
  mkdirSync(join(home, 'other'));
  if (NO_LINKS === null) symlinkSync(join(home, 'scans'), join(home, 'link'));
  return home;
}

describe('two folders', () => {
  it.each([
    ['scans', 'link', 'one'],
    ['scans', 'link/2026', 'overlap'],
    ['link', 'scans/2026', 'overlap'],
    ['scans/2026', 'link/2026', 'one'],
    ['other', 'link', 'apart'],
    ['other', 'link/2026', 'apart'],
  ] as const)('that are %s and %s by a link are %s', unless(NO_LINKS), async (one, other, verdict) => {
    const home = homeOfOverlap();
    expect(await compared(join(home, one), join(home, other))).toBe(verdict);
  });

  it('of which one lies in a second mount of the other overlap', unless(noMounts('tmpfs')), async () => {
    const home = homeOfOverlap();
    const bound = newDisk('tmpfs');
    expect(bound?.bindAt(join(home, 'scans'), join(home, 'other'))).toBe(true);
    expect(await compared(join(home, 'scans'), join(home, 'other', '2026'))).toBe('overlap');
    expect(await compared(join(home, 'scans'), join(home, 'other'))).toBe('one');
  });

  it('are apart where one is not there', async () => {
    const home = homeOfOverlap();
    expect(await compared(join(home, 'nowhere'), join(home, 'scans'))).toBe('apart');
  });
});

/** A disk that says nothing about its folders, such as one that is away. */
const untold = (path: string): DiskPlace => ({ path, chain: [] });

describe('two folders of a disk that does not answer', () => {
  it.each([
    ['C:\\Scans', 'c:\\scans', 'one'],
    ['\\\\NAS\\Office\\Scans', '\\\\nas\\office\\scans', 'one'],
    ['C:\\Scans', 'c:\\SCANS\\2026', 'overlap'],
    ['C:\\Scans', 'C:\\Scans2', 'apart'],
  ] as const)('on Windows, %s and %s: %s', (one, other, verdict) => {
    const [a, b] = [untold(one), untold(other)];
    expect([isOneFolder(a, b, 'win32'), doOverlap(a, b, 'win32'), doOverlap(b, a, 'win32')]).toEqual([
      verdict === 'one',
      verdict !== 'apart',
      verdict !== 'apart',
    ]);
  });

  it('are two on Linux, where letter case is part of a name', () => {
    expect([isOneFolder(untold('/scans'), untold('/Scans'), 'linux'), doOverlap(untold('/scans'), untold('/Scans/a'), 'linux')]).toEqual([
      false,
      false,
    ]);
  });
});
