import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { type Said, underFire, type UnderFire } from './outcome-bench.ts';

/** Long times pass in a whole engine, on a machine that may have other work. */
const MANY = { timeout: 240_000 };

const YEAR_MS = 365 * DAY_MS;
const JUMPS: [string, number][] = [
  ['a year ahead', YEAR_MS],
  ['a year back', -YEAR_MS],
  ['ten years back', -10 * YEAR_MS],
];

/** `one` gets this answer, and waits for its next attempt; `two` is received. */
async function waiting(answer: () => Said, passedMs: number): Promise<UnderFire> {
  const town = await underFire({ imported: answer });
  town.scan('one');
  town.scan('two');
  await town.clock.advance(passedMs);
  expect(await town.itemOf('one')).toMatchObject({ state: { kind: 'waiting' } });
  return town;
}

/** One document each, the first reference, the first bytes, no file set aside, and the company unchanged. */
async function expectReceived(town: UnderFire, withinMs: number): Promise<void> {
  town.heal();
  const fromMs = town.clock.monotonicMs();
  await town.counted('awaiting', 2);
  expect(town.clock.monotonicMs() - fromMs).toBeLessThanOrEqual(withinMs);
  expect([town.contentsOf('one'), town.contentsOf('two')]).toEqual([1, 1]);
  expect(await town.documents()).toHaveLength(2);
  expect(await town.connection()).toMatchObject({ kind: 'active' });
  expect((await town.overview()).counts).toMatchObject({ unfit: 0, held: 0 });
}

const patient = (): Said => new Response(null, { status: 429, headers: { 'retry-after': '1800' } });
const broken = (): Said => new Response(null, { status: 500 });
const silent = (): Said => 'never';

describe('a clock that is set', MANY, () => {
  it.each(JUMPS)('%s while a service asked for half an hour delays nothing by more than that', async (_, byMs) => {
    const town = await waiting(patient, MINUTE_MS);
    town.desk.setClock(byMs);
    await expectReceived(town, 31 * MINUTE_MS);
    expect(town.triesOf('one').length).toBeLessThanOrEqual(3);
  });

  it.each(JUMPS)('%s in the middle of a long back-off ends it within a quarter of an hour', async (_, byMs) => {
    const town = await waiting(broken, 40 * MINUTE_MS);
    const { attempts } = await town.itemOf('one');
    // Nor in a tight loop: a jump is no reason to hammer the service.
    town.desk.setClock(byMs);
    await town.clock.advance(MINUTE_MS);
    expect((await town.itemOf('one')).attempts).toBeLessThanOrEqual(attempts + 5);
    await expectReceived(town, 16 * MINUTE_MS);
  });

  it.each(JUMPS)('%s while a request is out leaves its limit as it was', async (_, byMs) => {
    const town = await underFire({ imported: (tries) => (tries === 1 ? 'never' : null) });
    town.scan('one');
    town.scan('two');
    await town.until(async () => town.triesOf('one').length === 1, 'an upload under way');
    town.desk.setClock(byMs);
    await expectReceived(town, 3 * MINUTE_MS);
    expect(town.triesOf('one')).toHaveLength(2);
  });

  it.each(JUMPS)('%s and back again costs a token and nothing more', async (_, byMs) => {
    const town = await underFire({});
    town.scan('one');
    await town.counted('awaiting', 1);
    const before = town.tokensFetched();
    town.desk.setClock(byMs);
    await town.clock.advance(MINUTE_MS);
    town.desk.setClock(0);
    town.scan('two');
    await expectReceived(town, 5 * MINUTE_MS);
    expect(town.tokensFetched() - before).toBeLessThanOrEqual(4);
  });
});

describe('a computer that sleeps', MANY, () => {
  it.each<[string, number]>([
    ['a night', 9 * HOUR_MS],
    ['a long weekend', 4 * DAY_MS],
  ])('for %s in the middle of an upload sends it once, right after it woke', async (_, sleptMs) => {
    const town = await underFire({ imported: (tries) => (tries === 1 ? 'never' : null) });
    town.scan('one');
    town.scan('two');
    await town.until(async () => town.triesOf('one').length === 1, 'an upload under way');
    town.desk.sleep();
    await town.clock.advance(sleptMs);
    town.desk.wake();
    await expectReceived(town, 3 * MINUTE_MS);
    expect(town.triesOf('one')).toHaveLength(2);
  });

  it('while an answer is on its way asks again under the same reference, and adopts what it finds', async () => {
    const late = Promise.withResolvers<void>();
    const town = await underFire({
      imported: async (tries, honest) => {
        const answer = await honest();
        if (tries === 1) await late.promise;
        return answer;
      },
    });
    town.scan('one');
    town.scan('two');
    await town.until(async () => town.triesOf('one').length === 1 && (await town.documents()).length === 2, 'both recorded');
    town.desk.sleep();
    await town.clock.advance(HOUR_MS);
    late.resolve();
    town.desk.wake();
    await expectReceived(town, 5 * MINUTE_MS);
    expect(town.triesOf('one').length).toBeLessThanOrEqual(2);
  });

  it('in the middle of a long back-off without a network tries at once when it wakes', async () => {
    const town = await waiting(silent, HOUR_MS);
    const tries = town.triesOf('one').length;
    town.desk.sleep();
    await town.clock.advance(9 * HOUR_MS);
    expect(town.triesOf('one')).toHaveLength(tries);
    town.desk.wake();
    await expectReceived(town, 3 * MINUTE_MS);
  });

  it('sends with a fresh token, and is never refused for the old one', async () => {
    const town = await underFire({});
    town.scan('one');
    await town.counted('awaiting', 1);
    town.desk.sleep();
    await town.clock.advance(2 * DAY_MS);
    town.scan('two');
    town.desk.wake();
    await expectReceived(town, 5 * MINUTE_MS);
    expect(town.triesOf('two')).toHaveLength(1);
  });
});
