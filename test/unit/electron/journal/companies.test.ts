import { describe, expect, it } from 'vitest';
import { mirrorText } from '#electron/journal/profile/mirror.ts';
import { NO_FOLDER_ENTRIES } from '#shared/domain/folder/folder-entries.ts';
import { MAPPING } from '#test/unit/shared/entries/typed-mapping.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import {
  aCompany,
  aFile,
  aFolder,
  anOpenJournal,
  begun,
  ended,
  INTEGRATION,
  item,
  opened,
  type OpenJournal,
  OTHER_INTEGRATION,
} from './an-open-journal.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import type { Failure } from '#shared/domain/item/failure.ts';

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, company)));
  const end = (outcome: Outcome) => ended(open, itemId, outcome);
  const connection = () => open.journal.companies.get(company.id)?.connection;
  return { ...open, company, itemId, end, connection };
}

describe('a company', () => {
  it('keeps its history of integrations through reconnects and restarts', () => {
    const all = setUp();
    expect(all.journal.companies.reconnect(all.company.id, OTHER_INTEGRATION, all.clock.wallMs())).toMatchObject({
      integrationId: OTHER_INTEGRATION,
      formerIntegrationIds: [INTEGRATION],
    });
    all.journal.close();
    const journal = opened(all.file, all.clock);
    expect(journal.companies.reconnect(all.company.id, INTEGRATION, all.clock.wallMs())).toMatchObject({
      integrationId: INTEGRATION,
      formerIntegrationIds: [OTHER_INTEGRATION],
    });
    journal.close();
  });

  it('never gets the integration of another one', () => {
    const all = setUp();
    aCompany(all, OTHER_INTEGRATION);
    expect(all.journal.companies.reconnect(all.company.id, OTHER_INTEGRATION, all.clock.wallMs())).toBeNull();
    expect(() => aCompany(all, INTEGRATION)).toThrow('UNIQUE');
    expect(all.journal.companies.companies()).toHaveLength(2);
  });

  it('each gets a colour of its own', () => {
    const all = setUp();
    expect(all.company.colour).not.toBe(aCompany(all, OTHER_INTEGRATION).colour);
  });

  it('has a contact once somebody gave one, after a start too, and none after it was taken away', () => {
    const { journal, company } = setUp();
    const change = (contact: string | null) => journal.companies.changeCompany(company.id, { contact });
    expect(company).not.toHaveProperty('contact');
    expect(change('cabinet@compta.example')).toMatchObject({ name: company.name, contact: 'cabinet@compta.example' });
    expect(journal.companies.changeCompany(company.id, { name: 'Chez Anne' })).toMatchObject({ contact: 'cabinet@compta.example' });
    expect(change(null)).not.toHaveProperty('contact');
  });

  it('has an address that its documents are sent by once somebody gave one, and none after it was taken away', () => {
    const { journal, company } = setUp();
    const change = (userEmail: string | null) => journal.companies.changeCompany(company.id, { userEmail });
    expect(company).not.toHaveProperty('userEmail');
    expect(change('bureau@exemple.fr')).toMatchObject({ name: company.name, userEmail: 'bureau@exemple.fr' });
    expect(journal.companies.changeCompany(company.id, { name: 'Chez Anne' })).toMatchObject({ userEmail: 'bureau@exemple.fr' });
    expect(change(null)).not.toHaveProperty('userEmail');
  });

  it('gets its addresses back with the rest of what a person set up', () => {
    const { journal, company, clock, file } = setUp();
    journal.companies.changeCompany(company.id, { contact: 'cabinet@compta.example', userEmail: 'bureau@exemple.fr' });
    const set = { companies: journal.companies.companies(), removed: [], folders: journal.folders.folders(), settings: null };
    const mirror = JSON.parse(mirrorText(set));
    journal.companies.changeCompany(company.id, { contact: null, userEmail: null });
    journal.setUp.restoreSetUp(mirror, { at: clock.wallMs(), fromBackup: true });
    journal.close();
    const anew = opened(file, clock);
    expect(anew.companies.get(company.id)).toMatchObject({ contact: 'cabinet@compta.example', userEmail: 'bureau@exemple.fr' });
    anew.close();
  });

  it('gets back what the columns of its files mean and that scans come with entries, and is asked again whether these go without a question', () => {
    const { journal, company, clock } = setUp();
    const { id } = journal.folders.add({ companyId: company.id, importType: 'entries', path: '/entries' });
    const set = journal.mappings.setMapping(id, MAPPING, null);
    journal.folders.setEntries(id, { byItself: { mappingSha256: null } });
    const made = journal.folders.get(id)?.entries.mapping;
    expect(set).toEqual({ version: 1, sha256: made?.sha256, readAgain: 0 });
    const scans = journal.folders.add({ companyId: company.id, importType: 'purchase-invoices', path: '/scans' });
    journal.folders.change(scans.id, { pairs: 'expected' });
    const [folders, mappings] = [journal.folders.folders(), journal.mappings.kept()];
    const mirror = JSON.parse(mirrorText({ companies: journal.companies.companies(), removed: [], folders, mappings, settings: null }));
    const lost = setUp();
    lost.journal.setUp.restoreSetUp(mirror, { at: clock.wallMs(), fromBackup: false });
    expect(lost.journal.folders.get(id)?.entries).toEqual({ mapping: made, byItself: null });
    expect(lost.journal.folders.get(scans.id)?.pairs).toBe('expected');
    expect(lost.journal.mappings.mapping(made?.sha256 ?? '')).toEqual(MAPPING);
    const { mappings: _, ...without } = mirror;
    lost.journal.setUp.restoreSetUp(without, { at: clock.wallMs(), fromBackup: true });
    expect(lost.journal.folders.get(id)?.entries).toEqual(NO_FOLDER_ENTRIES);
  });

  it('is paused in the same transaction as the answer that says so, and keeps the first reason', () => {
    const all = setUp();
    begun(all, all.itemId);
    all.end({ kind: 'revoked', reason: 'CPA_CLOSED' });
    expect(all.connection()).toMatchObject({ kind: 'invalid', reason: 'CPA_CLOSED' });
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'company' } });
    expect(all.journal.delivery.nextDueAt()).toBeNull();
  });

  it('is not judged by an answer that was given to a former integration', () => {
    const all = setUp();
    begun(all, all.itemId);
    all.journal.companies.reconnect(all.company.id, OTHER_INTEGRATION, all.clock.wallMs());
    all.end({ kind: 'revoked', reason: 'SMB_CLOSED' });
    expect(all.connection()).toMatchObject({ kind: 'active' });
  });

  it('does not begin an upload while it is not active, or for another integration', () => {
    const all = setUp();
    const intent = { integrationId: INTEGRATION, at: all.clock.wallMs(), fields: {} };
    all.journal.companies.setConnection(all.company.id, { kind: 'paused', since: all.clock.wallMs() });
    expect(all.journal.delivery.begin(all.itemId, intent)).toBeNull();
    all.journal.companies.setConnection(all.company.id, { kind: 'active', seenAt: all.clock.wallMs() });
    expect(all.journal.delivery.begin(all.itemId, { ...intent, integrationId: OTHER_INTEGRATION })).toBeNull();
    expect(all.journal.delivery.begin(all.itemId, intent)).not.toBeNull();
  });

  it('that works again has its queue due at once', async () => {
    const all = setUp();
    begun(all, all.itemId);
    all.end({ kind: 'failed', failure: { kind: 'service', status: 503 }, retryAfterMs: 3_600_000 });
    all.journal.companies.setConnection(all.company.id, { kind: 'paused', since: all.clock.wallMs() });
    await all.clock.advance(1_000);
    all.journal.companies.setConnection(all.company.id, { kind: 'active', seenAt: all.clock.wallMs() });
    expect(all.journal.delivery.due(all.clock.wallMs(), 5)).toHaveLength(1);
  });

  it('whose service is in two minds is asked ever more slowly', () => {
    const all = setUp();
    for (let time = 0; time < 2; time += 1) {
      begun(all, all.itemId);
      all.end({ kind: 'unauthorised' });
      expect(all.connection()).toMatchObject({ kind: 'checking', doubt: 'unknown' });
      all.journal.companies.setConnection(all.company.id, { kind: 'active', seenAt: all.clock.wallMs() });
    }
    expect(all.journal.delivery.due(all.clock.wallMs(), 5)).toEqual([]);
    expect(all.journal.delivery.nextDueAt()).toBeGreaterThan(all.clock.wallMs());
  });

  it('has its tries counted anew under a new integration, of which the service has seen nothing', () => {
    const all = setUp();
    for (let time = 0; time < 3; time += 1) {
      begun(all, all.itemId);
      all.end({ kind: 'failed', failure: { kind: 'offline', code: 'ENETUNREACH' }, retryAfterMs: null });
    }
    expect(item(all, all.itemId).attempts).toBe(3);
    all.journal.companies.reconnect(all.company.id, OTHER_INTEGRATION, all.clock.wallMs());
    begun(all, all.itemId);
    expect(item(all, all.itemId)).toMatchObject({ attempts: 1, integrationId: OTHER_INTEGRATION });
  });
});

function setUpForRemovedCompany() {
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
    const { journal, company, enqueue, remove } = setUpForRemovedCompany();
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
    const { open, journal, clock, enqueue, remove, state } = setUpForRemovedCompany();
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
    const { journal, company, clock, folder, enqueue, remove, state } = setUpForRemovedCompany();
    const waited = enqueue('a');
    const other = journal.folders.add({ companyId: company.id, importType: 'sales-invoices', path: '/sales', settleMs: 50 });
    const twin = journal.intake.enqueue(aFile(other, { name: 'twin', content: 'a' })).itemId;
    expect(remove()).toHaveLength(2);
    expect(journal.companies.reconnect(company.id, OTHER_INTEGRATION, clock.wallMs())).toMatchObject({ integrationId: OTHER_INTEGRATION });
    expect(state(waited)).toEqual({ kind: 'held', question: { kind: 'bulk-arrival' } });
    expect(state(twin)).toEqual({ kind: 'held', question: { kind: 'other-type', itemId: waited } });
    expect([journal.items.counts().held, journal.folders.folders(), journal.companies.leavings()]).toEqual([2, [], []]);
    expect(journal.folders.get(folder.id)).not.toBeNull();
  });

  it('sends nothing again, and nobody is asked about its unanswered documents', () => {
    const { open, journal, clock, enqueue, remove, state } = setUpForRemovedCompany();
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
    const { journal, enqueue, remove, state } = setUpForRemovedCompany();
    remove();
    expect(state(enqueue('late'))).toEqual({ kind: 'aside', why: 'removed' });
    expect(journal.items.counts()).toEqual(NO_COUNTS);
  });

  it('stays removed in a journal that is made anew from an older copy', () => {
    const { journal, company, clock, enqueue, remove } = setUpForRemovedCompany();
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
