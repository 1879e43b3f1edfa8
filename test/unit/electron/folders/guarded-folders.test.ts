import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countFiles } from '#electron/intake/folder/count-files.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';
import { aRouter } from '#test/unit/electron/engine/a-router.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

/** A home as people have it: a few scans, a letter, pictures in sub-folders, and what programs leave there. */
function aHome(of: Parameters<typeof aRouter>[0] = {}) {
  const all = aRouter(of);
  const { home } = all;
  for (const folder of ['Scans', 'Images/2025/Été', 'Documents', '.cache']) mkdirSync(join(home, folder), { recursive: true });
  for (const file of ['a.pdf', 'letter.docx', 'Thumbs.db', 'Images/b.JPG', 'Images/2025/c.jpeg', 'Images/2025/Été/d.raw', '.cache/e.pdf'])
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
    const figures = { files: 5, more: false, directly: 2, subfolders: 5, sendable: 3, endings: 5 };
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
