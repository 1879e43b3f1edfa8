import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { documentIdSchema } from '#shared/contract/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, INTEGRATION, opened, page, referenceTo } from '../an-open-journal.ts';

const DOCUMENT = documentIdSchema.parse('dddddddd-0000-4000-8000-000000000001');
const AGAIN = documentIdSchema.parse('dddddddd-0000-4000-8000-000000000002');
const REFUSED = {
  documentId: DOCUMENT,
  externalReference: referenceTo('some bytes'),
  documentState: 'Refused',
  rejectionReason: 'illisible',
};
const ACCEPTED = { documentId: DOCUMENT, externalReference: referenceTo('some bytes'), documentState: 'Accepted' };

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const told = (...events: Record<string, unknown>[]) =>
    page(
      open,
      events.map((data, at) => anEvent({ seq: Number(data['seq'] ?? at + 1), data })),
    );
  const listed = (): readonly Item[] => open.journal.list.page({ limit: 50 }).items;
  return { ...open, company, folder, told, listed };
}

describe('the result of a document whose file was never seen here', () => {
  it('is a row of its own, by its number, without a type and without a notice', () => {
    const { told, listed, journal, company } = setUp();
    expect(told(ACCEPTED).effects.map(({ chores }) => chores)).toEqual([[]]);
    expect(listed()).toMatchObject([
      {
        companyId: company.id,
        name: DOCUMENT,
        importType: null,
        sha256: null,
        sentElsewhere: true,
        integrationId: INTEGRATION,
        reference: referenceTo('some bytes'),
        state: { kind: 'accepted', documentId: DOCUMENT },
      },
    ]);
    expect(journal.items.counts()).toMatchObject({ accepted: 1 });
    expect(journal.list.page({ limit: 50, search: 'dddddddd' }).items).toHaveLength(1);
    expect(journal.list.page({ limit: 50, importType: 'purchase-invoices' }).items).toHaveLength(0);
  });

  it('asks nobody about a refusal, which can be put on the list of what is to be done', () => {
    const { told, listed, journal } = setUp();
    expect(told(REFUSED).effects.map(({ chores }) => chores)).toEqual([[]]);
    const [refused] = listed();
    expect(refused?.state).toMatchObject({ kind: 'refused', reason: 'illisible', resolved: { by: 'elsewhere' } });
    expect(journal.items.counts()).toMatchObject({ refused: 1, resolved: 1 });
    expect(journal.list.chosen({ kind: 'filter', filter: {} })).toMatchObject({ sendAgain: [], unresolve: [refused?.id] });
    expect(journal.resolved.unresolve(refused === undefined ? [] : [refused.id])).toBe(1);
    expect(journal.items.counts()).toMatchObject({ refused: 1, resolved: 0 });
    // The same refusal in another event does not take it off that list.
    told({ seq: 2, ...REFUSED });
    expect(journal.items.counts()).toMatchObject({ refused: 1, resolved: 0 });
  });

  it('joins the row of its file when that is found, which then says all that was told', () => {
    const { told, listed, journal, folder } = setUp();
    told(REFUSED);
    const [unseen] = listed();
    const enqueued = journal.intake.enqueue(aFile(folder, { name: 'facture.pdf' }));
    expect(enqueued).toEqual({ itemId: unseen?.id, made: false, chores: ['drop-spool', 'tell-refused'] });
    const items = listed();
    expect(items).toMatchObject([{ id: enqueued.itemId, name: 'facture.pdf', importType: 'purchase-invoices', sentElsewhere: true }]);
    expect(items[0]?.state).toMatchObject({ kind: 'refused', documentId: DOCUMENT });
    expect(items[0]?.state).not.toHaveProperty('resolved');
    expect(journal.items.counts()).toMatchObject({ refused: 1, resolved: 0 });
    // What is told later belongs to it, too.
    told({ seq: 2, ...ACCEPTED, documentId: AGAIN, externalReference: referenceTo('some bytes', { resubmission: 1 }) });
    expect(listed()).toMatchObject([{ name: 'facture.pdf', resubmission: 1, state: { kind: 'accepted', documentId: AGAIN } }]);
  });

  it('is one row for all sendings of a content, in whatever order they are told', () => {
    const again = { ...ACCEPTED, documentId: AGAIN, externalReference: referenceTo('some bytes', { resubmission: 1 }) };
    for (const order of [
      [REFUSED, again],
      [again, REFUSED],
    ]) {
      const { told, listed, journal } = setUp();
      told(...order);
      const [item, ...others] = listed();
      expect(others).toEqual([]);
      expect(item).toMatchObject({ resubmission: 1, state: { kind: 'accepted', documentId: AGAIN } });
      expect(item === undefined ? [] : journal.list.detail(item.id)?.earlier).toMatchObject([
        { documentId: DOCUMENT, kind: 'refused', reason: 'illisible' },
      ]);
    }
  });

  it('joins its file after several sendings, and is then searched and filtered by it', () => {
    const { told, listed, journal, folder } = setUp();
    told(REFUSED, { ...ACCEPTED, documentId: AGAIN, externalReference: referenceTo('some bytes', { resubmission: 1 }) });
    journal.folders.change(folder.id, { notes: { numberPattern: 'scan {number}' } });
    const { itemId } = journal.intake.enqueue(aFile(folder, { name: 'scan 118.pdf' }));
    expect(listed()).toMatchObject([{ id: itemId, resubmission: 1, state: { kind: 'accepted', documentId: AGAIN } }]);
    expect(journal.list.detail(itemId)?.earlier).toMatchObject([{ documentId: DOCUMENT, kind: 'refused' }]);
    expect(journal.list.page({ limit: 50, search: 'scan', importType: 'purchase-invoices' }).items).toMatchObject([{ ownNumber: '118' }]);
    // Found once more, it is that document.
    expect(journal.intake.enqueue(aFile(folder, { name: 'copie.pdf' }))).toMatchObject({ itemId, made: false, chores: [] });
    expect(listed()).toHaveLength(1);
  });

  it('is no row if its reference is not ours, or its state is none that we know', () => {
    const { told, listed, journal } = setUp();
    told(
      { ...ACCEPTED, externalReference: 'SCAN-17' },
      { ...ACCEPTED, externalReference: null },
      { ...ACCEPTED, documentState: 'Archived' },
    );
    expect(listed()).toEqual([]);
    expect(journal.results.figures().unmatched).toBe(3);
  });

  it('is no row for a second document under the reference of a file that is known here', () => {
    const { told, listed, journal, folder } = setUp();
    journal.intake.enqueue(aFile(folder));
    told(ACCEPTED, { ...ACCEPTED, documentId: AGAIN });
    expect(listed()).toMatchObject([{ state: { documentId: DOCUMENT } }]);
  });

  it('is found by the look at all stored events in a journal of an earlier version, which left it out', () => {
    const { told, journal, file, clock } = setUp();
    told(ACCEPTED);
    journal.close();
    const database = new DatabaseSync(file);
    database.exec('UPDATE events SET item_id = NULL; DELETE FROM reference_stems; DELETE FROM items');
    database.close();
    const later = opened(file, clock);
    onTestFinished(() => later.close());
    expect(later.list.page({ limit: 50 }).items).toEqual([]);
    expect(later.secondLook.rematch(0).effects).toHaveLength(1);
    expect(later.list.page({ limit: 50 }).items).toMatchObject([{ name: DOCUMENT, state: { kind: 'accepted' } }]);
    expect(later.secondLook.rematch(0).effects).toEqual([]);
  });
});
