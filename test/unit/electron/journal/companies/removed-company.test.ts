import { describe, expect, it } from 'vitest';
import { mirrorText } from '#electron/journal/profile/mirror.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { aCompany, aFile, aFolder, anOpenJournal, ended, begun, INTEGRATION, item, opened, OTHER_INTEGRATION } from '../an-open-journal.ts';

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const enqueue = (content: string) => open.journal.intake.enqueue(aFile(folder, { name: content, content })).itemId;
  const remove = () => open.journal.companies.remove(company.id, open.clock.wallMs(), { forget: false });
  const state = (itemId: ReturnType<typeof enqueue>) => item(open, itemId).state;
  return { ...open, open, company, folder, enqueue, remove, state };
}

describe('a removed company', () => {
  it('is found by nothing but its history, and counts for nothing', () => {
    const { journal, company, enqueue, remove } = setUp();
    const itemId = enqueue('a');
    expect(journal.items.counts().waiting).toBe(1);
    expect(remove()).toEqual([itemId]);
    expect(journal.items.counts()).toEqual(NO_COUNTS);
    expect([journal.companies.companies(), journal.folders.folders(), journal.results.links()]).toEqual([[], [], []]);
    expect(journal.companies.get(company.id)).toBeNull();
    expect(journal.companies.removed()).toMatchObject([{ id: company.id, integrationId: INTEGRATION }]);
    expect(journal.list.page({ limit: 5 }).items).toHaveLength(1);
    expect(journal.delivery.due(journal.companies.removed()[0]?.removedAt as never, 5)).toEqual([]);
  });

  it('lets an upload that was under way end, and keeps what came of it', () => {
    const { open, journal, clock, enqueue, remove, state } = setUp();
    const [received, lost] = [enqueue('a'), enqueue('b')];
    begun(open, received);
    begun(open, lost);
    remove();
    const documentId = '44444444-4444-4444-8444-444444444444' as never;
    ended({ journal, clock }, received, { kind: 'received', documentId });
    const failure = { kind: 'timed-out' } as const;
    ended({ journal, clock }, lost, { kind: 'failed', failure, retryAfterMs: null });
    expect([state(received).kind, state(lost).kind]).toEqual(['awaiting', 'waiting']);
    expect(journal.delivery.nextDueAt()).toBeNull();
    journal.restart();
    expect(state(lost)).toEqual({ kind: 'aside', why: 'removed' });
    expect(journal.items.counts()).toEqual(NO_COUNTS);
  });

  it('that is back is asked what it was asked before, and about what had waited', () => {
    const { journal, company, clock, folder, enqueue, remove, state } = setUp();
    const waited = enqueue('a');
    const other = journal.folders.add({ companyId: company.id, importType: 'sales-invoices', path: '/sales', settleMs: 50 });
    const twin = journal.intake.enqueue(aFile(other, { name: 'twin', content: 'a' })).itemId;
    expect(remove()).toHaveLength(2);
    expect(journal.companies.reconnect(company.id, OTHER_INTEGRATION, clock.wallMs())).toMatchObject({ integrationId: OTHER_INTEGRATION });
    expect(state(waited)).toEqual({ kind: 'held', question: { kind: 'flood' } });
    expect(state(twin)).toEqual({ kind: 'held', question: { kind: 'other-type', itemId: waited } });
    expect([journal.items.counts().held, journal.folders.folders(), journal.companies.leavings()]).toEqual([2, [], []]);
    expect(journal.folders.get(folder.id)).not.toBeNull();
  });

  it('sends nothing again, and nobody is asked about its unanswered documents', () => {
    const { open, journal, clock, enqueue, remove, state } = setUp();
    const itemId = enqueue('a');
    begun(open, itemId);
    const documentId = '44444444-4444-4444-8444-444444444444' as never;
    ended({ journal, clock }, itemId, { kind: 'received', documentId });
    remove();
    const of = { now: clock.wallMs(), askAfterMs: 0, silentForMs: 0, closed: [], logsSince: new Map() };
    expect(journal.noAnswers.askAbout(of).effects).toEqual([]);
    expect(state(itemId)).toEqual({ kind: 'awaiting', documentId, since: clock.wallMs() });
    expect(journal.list.allow([itemId])).toBe(0);
  });

  it('does not take up a file that was being read when it was removed', () => {
    const { journal, enqueue, remove, state } = setUp();
    remove();
    expect(state(enqueue('late'))).toEqual({ kind: 'aside', why: 'removed' });
    expect(journal.items.counts()).toEqual(NO_COUNTS);
  });

  it('stays removed in a journal that is made anew from an older copy', () => {
    const { journal, company, clock, enqueue, remove } = setUp();
    enqueue('a');
    journal.companies.changeCompany(company.id, { contact: 'cabinet@compta.example' });
    remove();
    const { companies, folders } = journal;
    const held = { companies: companies.companies(), removed: companies.removed(), folders: folders.folders(), settings: null };
    const mirror = JSON.parse(mirrorText(held));
    const older = anOpenJournal();
    older.journal.companies.addCompany({ name: 'x', colour: null, integrationId: OTHER_INTEGRATION, at: clock.wallMs() });
    older.journal.setUp.restoreSetUp(mirror, { at: clock.wallMs(), fromBackup: true });
    older.journal.close();
    const anew = opened(older.file, clock);
    expect(anew.companies.removed()).toMatchObject([{ id: company.id, contact: 'cabinet@compta.example' }]);
    expect(anew.companies.leavings()).toMatchObject([{ integrationId: INTEGRATION, secret: true, relay: true }]);
    anew.close();
  });
});
