import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIgnored } from '#electron/intake/folder/ignored.ts';
import { misplacedParents, takeMisplacedFiles } from '#electron/intake/misplaced/misplaced-files.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { wallMs, type WallMs } from '#shared/lib/duration.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { type AnIntake, anIntake } from './an-intake.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { tempFolder } from '#test/support/folders.ts';

function parentFolder(path: string, addedAt = 5): Folder {
  return { path, addedAt: wallMs(addedAt) } as Folder;
}

const parents = (...paths: string[]) =>
  misplacedParents(
    paths.map((path) => parentFolder(join(path))),
    join('/home/anne'),
  ).map(({ path }) => path);

describe('a folder in which scans may go astray', () => {
  it.each([
    ['holds two watched folders', ['/srv/scans/a', '/srv/scans/b'], ['/srv/scans']],
    ['holds one with a name that has a fellow', ['/srv/scans/Achats'], ['/srv/scans']],
    ['is none with one folder of any name', ['/srv/scans/a'], []],
    ['is none where everything lies', ['/home/anne/Achats', '/home/anne/Ventes', '/home/anne/Desktop/Purchases', '/Purchases'], []],
  ])('%s', (_what, paths, expected) => {
    expect(parents(...paths)).toEqual(expected.map((path) => join(path)));
  });

  it('is not the one around folders for entries', () => {
    const entries = ['/s/Paie', '/s/Ventes'].map((path) => ({ ...parentFolder(join(path)), importType: 'entries' }) as const);
    expect(misplacedParents(entries, sep)).toEqual([]);
  });

  it('counts from the day when the first of its folders was added', () => {
    expect(misplacedParents([parentFolder(join('/s/a'), 9), parentFolder(join('/s/b'), 7)], sep)).toEqual([{ path: join('/s'), since: 7 }]);
  });
});

describe('files beside the watched folders', () => {
  it('are told when they stay, not sent, not moved, and not told any more once they are put where they belong', async () => {
    const at = anIntake();
    const parent = dirname(at.root);
    mkdirSync(join(parent, 'Ventes'));
    const drop = (name: string) => copyFileSync(sampleFiles.invoice.path, join(parent, name));
    for (const name of ['facture.PDF', 'Thumbs.db', '~$facture.pdf', 'notes.txt', 'vieux.pdf']) drop(name);
    utimesSync(join(parent, 'vieux.pdf'), 1_000_000, 1_000_000);
    at.intake.start();
    await at.pass(500);
    expect(at.intake.misplaced()).toEqual([]);
    await at.pass(31_000);
    expect(at.intake.misplaced()).toEqual([{ path: parent, count: 1, names: ['facture.PDF'] }]);
    await at.pass(90_000);
    expect(at.items()).toEqual([]);
    renameSync(join(parent, 'facture.PDF'), join(at.root, 'facture.PDF'));
    await at.until(() => at.items().length === 1);
    await at.pass(31_000);
    expect(at.intake.misplaced()).toEqual([]);
  });
});

const named = (at: AnIntake) => at.intake.misplaced().flatMap(({ names }) => names);

describe('ignored files beside the watched folders', () => {
  it('are told no more, also after a start, until others come or they are written anew, and can be told again', async () => {
    const at = anIntake();
    const parent = dirname(at.root);
    const drop = (name: string) => copyFileSync(sampleFiles.invoice.path, join(parent, name));
    drop('a.pdf');
    at.intake.start();
    expect(await at.intake.ignoreMisplaced(join(parent, 'nowhere'))).toBeNull();
    await at.pass(31_000);
    expect(named(at)).toEqual(['a.pdf']);
    expect(await at.intake.ignoreMisplaced(parent)).toBe(1);
    expect([named(at), at.intake.ignoredMisplaced()]).toEqual([[], [{ path: parent, count: 1 }]]);
    await at.intake.close();
    const next = anIntake({ open: at.open, root: at.root });
    next.intake.start();
    drop('b.pdf');
    await next.pass(62_000);
    expect([named(next), next.intake.ignoredMisplaced()]).toEqual([['b.pdf'], [{ path: parent, count: 1 }]]);
    utimesSync(join(parent, 'a.pdf'), new Date(), new Date(Date.UTC(2027, 0, 1)));
    await next.pass(62_000);
    expect(named(next)).toEqual(['a.pdf', 'b.pdf']);
    expect(await next.intake.ignoreMisplaced(parent)).toBe(2);
    expect(await next.intake.askAboutMisplaced(parent)).toBe(2);
    expect([named(next), next.intake.ignoredMisplaced()]).toEqual([['a.pdf', 'b.pdf'], []]);
    expect(at.items()).toEqual([]);
  });
});

describe('names that are none of ours', () => {
  const stems = fc.stringMatching(/^[A-Za-z0-9é_-]{1,20}$/);

  it('are known by what other programs put before or behind them, in any capitals, and no scan is among them', () => {
    const endings = fc.constantFrom('.tmp', '.part', '.crdownload', '.partial', '.filepart', '.!ut', '~');
    const starts = fc.constantFrom('.', '~$', '._', '.~lock.');
    const cases = fc.boolean();
    fc.assert(
      fc.property(stems, endings, starts, cases, (stem, ending, start, loud) => {
        const under = (name: string): string => (loud ? name.toUpperCase() : name);
        expect([isIgnored(under(`${stem}.pdf${ending}`), 'file'), isIgnored(under(`${start}${stem}.pdf`), 'file')]).toEqual([true, true]);
        expect([isIgnored(under(`${stem}.pdf`), 'file'), isIgnored(stem, 'folder')]).toEqual([false, false]);
      }),
    );
  });

  it.each([
    '@eaDir',
    '.@__thumb',
    '@__thumb',
    '#recycle',
    '@Recycle',
    '$RECYCLE.BIN',
    'System Volume Information',
    'lost+found',
    '.Trash-1000',
  ])('%s is such a folder', (name) => {
    expect(isIgnored(name, 'folder')).toBe(true);
  });
});

function folderAt(path: string): Folder {
  return { path, state: 'present', addedAt: wallMs(1_000_000_000_000) } as Folder;
}

function setUp() {
  const root = tempFolder();
  const [purchases, sales] = [join(root, 'Achats'), join(root, 'Ventes')];
  for (const path of [purchases, sales]) mkdirSync(path);
  const folders = [folderAt(purchases), folderAt(sales)];
  const ignored: [string, WallMs][] = [];
  const take = (path: string, folder: Folder) =>
    takeMisplacedFiles(path, folder, { files: nodeFiles(), folders, home: '/', store: { ignoredMisplaced: () => new Map(ignored) } });
  return { root, purchases, sales, take, ignored };
}

describe('what lies beside the watched folders', () => {
  it('is moved into the one that the person points at, never over another file; what is no scan, too large or old stays', async () => {
    const { root, purchases, take } = setUp();
    writeFileSync(join(purchases, 'a.pdf'), 'was there');
    writeFileSync(join(root, 'a.pdf'), aPdf('a'));
    writeFileSync(join(root, 'notes.txt'), 'notes');
    writeFileSync(join(root, 'large.pdf'), Buffer.alloc(6_000_000));
    writeFileSync(join(root, 'old.pdf'), aPdf('old'));
    utimesSync(join(root, 'old.pdf'), 1_000, 1_000);
    expect(await take(root, folderAt(purchases))).toEqual({ moved: 1, stay: ['large.pdf'] });
    expect(readdirSync(purchases).sort()).toEqual(['a (2).pdf', 'a.pdf']);
    expect(readFileSync(join(purchases, 'a.pdf'), 'utf8')).toBe('was there');
    expect(readFileSync(join(purchases, 'a (2).pdf')).equals(aPdf('a'))).toBe(true);
    expect(readdirSync(root).sort()).toEqual(['Achats', 'Ventes', 'large.pdf', 'notes.txt', 'old.pdf']);
  });

  it('is not moved where the person ignores it', async () => {
    const { root, purchases, take, ignored } = setUp();
    for (const name of ['a.pdf', 'b.pdf']) writeFileSync(join(root, name), aPdf(name));
    const writtenAt = new Date(Date.UTC(2030, 0, 1));
    utimesSync(join(root, 'a.pdf'), writtenAt, writtenAt);
    ignored.push(['a.pdf', wallMs(writtenAt.getTime())]);
    expect(await take(root, folderAt(purchases))).toEqual({ moved: 1, stay: [] });
    expect(readdirSync(root)).toContain('a.pdf');
  });

  it('is not touched for a folder that lies elsewhere, cannot be reached, or in a place where nothing is watched', async () => {
    const { root, sales, take } = setUp();
    writeFileSync(join(root, 'a.pdf'), aPdf('a'));
    expect(await take(root, folderAt('/elsewhere/Ventes'))).toBeNull();
    expect(await take(root, { ...folderAt(sales), state: 'missing' })).toBeNull();
    // These are scans.
    expect(await take(root, { ...folderAt(sales), importType: 'entries' })).toBeNull();
    expect(await take(join(root, '..'), folderAt(sales))).toBeNull();
    expect(readdirSync(root)).toContain('a.pdf');
  });
});
