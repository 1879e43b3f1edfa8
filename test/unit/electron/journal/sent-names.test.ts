import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedSentName, sentName, sentNameKey } from '#shared/domain/item/sending/sent-name.ts';
import type { FoundFile } from '#electron/intake/store.ts';
import { filenameFault } from '#shared/contract/filename.ts';
import { FILENAME_MAX } from '#shared/contract/limits.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { aCompany, aFile, aFolder, anOpenJournal, closeQuietly, item, opened, OTHER_INTEGRATION } from './an-open-journal.ts';
import { takeBack } from './undo-migrations.ts';

function aScan(folder: Folder, path: string, content: string): FoundFile {
  const inspected = {
    kind: 'fit',
    mediaType: 'application/pdf',
    sentName: sentName(path.split('/').at(-1) ?? path, 'application/pdf'),
    sha256: createHash('sha256').update(content).digest('hex'),
  } as const;
  return { ...aFile(folder, { name: path, content }), inspected };
}

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const add = (path: string, content = path, into = folder): string =>
    item(open, open.journal.intake.enqueue(aScan(into, path, content)).itemId).sentName;
  return { ...open, company, folder, add };
}

describe('documents of one name', () => {
  it('are sent under names of their own, whatever their case and in both folders of the company', () => {
    const { add, company, ...open } = setUp();
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
    const { add } = setUp();
    expect([add('scan (2).pdf'), add('a/scan.pdf'), add('b/scan.pdf'), add('b/scan (2).pdf'), add('b/scan (3).pdf')]).toEqual([
      'scan (2).pdf',
      'scan.pdf',
      'scan (3).pdf',
      'scan (2) (2).pdf',
      'scan (3) (2).pdf',
    ]);
  });

  it('keep it for ever: where the content is found again, after a restart, and where it is sent again', () => {
    const { add, journal, file, clock, folder } = setUp();
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
    const { add, journal, clock, folder, ...open } = setUp();
    const found = aScan(folder, 'a/scan.pdf', 'cut');
    const { sha256 } = found.inspected;
    const unfit = { kind: 'unfit', problem: { kind: 'damaged', found: 'pdf' }, sha256 } as const;
    const { itemId } = journal.intake.enqueue({ ...found, inspected: unfit });
    expect(add('b/scan.pdf')).toBe('scan.pdf');
    if (found.inspected.kind === 'fit') journal.delivery.sendAllTheSame(itemId, found.inspected, clock.wallMs());
    expect(item({ ...open, journal }, itemId).sentName).toBe('scan (2).pdf');
  });

  it('are found in a journal of before, where two may have the same one', () => {
    const { add, journal, file, clock, folder } = setUp();
    add('a/scan.pdf');
    add('b/scan.pdf');
    journal.close();
    const database = new DatabaseSync(file);
    database.exec("UPDATE items SET sent_name = 'Scan.pdf'");
    takeBack(database, 25);
    database.close();
    const again = opened(file, clock);
    const { itemId } = again.intake.enqueue(aScan(folder, 'c/scan.pdf', 'three'));
    expect(again.items.get(itemId)?.sentName).toBe('scan (2).pdf');
    closeQuietly(again);
  });

  it('find a free number where a thousand files have numbers of their own', async () => {
    const { add, journal } = setUp();
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
          expect([filenameFault(one), sentName(one, 'application/pdf')]).toEqual([null, one]);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
