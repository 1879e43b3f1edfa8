import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { integrationFixture, SANDBOX } from './integration-fixture.ts';
import { type Said, underFire, type UnderFire } from './outcomes/outcome-bench.ts';

const YEAR_MS = 365 * DAY_MS;

/** A town with one accepted document and one without an answer; requests to the service are counted. */
async function underWay() {
  const fixture = await integrationFixture();
  await fixture.connect('Bakery', await fixture.integration());
  for (const name of ['one', 'two']) fixture.scan(name);
  await fixture.counted('awaiting', 2);
  const documents = await fixture.documents();
  await fixture.decide(documents[0]?.documentId ?? '', 'Accepted');
  await fixture.counted('accepted', 1);
  const asked: string[] = [];
  fixture.network.set(SANDBOX, async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return fixture.sandbox.fetch(request);
  });
  return { ...fixture, fixture, asked, open: documents[1]?.documentId ?? '' };
}

describe('a computer whose clock jumps', () => {
  it.each([
    ['a year ahead', YEAR_MS],
    ['a year back', -YEAR_MS],
  ])('%s sends nothing twice, loses nothing, and asks nobody more often', async (_, offsetMs) => {
    const { fixture, desktop, clock, counted, scan, decide, documents, asked, open } = await underWay();
    desktop.setClock(offsetMs);
    await clock.advance(HOUR_MS);
    // In each of four quarters of an hour, one question about health and one about the connection; the keys once. There is no storm.
    expect(asked.length).toBeLessThan(30);
    expect(await documents()).toHaveLength(2);
    scan('three');
    await fixture.until(async () => (await documents()).length === 3, 'sent');
    await decide(open, 'Refused');
    await counted('refused', 1);
    desktop.setClock(0);
    await clock.advance(HOUR_MS);
    expect(await documents()).toHaveLength(3);
    expect((await fixture.items()).map(({ state }) => state.kind).toSorted()).toEqual(['accepted', 'awaiting', 'refused']);
    expect(asked.filter((one) => one.startsWith('POST') && one.includes('invoices'))).toHaveLength(1);
  });

  it('sleeps for a night and looks at its folder and its connection when it wakes', async () => {
    const { fixture, desktop, clock, scan, documents, asked } = await underWay();
    desktop.sleep();
    scan('night');
    await clock.advance(8 * HOUR_MS);
    expect(await documents()).toHaveLength(2);
    asked.length = 0;
    desktop.wake();
    await clock.advance(MINUTE_MS);
    expect(asked.some((one) => one.startsWith('GET') && one.includes('/integrations/'))).toBe(true);
    await fixture.until(async () => (await documents()).length === 3, 'sent');
  });
});

/** Long times pass in a whole engine, on a machine that may have other work. */
const MANY = { timeout: 240_000 };
const JUMPS: [string, number][] = [
  ['a year ahead', YEAR_MS],
  ['a year back', -YEAR_MS],
  ['ten years back', -10 * YEAR_MS],
];

/** `one` gets this answer, and waits for its next attempt; `two` is received. */
async function waiting(answer: () => Said, passedMs: number): Promise<UnderFire> {
  const fixture = await underFire({ imported: answer });
  fixture.scan('one');
  fixture.scan('two');
  await fixture.clock.advance(passedMs);
  expect(await fixture.itemOf('one')).toMatchObject({ state: { kind: 'waiting' } });
  return fixture;
}

/** One document each, the first reference, the first bytes, no file set aside, and the company unchanged. */
async function expectReceived(fixture: UnderFire, withinMs: number): Promise<void> {
  fixture.heal();
  const fromMs = fixture.clock.monotonicMs();
  await fixture.counted('awaiting', 2);
  expect(fixture.clock.monotonicMs() - fromMs).toBeLessThanOrEqual(withinMs);
  expect([fixture.contentsOf('one'), fixture.contentsOf('two')]).toEqual([1, 1]);
  expect(await fixture.documents()).toHaveLength(2);
  expect(await fixture.connection()).toMatchObject({ kind: 'active' });
  expect((await fixture.overview()).counts).toMatchObject({ unfit: 0, held: 0 });
}

const patient = (): Said => new Response(null, { status: 429, headers: { 'retry-after': '1800' } });
const broken = (): Said => new Response(null, { status: 500 });
const silent = (): Said => 'never';

describe('a clock that is set', MANY, () => {
  it.each(JUMPS)('%s while a service asked for half an hour delays nothing by more than that', async (_, byMs) => {
    const fixture = await waiting(patient, MINUTE_MS);
    fixture.desktop.setClock(byMs);
    await expectReceived(fixture, 31 * MINUTE_MS);
    expect(fixture.triesOf('one').length).toBeLessThanOrEqual(3);
  });

  it.each(JUMPS)('%s in the middle of a long back-off ends it within a quarter of an hour', async (_, byMs) => {
    const fixture = await waiting(broken, 40 * MINUTE_MS);
    const { attempts } = await fixture.itemOf('one');
    // Nor in a tight loop: a jump is no reason to hammer the service.
    fixture.desktop.setClock(byMs);
    await fixture.clock.advance(MINUTE_MS);
    expect((await fixture.itemOf('one')).attempts).toBeLessThanOrEqual(attempts + 5);
    await expectReceived(fixture, 16 * MINUTE_MS);
  });

  it.each(JUMPS)('%s while a request is out leaves its limit as it was', async (_, byMs) => {
    const fixture = await underFire({ imported: (tries) => (tries === 1 ? 'never' : null) });
    fixture.scan('one');
    fixture.scan('two');
    await fixture.until(async () => fixture.triesOf('one').length === 1, 'an upload under way');
    fixture.desktop.setClock(byMs);
    await expectReceived(fixture, 3 * MINUTE_MS);
    expect(fixture.triesOf('one')).toHaveLength(2);
  });

  it.each(JUMPS)('%s and back again costs a token and nothing more', async (_, byMs) => {
    const fixture = await underFire({});
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    const before = fixture.tokensFetched();
    fixture.desktop.setClock(byMs);
    await fixture.clock.advance(MINUTE_MS);
    fixture.desktop.setClock(0);
    fixture.scan('two');
    await expectReceived(fixture, 5 * MINUTE_MS);
    expect(fixture.tokensFetched() - before).toBeLessThanOrEqual(4);
  });
});

describe('a computer that sleeps', MANY, () => {
  it.each<[string, number]>([
    ['a night', 9 * HOUR_MS],
    ['a long weekend', 4 * DAY_MS],
  ])('for %s in the middle of an upload sends it once, right after it woke', async (_, sleptMs) => {
    const fixture = await underFire({ imported: (tries) => (tries === 1 ? 'never' : null) });
    fixture.scan('one');
    fixture.scan('two');
    await fixture.until(async () => fixture.triesOf('one').length === 1, 'an upload under way');
    fixture.desktop.sleep();
    await fixture.clock.advance(sleptMs);
    fixture.desktop.wake();
    await expectReceived(fixture, 3 * MINUTE_MS);
    expect(fixture.triesOf('one')).toHaveLength(2);
  });

  it('while an answer is on its way asks again under the same reference, and adopts what it finds', async () => {
    const late = Promise.withResolvers<void>();
    const fixture = await underFire({
      imported: async (tries, honest) => {
        const answer = await honest();
        if (tries === 1) await late.promise;
        return answer;
      },
    });
    fixture.scan('one');
    fixture.scan('two');
    await fixture.until(async () => fixture.triesOf('one').length === 1 && (await fixture.documents()).length === 2, 'both recorded');
    fixture.desktop.sleep();
    await fixture.clock.advance(HOUR_MS);
    late.resolve();
    fixture.desktop.wake();
    await expectReceived(fixture, 5 * MINUTE_MS);
    expect(fixture.triesOf('one').length).toBeLessThanOrEqual(2);
  });

  it('in the middle of a long back-off without a network tries at once when it wakes', async () => {
    const fixture = await waiting(silent, HOUR_MS);
    const tries = fixture.triesOf('one').length;
    fixture.desktop.sleep();
    await fixture.clock.advance(9 * HOUR_MS);
    expect(fixture.triesOf('one')).toHaveLength(tries);
    fixture.desktop.wake();
    await expectReceived(fixture, 3 * MINUTE_MS);
  });

  it('sends with a fresh token, and is never refused for the old one', async () => {
    const fixture = await underFire({});
    fixture.scan('one');
    await fixture.counted('awaiting', 1);
    fixture.desktop.sleep();
    await fixture.clock.advance(2 * DAY_MS);
    fixture.scan('two');
    fixture.desktop.wake();
    await expectReceived(fixture, 5 * MINUTE_MS);
    expect(fixture.triesOf('two')).toHaveLength(1);
  });
});

/** A town whose company waits for an answer, with a proof that the relay considers too old from now on. */
async function proofTooOld() {
  const fixture = await integrationFixture();
  await fixture.connect('Bakery', await fixture.integration());
  fixture.scan('one');
  await fixture.counted('awaiting', 1);
  fixture.relay.change('UPDATE links SET lapsed_at = 1');
  return fixture;
}

describe('a proof that the relay takes for too old', () => {
  it('is made again by the app, and nothing is lost, neither an answer nor a document', async () => {
    const fixture = await proofTooOld();
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    fixture.scan('two');
    await fixture.counted('accepted', 1);
    await fixture.counted('awaiting', 1);
    expect(await fixture.overview()).toMatchObject({ relay: { kind: 'connected' }, answers: { closed: [] } });
    const asked = fixture.log.lines.filter(({ message }) => message === 'relay asked for the proof again');
    expect(asked.map(({ fields }) => fields['proved'])).toEqual(['yes']);
  });

  it('is made again after the computer was off, under the same identity', async () => {
    const fixture = await proofTooOld();
    fixture.desktop.kill();
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    await fixture.clock.advance(HOUR_MS);
    await fixture.during(fixture.desktop.start());
    await fixture.counted('accepted', 1);
    expect(fixture.relay.count('devices')).toBe(1);
  });

  it('and a token that lay idle for too long is followed by another, with the proof, by the secrets in the vault', async () => {
    const fixture = await proofTooOld();
    fixture.desktop.kill();
    fixture.relay.change('UPDATE devices SET last_used_at = 1');
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Refused');
    await fixture.during(fixture.desktop.start());
    await fixture.counted('refused', 1);
    expect(fixture.relay.count('devices')).toBe(2);
  });
});
