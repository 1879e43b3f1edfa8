import { describe, expect, it } from 'vitest';
import { removeCompanyCommand } from '#electron/headless/commands/companies.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { integrationFixture, RELAY, type IntegrationFixture } from './integration-fixture.ts';

/** A town with one company and one document that was received and has no answer. */
async function received() {
  const fixture = await integrationFixture();
  const integration = await fixture.integration();
  const company = await fixture.connect('Bakery', integration);
  fixture.scan('one');
  await fixture.counted('awaiting', 1);
  return { fixture, integration, company };
}

const remove = ({ during, client }: IntegrationFixture, companyId: CompanyId, forget = false) =>
  during(client().companies.remove({ companyId, forget }));

describe('a company that is removed', () => {
  it('is watched no more, keeps files and history, and leaves the vault and the relay', async () => {
    const { fixture, company, integration } = await received();
    expect(await fixture.during(fixture.client().companies.removal({ companyId: company.id }))).toEqual({
      ok: true,
      value: { folders: 1, unsent: 0, unanswered: 1 },
    });
    expect(fixture.relay.count('links')).toBe(1);
    await remove(fixture, company.id);
    await fixture.clock.advance(10_000);
    const overview = await fixture.overview();
    expect(overview).toMatchObject({ standing: 'empty', companies: [], folders: [], removed: [{ name: 'Bakery' }] });
    expect(Object.values(overview.counts).every((count) => count === 0)).toBe(true);
    expect((await fixture.items()).map(({ name }) => name)).toEqual(['one.pdf']);
    expect([fixture.relay.count('links'), fixture.relay.count('devices')]).toEqual([0, 0]);
    expect(fixture.disk.stat('/office/Purchases/one.pdf')).toMatchObject({ ok: true });
    fixture.scan('two');
    await fixture.clock.advance(5 * MINUTE_MS);
    expect(await fixture.documents()).toHaveLength(1);
    // The stored secret is gone: a new connection needs the right one again.
    const again = await fixture.during(
      fixture.client().companies.connect({ name: 'Bakery', ...integration, integrationSecret: 'another' }),
    );
    expect(again).toMatchObject({ ok: false });
  });

  it('has the relay delete the answers that it keeps when the person asks for it, once the week is over', async () => {
    const { fixture, company } = await received();
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    await fixture.counted('accepted', 1);
    fixture.relay.byTheClock();
    await remove(fixture, company.id, true);
    await fixture.clock.advance(20 * MINUTE_MS);
    expect([fixture.relay.count('events'), fixture.relay.count('links'), fixture.relay.count('devices')]).toEqual([1, 0, 0]);
    fixture.relay.change('UPDATE integrations SET delete_at = delete_at - 7 * 86400000');
    await fixture.clock.advance(10 * MINUTE_MS);
    expect(fixture.relay.count('events')).toBe(0);
    expect((await fixture.items()).map(({ state }) => state.kind)).toEqual(['accepted']);
  });

  it('and whose answers are to be deleted, is back with all of them when a person at another computer connects it in that week', async () => {
    const { fixture, company, integration } = await received();
    const back = await fixture.secondComputer('back-office');
    const there = await back.connect('Bakery', integration);
    await back.counted('awaiting', 1);
    back.desktop.kill();
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    await fixture.counted('accepted', 1);
    fixture.relay.byTheClock();
    await remove(fixture, company.id, true);
    await fixture.clock.advance(20 * MINUTE_MS);
    await back.during(back.desktop.start());
    // The program does not undo at one computer what a user did at another.
    await fixture.clock.advance(3 * HOUR_MS);
    expect((await back.overview()).answers.closed).toEqual([integration.integrationId]);
    expect((await back.items()).map(({ state }) => state.kind)).toEqual(['awaiting']);
    expect(await back.during(back.client().companies.reconnect({ companyId: there.id, ...integration }))).toMatchObject({ ok: true });
    await back.counted('accepted', 1);
    fixture.relay.change('UPDATE integrations SET delete_at = delete_at - 7 * 86400000');
    await fixture.clock.advance(20 * MINUTE_MS);
    expect(fixture.relay.count('events')).toBe(1);
    expect(fixture.log.lines.filter(({ message }) => message === 'the relay’s log is another one than was read')).toEqual([]);
  });

  it('and is connected again here before its answers were deleted, reads on from where it stood', async () => {
    const { fixture, company, integration } = await received();
    const [first] = await fixture.documents();
    await fixture.decide(first?.documentId ?? '', 'Accepted');
    await fixture.counted('accepted', 1);
    fixture.scan('two');
    await fixture.counted('awaiting', 1);
    await remove(fixture, company.id, true);
    await fixture.clock.advance(MINUTE_MS);
    const second = (await fixture.documents()).find(({ documentId }) => documentId !== first?.documentId);
    await fixture.decide(second?.documentId ?? '', 'Refused');
    await fixture.connect('Bakery', integration);
    await fixture.counted('refused', 1);
    await fixture.clock.advance(20 * MINUTE_MS);
    expect(fixture.relay.count('events')).toBe(2);
    expect((await fixture.overview()).counts).toMatchObject({ accepted: 1, refused: 1, awaiting: 0 });
    expect(fixture.log.lines.filter(({ message }) => message === 'the relay’s log is another one than was read')).toEqual([]);
  });

  it('is told of before it is done: what the relay deletes, when, and how it is undone', async () => {
    const { fixture } = await received();
    const asked = async (args: readonly string[]): Promise<string> => {
      const ready = removeCompanyCommand.parse(['--company', 'Bakery', ...args, '--profile', '/x']);
      if (!ready.ok) throw new Error('wrong words');
      const lines: string[] = [];
      const print = (line: string): void => void lines.push(line);
      const none = { clock: nodeClock(), readInput: async () => '', readFile: async () => null, program: 'intray' };
      expect(await fixture.during(ready.value.run({ client: fixture.client(), print, complain: print, ...none }))).toBe(1);
      return lines.join('\n');
    };
    expect(await asked([])).toMatch(/secret leaves the vault, and[^]*the relay keeps the results/);
    const forgets = /when the relay has confirmed[^]*after 7 days the relay deletes[^]*before then, on any computer/;
    expect(await asked(['--forget'])).toMatch(forgets);
    expect((await fixture.overview()).companies).toHaveLength(1);
  });

  it('leaves the relay later when that is away, also after a restart', async () => {
    const { fixture, company } = await received();
    fixture.network.set(RELAY, null);
    await remove(fixture, company.id);
    await fixture.clock.advance(MINUTE_MS);
    expect(fixture.relay.count('links')).toBe(1);
    fixture.desktop.kill();
    await fixture.during(fixture.desktop.start());
    await fixture.clock.advance(MINUTE_MS);
    fixture.network.set(RELAY, fixture.relay.fetch);
    await fixture.clock.advance(16 * MINUTE_MS);
    expect([fixture.relay.count('links'), fixture.relay.count('devices')]).toEqual([0, 0]);
  });

  it('reads no more answers, and has them all when the same integration is connected again, with nothing sent twice', async () => {
    const { fixture, company, integration } = await received();
    await remove(fixture, company.id);
    await fixture.clock.advance(MINUTE_MS);
    const [document] = await fixture.documents();
    await fixture.decide(document?.documentId ?? '', 'Refused');
    await fixture.clock.advance(20 * MINUTE_MS);
    expect((await fixture.items())[0]?.state.kind).toBe('awaiting');
    const back = await fixture.connect('Bakery again', integration);
    expect(back).toMatchObject({ id: company.id, name: 'Bakery again' });
    await fixture.counted('refused', 1);
    await fixture.clock.advance(5 * MINUTE_MS);
    expect(await fixture.documents()).toHaveLength(1);
    expect((await fixture.overview()).removed).toEqual([]);
  });

  it('sends nothing of what waited, and asks about it when it is there again', async () => {
    const { fixture, company, integration } = await received();
    await fixture.during(fixture.client().companies.pause({ companyId: company.id }));
    fixture.scan('two');
    await fixture.counted('waiting', 1);
    expect(await remove(fixture, company.id)).toEqual({ ok: true, value: { folders: 1, unsent: 1, unanswered: 1 } });
    expect((await fixture.items()).find(({ name }) => name === 'two.pdf')?.state).toEqual({ kind: 'aside', why: 'removed' });
    await fixture.clock.advance(MINUTE_MS);
    await fixture.connect('Bakery', integration);
    await fixture.clock.advance(MINUTE_MS);
    expect(await fixture.documents()).toHaveLength(1);
    await fixture.counted('held', 1);
    await fixture.during(fixture.client().items.answerBulkArrival({ answer: { kind: 'all' } }));
    await fixture.counted('awaiting', 2);
    expect(await fixture.documents()).toHaveLength(2);
  });

  it('leaves another company at the relay as it was', async () => {
    const { fixture, company } = await received();
    const other = await fixture.integration();
    await fixture.connect('Garage', other, false);
    await remove(fixture, company.id);
    await fixture.clock.advance(MINUTE_MS);
    expect([fixture.relay.count('links'), fixture.relay.count('devices')]).toEqual([1, 1]);
    expect(await fixture.overview()).toMatchObject({ standing: 'fine', relay: { kind: 'connected' } });
  });
});
