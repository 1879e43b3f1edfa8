import { describe, expect, it } from 'vitest';
import { mirrorText } from '#electron/journal/profile/mirror.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { aCompany, aFile, aFolder, anOpenJournal, ended, begun, INTEGRATION, item, opened, OTHER_INTEGRATION } from '../an-open-journal.ts';

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

  it('gets its contact back with the rest of what a person set up', () => {
    const { journal, company, clock, file } = setUp();
    journal.companies.changeCompany(company.id, { contact: 'cabinet@compta.example' });
    const set = { companies: journal.companies.companies(), removed: [], folders: journal.folders.folders(), settings: null };
    const mirror = JSON.parse(mirrorText(set));
    journal.companies.changeCompany(company.id, { contact: null });
    journal.setUp.restoreSetUp(mirror, { at: clock.wallMs(), fromBackup: true });
    journal.close();
    const anew = opened(file, clock);
    expect(anew.companies.get(company.id)).toMatchObject({ contact: 'cabinet@compta.example' });
    anew.close();
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
    const intent = { integrationId: INTEGRATION, at: all.clock.wallMs() };
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
