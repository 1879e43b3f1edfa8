import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DAY_MS, plus, wallMs } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, ended, begun, item, page } from '../an-open-journal.ts';

const DOCUMENT = '44444444-4444-4444-8444-444444444444';
const UNKNOWN = '55555555-5555-4555-8555-555555555555';

function answered() {
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
  it('of a matched answer go after half a year, and its result, its id and what is unmatched stay', () => {
    const { open, journal, itemId, file } = answered();
    // Received at the first millisecond of 1970.
    expect(journal.secondLook.prune(wallMs(1))).toBe(0);
    expect(journal.secondLook.prune(plus(wallMs(1), 180 * DAY_MS))).toBe(1);
    expect(journal.secondLook.prune(plus(wallMs(1), 180 * DAY_MS))).toBe(0);
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

  it('that nobody signed are kept for the newest five hundred, cut, and counted all', () => {
    const { open, journal } = answered();
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
