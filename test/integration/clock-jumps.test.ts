import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { aTown, SANDBOX } from './integration-fixture.ts';

const YEAR_MS = 365 * DAY_MS;

/** A town with one accepted document and one without an answer; requests to the service are counted. */
async function underWay() {
  const town = await aTown();
  await town.connect('Bakery', await town.integration());
  for (const name of ['one', 'two']) town.scan(name);
  await town.counted('awaiting', 2);
  const documents = await town.documents();
  await town.decide(documents[0]?.documentId ?? '', 'Accepted');
  await town.counted('accepted', 1);
  const asked: string[] = [];
  town.network.set(SANDBOX, async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return town.sandbox.fetch(request);
  });
  return { ...town, town, asked, open: documents[1]?.documentId ?? '' };
}

describe('a computer whose clock jumps', () => {
  it.each([
    ['a year ahead', YEAR_MS],
    ['a year back', -YEAR_MS],
  ])('%s sends nothing twice, loses nothing, and asks nobody more often', async (_, offsetMs) => {
    const { town, desk, clock, counted, scan, decide, documents, asked, open } = await underWay();
    desk.setClock(offsetMs);
    await clock.advance(HOUR_MS);
    // In each of four quarters of an hour, one question about health and one about the connection; the keys once. There is no storm.
    expect(asked.length).toBeLessThan(30);
    expect(await documents()).toHaveLength(2);
    scan('three');
    await town.until(async () => (await documents()).length === 3, 'sent');
    await decide(open, 'Refused');
    await counted('refused', 1);
    desk.setClock(0);
    await clock.advance(HOUR_MS);
    expect(await documents()).toHaveLength(3);
    expect((await town.items()).map(({ state }) => state.kind).toSorted()).toEqual(['accepted', 'awaiting', 'refused']);
    expect(asked.filter((one) => one.startsWith('POST') && one.includes('invoices'))).toHaveLength(1);
  });

  it('sleeps for a night and looks at its folder and its connection when it wakes', async () => {
    const { town, desk, clock, scan, documents, asked } = await underWay();
    desk.sleep();
    scan('night');
    await clock.advance(8 * HOUR_MS);
    expect(await documents()).toHaveLength(2);
    asked.length = 0;
    desk.wake();
    await clock.advance(MINUTE_MS);
    expect(asked.some((one) => one.startsWith('GET') && one.includes('/integrations/'))).toBe(true);
    await town.until(async () => (await documents()).length === 3, 'sent');
  });
});
