import { describe, expect, it } from 'vitest';
import type { Failure } from '#shared/domain/item/failure.ts';
import { HOUR_MS, plus } from '#shared/lib/duration.ts';
import {
  aCompany,
  aFile,
  aFolder,
  anEvent,
  anOpenJournal,
  ended,
  begun,
  page,
  type OpenJournal,
  OTHER_INTEGRATION,
} from '../an-open-journal.ts';

const DOCUMENT = 'dddddddd-0000-4000-8000-000000000001';

function failing(open: OpenJournal, content: string, failure: Failure) {
  const company = open.journal.companies.companies()[0] ?? aCompany(open);
  const folder = open.journal.folders.folders()[0] ?? aFolder(open, company);
  const { itemId } = open.journal.intake.enqueue(aFile(folder, { name: content, content }));
  begun(open, itemId);
  ended(open, itemId, { kind: 'failed', failure, retryAfterMs: null });
}

describe('what the journal tells of troubles', () => {
  it('is by kind and code, and never foreign words', () => {
    const open = anOpenJournal();
    for (const content of ['a', 'b']) failing(open, content, { kind: 'service', status: 503 });
    failing(open, 'c', { kind: 'offline', code: 'A name: /home/anne' });
    expect(open.journal.troubles.failures()).toEqual([
      { kind: 'service', code: '503', count: 2, since: expect.any(Number) },
      { kind: 'offline', code: 'other', count: 1, since: expect.any(Number) },
    ]);
    expect(open.journal.troubles.problems()).toEqual([]);
    expect(open.journal.troubles.sqlite()).toMatch(/^3\.\d+/);
  });

  it('counts the results of one company since a day', () => {
    const open = anOpenJournal();
    const company = aCompany(open);
    const now = open.clock.wallMs();
    const folder = aFolder(open, company);
    const { itemId } = open.journal.intake.enqueue(aFile(folder, { content: 'one' }));
    const reference = begun(open, itemId);
    page(open, [anEvent({ seq: 1, data: { externalReference: reference, documentId: DOCUMENT, documentState: 'Accepted' } })]);
    expect(open.journal.items.get(itemId)?.state.kind).toBe('accepted');
    expect(open.journal.troubles.results(company.id, plus(now, -HOUR_MS))).toEqual({ accepted: 1, refused: 0 });
    expect(open.journal.troubles.results(company.id, plus(now, HOUR_MS))).toEqual({ accepted: 0, refused: 0 });
    const other = aCompany(open, OTHER_INTEGRATION);
    expect(open.journal.troubles.results(other.id, plus(now, -HOUR_MS))).toEqual({ accepted: 0, refused: 0 });
  });
});
