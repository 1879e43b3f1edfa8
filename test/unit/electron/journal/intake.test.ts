import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FoundFile } from '#electron/intake/store.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal, ended, begun, item, opened, OTHER_INTEGRATION, referenceTo } from './an-open-journal.ts';
import { aKnownFile } from '#test/support/documents/sample-files.ts';

const UNFIT = { kind: 'unfit', problem: { kind: 'not-taken', found: 'text' } } as const;

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  return { ...open, company, folder: aFolder(open, company) };
}

describe('enqueueing a file', () => {
  it('makes one item of one content, due at once', () => {
    const open = setUp();
    const made = open.journal.intake.enqueue(aFile(open.folder));
    expect(made.made).toBe(true);
    expect(item(open, made.itemId)).toMatchObject({ name: 'scan.pdf', state: { kind: 'waiting', dueAt: open.clock.wallMs() } });
    expect(open.journal.items.counts()).toMatchObject({ waiting: 1 });
  });

  it('links a second file of the same content to the item and sends nothing again', () => {
    const open = setUp();
    const first = open.journal.intake.enqueue(aFile(open.folder, { name: 'a.pdf' }));
    const second = open.journal.intake.enqueue(aFile(open.folder, { name: 'sub/b.pdf', bulkArrival: true }));
    expect(second).toEqual({ itemId: first.itemId, made: false, chores: [] });
    const detail = open.journal.list.detail(first.itemId);
    expect(detail?.places.map(({ path }) => path).sort()).toEqual([
      join(open.folder.path, 'a.pdf'),
      join(open.folder.path, 'sub', 'b.pdf'),
    ]);
    expect(open.journal.list.page({ limit: 10 }).total).toBe(1);
  });

  it('holds the same bytes under the other import type and asks', () => {
    const open = setUp();
    const first = open.journal.intake.enqueue(aFile(open.folder));
    const second = open.journal.intake.enqueue(aFile(aFolder(open, open.company, 'sales-invoices')));
    expect(item(open, second.itemId).state).toEqual({ kind: 'held', question: { kind: 'other-type', itemId: first.itemId } });
    expect(open.journal.list.allow([first.itemId, second.itemId])).toBe(1);
    expect(item(open, second.itemId).state.kind).toBe('waiting');
  });

  it('asks nothing about the same bytes in a folder for entries, of whose document the reference is another', () => {
    const open = setUp();
    const scan = open.journal.intake.enqueue(aFile(open.folder));
    const entries = open.journal.intake.enqueue(aFile(aFolder(open, open.company, 'entries')));
    expect(item(open, entries.itemId)).toMatchObject({ importType: 'entries', state: { kind: 'waiting' } });
    expect([scan, entries].map(({ itemId }) => open.journal.list.detail(itemId)?.otherType)).toEqual([null, null]);
    expect([begun(open, scan.itemId), begun(open, entries.itemId)]).toEqual([
      referenceTo('some bytes'),
      referenceTo('some bytes', { importType: 'entries' }),
    ]);
  });

  it('ends a document of scans whose file was moved into the folder for entries', () => {
    const open = setUp();
    const folder = aFolder(open, open.company, 'sales-invoices');
    const file = { ...aFile(folder, { name: 'paie.csv' }), inspected: { ...UNFIT, sha256: 'ab'.repeat(32) } };
    const scan = open.journal.intake.enqueue(file);
    open.journal.intake.forget(folder.id, ['paie.csv']);
    const entries = open.journal.intake.enqueue({ ...file, folderId: aFolder(open, open.company, 'entries').id });
    expect([scan, entries].map(({ itemId }) => item(open, itemId).state)).toMatchObject([
      { kind: 'aside', why: 'gone' },
      { kind: 'unfit' },
    ]);
  });

  it('has no notes in a folder for entries, nor anything to convert: their import takes none', () => {
    const open = setUp();
    const folder = aFolder(open, open.company, 'entries');
    const change = { subfolders: false, notes: { text: 'Chantier', holds: true }, converts: { tiff: true } };
    const changed = open.journal.folders.change(folder.id, { ...change, resultFolders: { accepted: 'A', refused: 'R' } });
    expect(changed).toMatchObject({ subfolders: false, notes: { text: null, holdsSince: null }, converts: { tiff: null } });
    const { itemId } = open.journal.intake.enqueue(aFile(folder));
    expect(open.journal.notes.note(itemId, 'Payé')).toEqual({ ok: false, failure: { kind: 'not-to-be-sent' } });
    expect(item(open, itemId)).toMatchObject({ state: { kind: 'waiting' } });
  });

  it('takes the same bytes of another company for another document', () => {
    const open = setUp();
    open.journal.intake.enqueue(aFile(open.folder));
    const other = aFolder(open, aCompany(open, OTHER_INTEGRATION), 'sales-invoices', '/other');
    const second = open.journal.intake.enqueue(aFile(other));
    expect(item(open, second.itemId).state.kind).toBe('waiting');
  });

  it('holds a bulk arrival until a person lets it go', () => {
    const open = setUp();
    const ids = ['1', '2', '3'].map(
      (content) => open.journal.intake.enqueue(aFile(open.folder, { name: content, content, bulkArrival: true })).itemId,
    );
    expect(open.journal.delivery.due(open.clock.wallMs(), 10)).toEqual([]);
    expect(open.journal.list.allow(ids.slice(0, 2))).toBe(2);
    expect(open.journal.delivery.due(open.clock.wallMs(), 10).map((due) => due.item.id)).toEqual(ids.slice(0, 2));
    expect(open.journal.items.counts()).toMatchObject({ held: 1, waiting: 2 });
  });

  it('keeps an unfit file as unfit, and knows one that is too large to be read by its place, size and time', () => {
    const open = setUp();
    const large: FoundFile = {
      folderId: open.folder.id,
      relativePath: 'large.pdf',
      known: aKnownFile(9_000_000, 5),
      inspected: { kind: 'unfit', problem: { kind: 'too-large', bytes: 9_000_000, bytesMax: 5_242_880 }, sha256: null },
      bulkArrival: false,
    };
    const first = open.journal.intake.enqueue(large);
    expect(item(open, first.itemId).state).toMatchObject({ kind: 'unfit', by: 'intray' });
    expect(open.journal.intake.enqueue(large)).toEqual({ itemId: first.itemId, made: false, chores: [] });
    expect(open.journal.intake.enqueue({ ...large, known: aKnownFile(9_000_001, 5) }).made).toBe(true);
  });

  it('knows when the newest file of a bulk arrival was found, as long as nobody has decided about it', () => {
    const open = setUp();
    expect(open.journal.intake.bulkArrivedAt(open.folder.id)).toBeNull();
    const held = open.journal.intake.enqueue({ ...aFile(open.folder), bulkArrival: true });
    expect(open.journal.intake.bulkArrivedAt(open.folder.id)).toBe(item(open, held.itemId).foundAt);
    open.journal.list.allow([held.itemId]);
    expect(open.journal.intake.bulkArrivedAt(open.folder.id)).toBeNull();
  });

  it('takes the time at which such a file was written where the clock was set back before it was found', () => {
    const open = setUp();
    const later = open.clock.wallMs() + 60_000;
    open.journal.intake.enqueue({ ...aFile(open.folder), known: aKnownFile(9, later), bulkArrival: true });
    expect(open.journal.intake.bulkArrivedAt(open.folder.id)).toBe(later);
  });

  it('knows of what is left of a bulk arrival until it is told that nothing is, whatever was said of the rest', () => {
    const { journal, folder, file, clock } = setUp();
    const { intake, list } = journal;
    const held = intake.enqueue({ ...aFile(folder), bulkArrival: true });
    const [older, newer] = [wallMs(500.5), wallMs(900.5)];
    intake.noteBulkArrival(folder.id, newer);
    expect(intake.bulkArrivedAt(folder.id)).toBe(clock.wallMs());
    list.putAside([held.itemId]);
    intake.noteBulkArrival(folder.id, older);
    expect(intake.bulkArrivedAt(folder.id)).toBe(newer);
    journal.close();
    const later = opened(file, clock);
    onTestFinished(() => later.close());
    const again = later.intake;
    expect(again.bulkArrivedAt(folder.id)).toBe(newer);
    again.noteBulkArrival(folder.id, null);
    expect(again.bulkArrivedAt(folder.id)).toBeNull();
  });

  it('says what lies in a large folder a page at a time, each path once', async () => {
    const open = setUp();
    const names = Array.from({ length: 2_345 }, (_, n) => `${n % 7}/scan ${n}.pdf`);
    await open.journal.join(() => names.map((name) => open.journal.intake.enqueue(aFile(open.folder, { name, content: name }))));
    open.journal.intake.forget(open.folder.id, names.slice(0, 45));
    const pages = [...open.journal.intake.knownFiles(open.folder.id)];
    expect(pages.map((page) => page.length)).toEqual([1_000, 1_000, 300]);
    expect(new Set(pages.flat().map(([path]) => path))).toEqual(new Set(names.slice(45)));
  });

  it('remembers what lies at a path, whatever lay there before, until it is forgotten', () => {
    const open = setUp();
    const old = open.journal.intake.enqueue(aFile(open.folder));
    const fresh = open.journal.intake.enqueue({ ...aFile(open.folder, { content: 'new' }), known: aKnownFile(3, 9) });
    expect([...open.journal.intake.knownFiles(open.folder.id)]).toEqual([[['scan.pdf', aKnownFile(3, 9)]]]);
    expect(open.journal.list.detail(old.itemId)?.places).toMatchObject([{ present: false }]);
    open.journal.intake.forget(open.folder.id, ['scan.pdf', 'never.pdf']);
    expect([...open.journal.intake.knownFiles(open.folder.id)].flat().length).toBe(0);
    expect(item(open, fresh.itemId).state.kind).toBe('waiting');
    expect(open.journal.delivery.places(fresh.itemId)).toHaveLength(1);
  });

  it('does not send again after a reconnect what was recorded under the old integration', () => {
    const open = setUp();
    const { itemId } = open.journal.intake.enqueue(aFile(open.folder));
    begun(open, itemId);
    ended(open, itemId, { kind: 'received', documentId: 'dddddddd-0000-4000-8000-000000000001' as never });
    open.journal.companies.reconnect(open.company.id, OTHER_INTEGRATION, open.clock.wallMs());
    expect(open.journal.intake.enqueue(aFile(open.folder, { name: 'copy.pdf' }))).toEqual({ itemId, made: false, chores: [] });
    expect(open.journal.delivery.due(open.clock.wallMs(), 10)).toEqual([]);
  });
});
