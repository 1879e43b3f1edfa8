import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { integrationFixture, SANDBOX } from './integration-fixture.ts';

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
