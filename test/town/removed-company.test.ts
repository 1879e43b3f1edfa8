import { describe, expect, it } from 'vitest';
import type { CompanyId } from '#shared/domain/ids.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aTown, RELAY, type Town } from './a-town.ts';

/** A town with one company and one document, received and not answered. */
async function received() {
  const town = await aTown();
  const integration = await town.integration();
  const company = await town.connect('Bakery', integration);
  town.scan('one');
  await town.counted('awaiting', 1);
  return { town, integration, company };
}

const remove = ({ during, client }: Town, companyId: CompanyId, forget = false) => during(client().companies.remove({ companyId, forget }));

describe('a company that is removed', () => {
  it('is watched no more, keeps files and history, and leaves the vault and the relay', async () => {
    const { town, company, integration } = await received();
    expect(await town.during(town.client().companies.removal({ companyId: company.id }))).toEqual({
      ok: true,
      value: { folders: 1, unsent: 0, unanswered: 1 },
    });
    expect(town.relay.count('links')).toBe(1);
    await remove(town, company.id);
    await town.clock.advance(10_000);
    const overview = await town.overview();
    expect(overview).toMatchObject({ standing: 'empty', companies: [], folders: [], removed: [{ name: 'Bakery' }] });
    expect(Object.values(overview.counts).every((count) => count === 0)).toBe(true);
    expect((await town.items()).map(({ name }) => name)).toEqual(['one.pdf']);
    expect([town.relay.count('links'), town.relay.count('devices')]).toEqual([0, 0]);
    expect(town.disk.stat('/office/Purchases/one.pdf')).toMatchObject({ ok: true });
    town.scan('two');
    await town.clock.advance(5 * MINUTE_MS);
    expect(await town.documents()).toHaveLength(1);
    // The secret is gone: a reconnection needs it again, and its own words for it.
    const again = await town.during(town.client().companies.connect({ name: 'Bakery', ...integration, integrationSecret: 'another' }));
    expect(again).toMatchObject({ ok: false });
  });

  it('has the relay delete the answers that it keeps, when the person asks for it', async () => {
    const { town, company } = await received();
    await town.decide((await town.documents())[0]?.documentId ?? '', 'Accepted');
    await town.counted('accepted', 1);
    expect(town.relay.count('events')).toBe(1);
    await remove(town, company.id, true);
    await town.clock.advance(10_000);
    expect([town.relay.count('events'), town.relay.count('links'), town.relay.count('devices')]).toEqual([0, 0, 0]);
    expect((await town.items()).map(({ state }) => state.kind)).toEqual(['accepted']);
  });

  it('leaves the relay later when that is away, also after a restart', async () => {
    const { town, company } = await received();
    town.network.set(RELAY, null);
    await remove(town, company.id);
    await town.clock.advance(MINUTE_MS);
    expect(town.relay.count('links')).toBe(1);
    town.desk.kill();
    await town.during(town.desk.start());
    await town.clock.advance(MINUTE_MS);
    town.network.set(RELAY, town.relay.fetch);
    await town.clock.advance(16 * MINUTE_MS);
    expect([town.relay.count('links'), town.relay.count('devices')]).toEqual([0, 0]);
  });

  it('reads no more answers, and has them all when the same integration is connected again, with nothing sent twice', async () => {
    const { town, company, integration } = await received();
    await remove(town, company.id);
    await town.clock.advance(MINUTE_MS);
    const [document] = await town.documents();
    await town.decide(document?.documentId ?? '', 'Refused');
    await town.clock.advance(20 * MINUTE_MS);
    expect((await town.items())[0]?.state.kind).toBe('awaiting');
    const back = await town.connect('Bakery again', integration);
    expect(back).toMatchObject({ id: company.id, name: 'Bakery again' });
    await town.counted('refused', 1);
    await town.clock.advance(5 * MINUTE_MS);
    expect(await town.documents()).toHaveLength(1);
    expect((await town.overview()).removed).toEqual([]);
  });

  it('sends nothing of what waited, and asks about it when it is there again', async () => {
    const { town, company, integration } = await received();
    await town.during(town.client().companies.pause({ companyId: company.id }));
    town.scan('two');
    await town.counted('waiting', 1);
    expect(await remove(town, company.id)).toEqual({ ok: true, value: { folders: 1, unsent: 1, unanswered: 1 } });
    expect((await town.items()).find(({ name }) => name === 'two.pdf')?.state).toEqual({ kind: 'aside', why: 'removed' });
    await town.clock.advance(MINUTE_MS);
    await town.connect('Bakery', integration);
    await town.clock.advance(MINUTE_MS);
    expect(await town.documents()).toHaveLength(1);
    await town.counted('held', 1);
    await town.during(town.client().items.answerFlood({ answer: { kind: 'all' } }));
    await town.counted('awaiting', 2);
    expect(await town.documents()).toHaveLength(2);
  });

  it('leaves another company at the relay as it was', async () => {
    const { town, company } = await received();
    const other = await town.integration();
    await town.connect('Garage', other, false);
    await remove(town, company.id);
    await town.clock.advance(MINUTE_MS);
    expect([town.relay.count('links'), town.relay.count('devices')]).toEqual([1, 1]);
    expect(await town.overview()).toMatchObject({ standing: 'fine', relay: { kind: 'connected' } });
  });
});
