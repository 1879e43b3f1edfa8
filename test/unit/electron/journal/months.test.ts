import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { isComplete } from '#shared/app-api/list/register.ts';
import { HOUR_MS, plus, wallMs } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, begun, type OpenJournal, OTHER_INTEGRATION, page } from './an-open-journal.ts';

const ALWAYS = { from: wallMs(0), before: wallMs(Number.MAX_SAFE_INTEGER) };
let seq = 0;

function answered(open: OpenJournal, itemId: ItemId, documentState: 'Accepted' | 'Refused'): void {
  seq += 1;
  const documentId = `dddddddd-0000-4000-8000-${String(seq).padStart(12, '0')}`;
  const data = { externalReference: begun(open, itemId), documentId, documentState, rejectionReason: null };
  page(open, [anEvent({ seq, data })], `e${seq}`);
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
