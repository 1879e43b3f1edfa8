import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeMisplacedFiles } from '#electron/intake/misplaced/misplaced-files.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

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
    expect(await take(join(root, '..'), folderAt(sales))).toBeNull();
    expect(readdirSync(root)).toContain('a.pdf');
  });
});
