import { describe, expect, it } from 'vitest';
import { removeCompanyCommand } from '#electron/headless/commands/remove-company.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { aTown, RELAY, type Town } from './integration-fixture.ts';

/** A town with one company and one document that was received and has no answer. */
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
    // The stored secret is gone: a new connection needs the right one again.
    const again = await town.during(town.client().companies.connect({ name: 'Bakery', ...integration, integrationSecret: 'another' }));
    expect(again).toMatchObject({ ok: false });
  });

  it('has the relay delete the answers that it keeps when the person asks for it, once the week is over', async () => {
    const { town, company } = await received();
    await town.decide((await town.documents())[0]?.documentId ?? '', 'Accepted');
    await town.counted('accepted', 1);
    town.relay.byTheClock();
    await remove(town, company.id, true);
    await town.clock.advance(20 * MINUTE_MS);
    expect([town.relay.count('events'), town.relay.count('links'), town.relay.count('devices')]).toEqual([1, 0, 0]);
    town.relay.change('UPDATE integrations SET delete_at = delete_at - 7 * 86400000');
    await town.clock.advance(10 * MINUTE_MS);
    expect(town.relay.count('events')).toBe(0);
    expect((await town.items()).map(({ state }) => state.kind)).toEqual(['accepted']);
  });

  it('and whose answers are to be deleted, is back with all of them when a person at another computer connects it in that week', async () => {
    const { town, company, integration } = await received();
    const back = await town.secondComputer('back-office');
    const there = await back.connect('Bakery', integration);
    await back.counted('awaiting', 1);
    back.desk.kill();
    await town.decide((await town.documents())[0]?.documentId ?? '', 'Accepted');
    await town.counted('accepted', 1);
    town.relay.byTheClock();
    await remove(town, company.id, true);
    await town.clock.advance(20 * MINUTE_MS);
    await back.during(back.desk.start());
    // The program does not undo at one computer what a person did at another.
    await town.clock.advance(3 * HOUR_MS);
    expect((await back.overview()).answers.closed).toEqual([integration.integrationId]);
    expect((await back.items()).map(({ state }) => state.kind)).toEqual(['awaiting']);
    expect(await back.during(back.client().companies.reconnect({ companyId: there.id, ...integration }))).toMatchObject({ ok: true });
    await back.counted('accepted', 1);
    town.relay.change('UPDATE integrations SET delete_at = delete_at - 7 * 86400000');
    await town.clock.advance(20 * MINUTE_MS);
    expect(town.relay.count('events')).toBe(1);
    expect(town.log.lines.filter(({ message }) => message === 'the relay’s log is another one than was read')).toEqual([]);
  });

  it('and is connected again here before its answers were deleted, reads on from where it stood', async () => {
    const { town, company, integration } = await received();
    const [first] = await town.documents();
    await town.decide(first?.documentId ?? '', 'Accepted');
    await town.counted('accepted', 1);
    town.scan('two');
    await town.counted('awaiting', 1);
    await remove(town, company.id, true);
    await town.clock.advance(MINUTE_MS);
    const second = (await town.documents()).find(({ documentId }) => documentId !== first?.documentId);
    await town.decide(second?.documentId ?? '', 'Refused');
    await town.connect('Bakery', integration);
    await town.counted('refused', 1);
    await town.clock.advance(20 * MINUTE_MS);
    expect(town.relay.count('events')).toBe(2);
    expect((await town.overview()).counts).toMatchObject({ accepted: 1, refused: 1, awaiting: 0 });
    expect(town.log.lines.filter(({ message }) => message === 'the relay’s log is another one than was read')).toEqual([]);
  });

  it('is told of before it is done: what the relay deletes, when, and how it is undone', async () => {
    const { town } = await received();
    const asked = async (args: readonly string[]): Promise<string> => {
      const ready = removeCompanyCommand.parse(['--company', 'Bakery', ...args, '--profile', '/x']);
      if (!ready.ok) throw new Error('wrong words');
      const lines: string[] = [];
      const print = (line: string): void => void lines.push(line);
      const none = { clock: nodeClock(), readInput: async () => '', readFile: async () => null, program: 'intray' };
      expect(await town.during(ready.value.run({ client: town.client(), print, complain: print, ...none }))).toBe(1);
      return lines.join('\n');
    };
    expect(await asked([])).toMatch(/secret leaves the vault, and[^]*the relay keeps the answers/);
    const forgets = /when the relay has confirmed[^]*after 7 days the relay deletes[^]*before then, on any computer/;
    expect(await asked(['--forget'])).toMatch(forgets);
    expect((await town.overview()).companies).toHaveLength(1);
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
