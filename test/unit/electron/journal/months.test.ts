import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { isComplete } from '#shared/app-api/list/register.ts';
import { DAY_MS, HOUR_MS, plus, wallMs } from '#shared/lib/duration.ts';
import {
  aCompany,
  aFile,
  aFolder,
  anEvent,
  anOpenJournal,
  begun,
  ended,
  item,
  type OpenJournal,
  OTHER_INTEGRATION,
  page,
} from './an-open-journal.ts';
import { DatabaseSync } from 'node:sqlite';

const ALWAYS = { from: wallMs(0), before: wallMs(Number.MAX_SAFE_INTEGER) };
let nextSeq = 0;

function answered(open: OpenJournal, itemId: ItemId, documentState: 'Accepted' | 'Refused'): void {
  nextSeq += 1;
  const documentId = `dddddddd-0000-4000-8000-${String(nextSeq).padStart(12, '0')}`;
  const data = { externalReference: begun(open, itemId), documentId, documentState, rejectionReason: null };
  page(open, [anEvent({ seq: nextSeq, data })], `e${nextSeq}`);
}

describe('the figures of a month', () => {
  it('are accepted, refused and open, which together are all documents that are to be sent', () => {
    const open = anOpenJournal();
    const company = aCompany(open);
    const folder = aFolder(open, company);
    const add = (content: string) => open.journal.intake.enqueue(aFile(folder, { content, name: `${content}.pdf` })).itemId;
    const figures = () => open.journal.months.figures({ companyId: company.id, ...ALWAYS });
    const [accepted, refused, waiting] = [add('a'), add('b'), add('c')];
    const { itemId: held } = open.journal.intake.enqueue(aFile(folder, { content: 'd', name: 'd.pdf', bulkArrival: true }));
    answered(open, accepted, 'Accepted');
    answered(open, refused, 'Refused');
    expect(figures()).toEqual({ companyId: company.id, accepted: 1, refused: 1, unresolved: 1, open: 2 });
    open.journal.list.putAside([held]);
    expect(figures()).toMatchObject({ open: 1 });
    answered(open, waiting, 'Accepted');
    expect(figures()).toMatchObject({ accepted: 2, refused: 1, open: 0 });
    expect(isComplete(figures())).toBe(false);
    open.journal.resolved.resolve([refused]);
    expect(figures()).toEqual({ companyId: company.id, accepted: 2, refused: 1, unresolved: 0, open: 0 });
    expect(isComplete(figures())).toBe(true);
  });

  it('are of one company, and of documents that were found in this span', () => {
    const open = anOpenJournal();
    const company = aCompany(open);
    const other = aCompany(open, OTHER_INTEGRATION);
    open.journal.intake.enqueue(aFile(aFolder(open, company)));
    const now = open.clock.wallMs();
    const count = (companyId: typeof company.id, from: number, before: number) =>
      open.journal.months.figures({ companyId, from: plus(now, from), before: plus(now, before) }).open;
    expect(count(company.id, 0, HOUR_MS)).toBe(1);
    expect(count(company.id, -HOUR_MS, 0)).toBe(0);
    expect(count(company.id, 1, HOUR_MS)).toBe(0);
    expect(count(other.id, 0, HOUR_MS)).toBe(0);
    expect(isComplete({ accepted: 0, refused: 0, unresolved: 0, open: 0 })).toBe(false);
  });
});

const invoice = (month: number): string => `Orange FAC${1_000 + month}.pdf`;
const TWO = (value: number): string => String(value).padStart(2, '0');

/** A telephone's invoices from January 2026 on, handed in on the 12th of the next month, and what the journal says is missing. */
async function telephone(nameOf = (month: number) => `Facture_Orange_2026-${TWO(month)}.pdf`) {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const expected = async () => (await (await open.journal.expected()).expected({ waits: true })).companies[0];
  const list = async () => (await expected())?.missing ?? [];
  const unexpected = async () => (await expected())?.unexpected ?? [];
  const goTo = (text: string) => open.clock.jump(new Date(`${text}T09:00:00Z`).getTime() - open.clock.wallMs());
  const add = (name: string, content = name) => open.journal.intake.enqueue(aFile(folder, { name, content })).itemId;
  const bill = (month: number) => {
    goTo(`2026-${TWO(month + 1)}-12`);
    return add(nameOf(month));
  };
  for (let month = 1; month <= 7; month += 1) bill(month);
  return { open, company, folder, list, unexpected, goTo, add, bill, months: async () => (await list()).map(({ month }) => month) };
}

describe('what is expected', () => {
  it('is a supplier’s next document, by name, month and the newest one, until it is there', async () => {
    const { add, goTo, list } = await telephone();
    goTo('2026-09-13');
    add('Taxi 12.pdf');
    expect(await list()).toEqual([]);
    goTo('2026-09-20');
    add('Taxi 13.pdf');
    const [missing, ...others] = await list();
    expect(missing).toMatchObject({ name: 'Facture Orange', month: '2026-08-01', count: 1, last: { name: 'Facture_Orange_2026-07.pdf' } });
    expect(others).toEqual([]);
    add('Orange août 2026.pdf');
    expect(await list()).toEqual([]);
  });

  it('is no longer told of whom a user does not expect, until they take that back', async () => {
    const { add, goTo, list, unexpected, open } = await telephone();
    goTo('2026-09-20');
    add('Taxi 13.pdf');
    const seriesId = (await list())[0]?.seriesId ?? '';
    const expected = await open.journal.expected();
    expect(await expected.expect({ seriesId: 'nobody', isExpected: false })).toEqual({ done: false });
    expect(await expected.expect({ seriesId, isExpected: false })).toEqual({ done: true });
    expect(await list()).toEqual([]);
    expect(await unexpected()).toEqual([{ seriesId, name: 'Facture Orange' }]);
    expect(await expected.expect({ seriesId, isExpected: true })).toEqual({ done: true });
    expect(await list()).toHaveLength(1);
    expect(await unexpected()).toEqual([]);
  });

  it('counts a refused document and its correction once, in the month of the first', async () => {
    const { add, bill, goTo, months, open } = await telephone(invoice);
    answered(open, bill(8), 'Refused');
    goTo('2026-10-12');
    expect(item(open, add(invoice(8), 'corrected')).replaces).not.toBeNull();
    goTo('2026-10-20');
    add('Taxi 13.pdf');
    expect(await months()).toEqual(['2026-10-01']);
  });

  it('counts a file that is held or ignored, and not one that was taken away before it was sent', async () => {
    const { folder, goTo, add, months, open } = await telephone();
    goTo('2026-09-12');
    const held = (name: string) => open.journal.intake.enqueue(aFile(folder, { name, content: name, bulkArrival: true })).itemId;
    const name = 'Facture_Orange_2026-08.pdf';
    const itemId = held(name);
    goTo('2026-09-20');
    add('Taxi 13.pdf');
    expect(await months()).toEqual([]);
    open.journal.list.putAside([itemId]);
    expect(await months()).toEqual([]);
    open.journal.list.putBack([itemId]);
    expect(await months()).toEqual([]);
    open.journal.intake.forget(folder.id, [name]);
    open.journal.intake.noteGone(folder.id, [name]);
    expect(item(open, itemId).state).toMatchObject({ kind: 'aside', why: 'gone' });
    expect(await months()).toEqual(['2026-08-01']);
  });

  it('knows a scan by the note to the accountant, as soon as it is written', async () => {
    const { goTo, add, months, open } = await telephone();
    goTo('2026-09-20');
    const itemId = add('scan-0012.pdf');
    expect(await months()).toEqual(['2026-08-01']);
    open.journal.notes.note(itemId, 'Orange');
    expect(await months()).toEqual([]);
  });
});

const DOCUMENT = '44444444-4444-4444-8444-444444444444';
const UNKNOWN = '55555555-5555-4555-8555-555555555555';

function answeredEvent() {
  const open = anOpenJournal();
  const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, aCompany(open))));
  begun(open, itemId);
  ended(open, itemId, { kind: 'received', documentId: DOCUMENT as never });
  page(open, [said(1, DOCUMENT), said(2, UNKNOWN)]);
  return { ...open, open, itemId };
}

function said(seq: number, documentId: string) {
  return anEvent({ seq, data: { documentId, documentState: 'Accepted' } });
}

describe('the bytes of events', () => {
  it('of a matched answer go after a time, and its result, its id and what is unmatched stay', () => {
    const { open, journal, itemId, file } = answeredEvent();
    // Received at the first millisecond of 1970.
    expect(journal.secondLook.prune(wallMs(1), 10)).toBe(0);
    expect(journal.secondLook.prune(plus(wallMs(1), 180 * DAY_MS), 10)).toBe(1);
    expect(journal.secondLook.prune(plus(wallMs(1), 180 * DAY_MS), 10)).toBe(0);
    expect(item(open, itemId).state.kind).toBe('accepted');
    // The same event again: it is known by its id, so it has no second effect and restores no bytes.
    expect(page(open, [{ ...said(1, DOCUMENT), seq: 3 }]).effects).toEqual([]);
    journal.close();
    const database = new DatabaseSync(file);
    const rows = database.prepare('SELECT document_id, length(jwt) > 0 AS jwt, length(body) > 0 AS body FROM events ORDER BY n').all();
    database.close();
    expect(rows).toEqual([
      { document_id: DOCUMENT, jwt: 0, body: 0 },
      { document_id: UNKNOWN, jwt: 1, body: 1 },
    ]);
  });

  it('are kept of the newest answers alone, however young they are', () => {
    const { open, journal } = answeredEvent();
    page(
      open,
      [3, 4, 5].map((seq) => ({ ...said(seq, DOCUMENT), receivedAt: wallMs(seq) })),
    );
    // Four of this document, of which the third newest was received at the third millisecond.
    expect(journal.secondLook.prune(wallMs(0), 4)).toBe(0);
    expect(journal.secondLook.prune(wallMs(0), 2)).toBe(2);
    expect(journal.secondLook.prune(wallMs(0), 2)).toBe(0);
    journal.close();
  });

  it('that nobody signed are kept for the newest five hundred, cut, and counted all', () => {
    const { open, journal } = answeredEvent();
    const large = Buffer.alloc(200_000, 'x');
    for (let from = 10; from < 710; from += 100) {
      page(
        open,
        Array.from({ length: 100 }, (_, at) => ({ ...anEvent({ seq: from + at, data: {}, verified: false }), body: large })),
      );
    }
    const kept = [];
    for (let after = 0, some = journal.secondLook.unverified(0); some.length > 0; some = journal.secondLook.unverified(after)) {
      kept.push(...some);
      after = some.at(-1)?.n ?? after;
    }
    expect([kept.length, kept[0]?.seq, kept.at(-1)?.seq]).toEqual([500, 210, 709]);
    expect(kept.every(({ body }) => body.byteLength === 0)).toBe(true);
    expect(journal.results.figures().forged).toBe(700);
  });
});
