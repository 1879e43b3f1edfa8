import { describe, expect, it } from 'vitest';
import type { Failure } from '#shared/domain/item/failure.ts';
import { aCompany, aFile, aFolder, anOpenJournal, ended, begun, type OpenJournal } from '../an-open-journal.ts';

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
});
