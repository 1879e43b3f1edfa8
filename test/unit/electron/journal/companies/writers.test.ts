import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { FoundFile } from '#electron/intake/store.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { aCompany, aFile, anOpenJournal, opened } from '../an-open-journal.ts';
import { takeBack } from '../undo-migrations.ts';

function setUp() {
  const open = anOpenJournal();
  const { id: companyId } = aCompany(open);
  const folder = open.journal.folders.add({ companyId, importType: 'purchase-invoices', path: '/scans' });
  let files = 0;
  /** A file of new bytes, written at this second. */
  const put = (of: { name?: string; at?: number; page?: string } & Partial<FoundFile> = {}): void => {
    const { name = `${(files += 1)}.pdf`, at = 0, page, ...more } = of;
    const file = aFile(folder, { name, content: `${name} ${at} ${page ?? ''}` });
    const pages = page === undefined ? {} : { pages: [Buffer.from(page.padEnd(12)).toString('hex')] };
    const known = { ...file.known, modifiedAt: wallMs(at * 1_000) };
    open.journal.intake.enqueue({ ...file, known, inspected: { ...file.inspected, ...pages }, ...more });
  };
  const now = (): Folder | null => open.journal.folders.get(folder.id);
  return { ...open, companyId, folder, put, now };
}

describe('what a folder knows of its scanner', () => {
  it('comes from files that were written in place, and from no others', () => {
    const open = setUp();
    open.put({ cameWhole: true });
    open.put({ bulkArrival: true });
    open.put({ byPerson: true });
    expect(open.now()?.waits).toEqual({ kind: 'first', files: 10 });
    open.put();
    expect(open.now()?.waits).toEqual({ kind: 'first', files: 9 });
    for (let n = 0; n < 20; n += 1) open.put();
    expect(open.now()).toMatchObject({ settleMs: 5_000, waits: { kind: 'quick' } });
  });

  it('is the longest gap between two pages; a mark on the same page is none, nor is an edit, nor an older file in its place', () => {
    const open = setUp();
    for (let n = 0; n < 10; n += 1) open.put();
    open.put({ name: 'scan.pdf', at: 100, page: 'a' });
    open.put({
      name: 'scan.pdf',
      at: 130,
      page: 'a',
      inspected: { ...aFile(open.folder, { content: 'marked' }).inspected, pages: [Buffer.from('a'.padEnd(12)).toString('hex')] } as never,
    });
    expect(open.now()?.waits).toEqual({ kind: 'quick' });
    open.put({ name: 'scan.pdf', at: 160, page: 'b' });
    expect(open.now()).toMatchObject({ settleMs: 60_000, waits: { kind: 'pages', gapMs: 30_000 } });
    open.put({ name: 'scan.pdf', at: 170, page: 'c' });
    expect(open.now()).toMatchObject({ waits: { gapMs: 30_000 } });
    open.put({ name: 'scan.pdf', at: 900, page: 'd' });
    open.put({ name: 'scan.pdf', at: 20, page: 'e' });
    expect(open.now()).toMatchObject({ waits: { gapMs: 30_000 } });
    open.put({ name: 'scan.pdf', at: 60, page: 'f' });
    expect(open.now()).toMatchObject({ settleMs: 80_000, waits: { gapMs: 40_000 } });
  });

  it('counts for nothing where a person sets a time, and again where they take that back', () => {
    const open = setUp();
    const { id } = open.folder;
    expect(open.journal.folders.change(id, { settleMs: 3_000 })).toMatchObject({ settleMs: 3_000, waits: { kind: 'chosen' } });
    expect(open.journal.folders.change(id, { subfolders: false })).toMatchObject({ settleMs: 3_000, waits: { kind: 'chosen' } });
    open.put();
    expect(open.journal.folders.change(id, { settleMs: null })).toMatchObject({ settleMs: 20_000, waits: { kind: 'first', files: 9 } });
    expect(open.journal.folders.change(id, { subfolders: true })?.waits.kind).toBe('first');
  });

  it('begins with nothing in a journal of an older version, where nobody had chosen a time', () => {
    const open = setUp();
    const add = (path: string, settleMs: number) =>
      open.journal.folders.add({ companyId: open.companyId, importType: 'sales-invoices', path, settleMs }).id;
    const [usual, chosen] = [add('/usual', 5_000), add('/chosen', 60_000)];
    open.journal.close();
    const database = new DatabaseSync(open.file);
    takeBack(database, 40);
    database.close();
    const journal = opened(open.file, open.clock);
    expect(journal.folders.get(usual)).toMatchObject({ settleMs: 20_000, waits: { kind: 'first', files: 10 } });
    expect(journal.folders.get(chosen)).toMatchObject({ settleMs: 60_000, waits: { kind: 'chosen' } });
    journal.close();
  });
});
