import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { aCompany, aFile, aFolder, anOpenJournal, closeQuietly, item, opened, OTHER_INTEGRATION } from './an-open-journal.ts';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { numberedSentName, sentName, sentNameKey } from '#shared/domain/item/sending/sent-name.ts';
import type { FoundFile } from '#electron/intake/store.ts';
import { FILENAME_MAX } from '#shared/contract/limits.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { utf8 } from '#shared/lib/bytes.ts';

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const ids: ItemId[] = [];
  for (let n = 0; n < 7; n += 1)
    ids.unshift(open.journal.intake.enqueue(aFile(folder, { name: `${n}`, content: `${n}`, bulkArrival: n % 2 === 0 })).itemId);
  return { ...open, company, folder, ids };
}

describe('the list', () => {
  it('comes newest first, in pages that neither repeat nor leave out, also while new ones arrive', () => {
    const all = setUp();
    const seen: ItemId[] = [];
    let after: string | undefined;
    do {
      const page = all.journal.list.page({ limit: 3, after });
      seen.push(...page.items.map(({ id }) => id));
      after = page.next ?? undefined;
      if (seen.length === 3) all.journal.intake.enqueue(aFile(all.folder, { name: 'new', content: 'new' }));
    } while (after !== undefined);
    expect(seen).toEqual(all.ids);
  });

  it('is filtered by state and company, with the total of what matches', () => {
    const all = setUp();
    const other = aCompany(all, OTHER_INTEGRATION);
    const held = all.journal.list.page({ limit: 2, states: ['held', 'unfit'], companyId: all.company.id });
    expect(held).toMatchObject({ total: 4, next: expect.any(String) });
    expect(held.items.every(({ state }) => state.kind === 'held')).toBe(true);
    expect(all.journal.list.page({ limit: 2, companyId: other.id })).toMatchObject({ items: [], total: 0, next: null });
  });

  it('takes a cursor that is none for the beginning', () => {
    const all = setUp();
    expect(all.journal.list.page({ limit: 1, after: 'nonsense' }).items[0]?.id).toBe(all.ids[0]);
  });
});

describe('a folder', () => {
  it('that is taken off the list is no longer watched, and its items stay with their places', () => {
    const all = setUp();
    expect(all.journal.intake.folder(all.folder.id)).toEqual(all.journal.intake.folders()[0]);
    expect(all.journal.folders.remove(all.folder.id)).toBe(true);
    expect(all.journal.folders.remove(all.folder.id)).toBe(false);
    expect(all.journal.intake.folders()).toEqual([]);
    expect(all.journal.intake.folder(all.folder.id)).toBe(null);
    expect(all.journal.list.detail(all.ids[0] as ItemId)?.places).toHaveLength(1);
    expect(all.journal.list.detail(all.ids[0] as ItemId)?.folderId).toBe(all.folder.id);
  });

  it('keeps the identity with which it was last seen as the right one', () => {
    const all = setUp();
    const at = all.clock.wallMs();
    all.journal.folders.swept(all.folder.id, { state: 'present', identity: { volume: 'v', inode: '1' }, at });
    all.journal.folders.swept(all.folder.id, { state: 'present', identity: { volume: 'w', inode: '1@5' }, at });
    all.journal.folders.swept(all.folder.id, { state: 'swapped', identity: null, at });
    expect(all.journal.folders.folders()[0]).toMatchObject({ state: 'swapped', identity: { volume: 'w', inode: '1@5' }, lastSweptAt: at });
  });
});

function aScan(folder: Folder, path: string, content: string): FoundFile {
  const inspected = {
    kind: 'fit',
    mediaType: 'application/pdf',
    sentName: sentName(path.split('/').at(-1) ?? path, 'application/pdf'),
    sha256: createHash('sha256').update(content).digest('hex'),
  } as const;
  return { ...aFile(folder, { name: path, content }), inspected };
}

function setUpForSentNames() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const add = (path: string, content = path, into = folder): string =>
    item(open, open.journal.intake.enqueue(aScan(into, path, content)).itemId).sentName;
  return { ...open, company, folder, add };
}

describe('documents of one name', () => {
  it('are sent under names of their own, whatever their case and in both folders of the company', () => {
    const { add, company, ...open } = setUpForSentNames();
    const sales = aFolder(open, company, 'sales-invoices');
    const other = aFolder(open, aCompany(open, OTHER_INTEGRATION), 'purchase-invoices', '/other');
    expect([add('2024/scan.pdf'), add('2025/scan.pdf'), add('2026/SCAN.PDF'), add('scan.pdf', 'a sale', sales)]).toEqual([
      'scan.pdf',
      'scan (2).pdf',
      'SCAN (3).pdf',
      'scan (4).pdf',
    ]);
    expect(add('scan.pdf', 'of another company', other)).toBe('scan.pdf');
    expect([add('a/Été.pdf'), add('b/E\u0301TE\u0301.pdf')]).toEqual(['Été.pdf', 'ÉTÉ (2).pdf']);
  });

  it('do not take the name of a file that has a number of its own', () => {
    const { add } = setUpForSentNames();
    expect([add('scan (2).pdf'), add('a/scan.pdf'), add('b/scan.pdf'), add('b/scan (2).pdf'), add('b/scan (3).pdf')]).toEqual([
      'scan (2).pdf',
      'scan.pdf',
      'scan (3).pdf',
      'scan (2) (2).pdf',
      'scan (3) (2).pdf',
    ]);
  });

  it('keep it for ever: where the content is found again, after a restart, and where it is sent again', () => {
    const { add, journal, file, clock, folder } = setUpForSentNames();
    expect([add('a/scan.pdf', 'one'), add('b/scan.pdf', 'two'), add('c/other.pdf', 'two'), add('b/scan.pdf', 'two')]).toEqual([
      'scan.pdf',
      'scan (2).pdf',
      'scan (2).pdf',
      'scan (2).pdf',
    ]);
    closeQuietly(journal);
    const again = opened(file, clock);
    const { itemId } = again.intake.enqueue(aScan(folder, 'd/scan.pdf', 'three'));
    expect(again.items.get(itemId)?.sentName).toBe('scan (3).pdf');
    closeQuietly(again);
  });

  it('are not counted where a file cannot be sent, until a person has it sent all the same', () => {
    const { add, journal, clock, folder, ...open } = setUpForSentNames();
    const found = aScan(folder, 'a/scan.pdf', 'cut');
    const { sha256 } = found.inspected;
    const unfit = { kind: 'unfit', problem: { kind: 'damaged', found: 'pdf' }, sha256 } as const;
    const { itemId } = journal.intake.enqueue({ ...found, inspected: unfit });
    expect(add('b/scan.pdf')).toBe('scan.pdf');
    if (found.inspected.kind === 'fit') journal.delivery.sendAllTheSame(itemId, found.inspected, clock.wallMs());
    expect(item({ ...open, journal }, itemId).sentName).toBe('scan (2).pdf');
  });

  it('find a free number where a thousand files have numbers of their own', async () => {
    const { add, journal } = setUpForSentNames();
    await journal.join(() => {
      for (let number = 2; number <= 1_000; number += 1) add(`scan (${number}).pdf`);
    });
    expect(add('scan.pdf')).toBe('scan.pdf');
    const [first, second] = [add('a/scan.pdf'), add('b/scan.pdf')].map((name) => Number(/\((\d+)\)/.exec(name)?.[1]));
    expect([(first ?? 0) > 1_000, (second ?? 0) > (first ?? 0), (first ?? 0) < 3_000]).toEqual([true, true, true]);
  });
});

describe('a number behind a name', () => {
  it('keeps the limit and the ending, and makes another name of each', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'é', '👨‍👩‍👧', ' ', '.', '(', '2', ')'), minLength: 1, maxLength: 30 });
    const stems = fc.tuple(words, fc.constantFrom(1, 40)).map(([word, times]) => word.repeat(times));
    fc.assert(
      fc.property(stems, fc.integer({ min: 2, max: 1_000_000 }), (stem, number) => {
        const name = sentName(`${stem}.pdf`, 'application/pdf');
        const numbered = [number, number + 1].map((one) => numberedSentName(name, one));
        expect(new Set([name, ...numbered].map(sentNameKey)).size).toBe(3);
        for (const one of numbered) {
          expect(utf8(one).byteLength).toBeLessThanOrEqual(FILENAME_MAX);
          expect([one.endsWith('.pdf'), sentName(one, 'application/pdf')]).toEqual([true, one]);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
