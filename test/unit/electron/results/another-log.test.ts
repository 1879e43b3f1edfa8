import { describe, expect, it } from 'vitest';
import { joinedPage } from '#electron/results/joined-page.ts';
import { lengthChecks } from '#electron/results/length-checks.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { ok } from '#shared/lib/result.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { anEvent, aWorld, ONE, until, uuid, type World } from './bench.ts';

/** A log of this many events, read to its end by a computer whose stream to the relay stays open. */
async function read(count: number): Promise<World> {
  const world = aWorld();
  for (let number = 1; number <= count; number += 1) world.add({ id: uuid(number) });
  world.results.start();
  await until(() => world.cursor()?.seq === count && world.relay.streams.length > 0, 'read');
  return world;
}

const stored = ({ journal }: World): number => journal.results.figures().unmatched;
const asked = ({ relay }: World): readonly (string | null)[] =>
  relay.asked.filter((one) => one.includes('/events?')).map((one) => new URL(one.slice(4), 'http://x').searchParams.get('after'));

describe('a log that has taken the place of the one that was read, under its epoch', () => {
  it('is read from its start, though it has grown longer and nobody saw the relay go', async () => {
    const world = await read(1);
    world.relay.loseAll('e1');
    for (const number of [2, 3]) world.add({ id: uuid(number) });
    world.relay.ring(ONE, 2);
    await world.clock.advance(200);
    await until(() => world.cursor()?.seq === 2, 'read again');
    expect(world.cursor()).toMatchObject({ epoch: 'e1', seq: 2, eventId: uuid(3) });
    expect(stored(world)).toBe(3);
  });

  it('is read from its start, though an event that was forgotten was sent again and came to its old place', async () => {
    const world = await read(2);
    world.relay.loseAll('e1');
    await world.clock.advance(SECOND_MS);
    for (const number of [3, 2]) world.add({ id: uuid(number) });
    const sentAgainAt = world.clock.wallMs();
    await world.clock.advance(MINUTE_MS);
    await until(() => stored(world) === 3, 'read again');
    expect(world.cursor()).toEqual({ epoch: 'e1', seq: 2, eventId: uuid(2), receivedAt: sentAgainAt });
  });

  it('is read from its start, though it came between two pages', async () => {
    const world = aWorld();
    world.relay.pageRows = 2;
    for (const number of [1, 2, 3]) world.add({ id: uuid(number) });
    let isAnother = false;
    world.relay.instead = ({ method }) => {
      if (method !== 'PUT' || isAnother) return null;
      isAnother = true;
      world.relay.loseAll('e1');
      for (const number of [4, 5, 6]) world.add({ id: uuid(number) });
      return null;
    };
    world.results.start();
    await until(() => world.cursor()?.eventId === uuid(6), 'read again');
    expect(stored(world)).toBe(5);
  });

  it('is not seen in one answer alone: the same question is asked once more first', async () => {
    const world = await read(2);
    let answers = 0;
    world.relay.instead = ({ url }) => {
      if (!url.includes('/events?') || (answers += 1) > 1) return null;
      const event = { seq: 2, eventId: uuid(9), receivedAt: 0, jwt: '', body: '' };
      return { epoch: 'e1', events: [event], more: false };
    };
    world.add({ id: uuid(3) });
    world.relay.ring(ONE, 3);
    await world.clock.advance(200);
    await until(() => world.cursor()?.seq === 3, 'read on');
    expect(asked(world)).toEqual(['0', '1', '1']);
  });

  it('is given up for a while by whom it makes fun of, with another event at the place each time', async () => {
    const world = await read(1);
    let number = 100;
    world.relay.instead = ({ url }) =>
      url.includes('/events?')
        ? { epoch: 'e1', events: [{ seq: 1, eventId: uuid((number += 1)), receivedAt: 0, jwt: 'a.b.c', body: 'YQ==' }], more: true }
        : null;
    await world.clock.advance(10 * MINUTE_MS);
    await until(() => world.results.view().kind === 'unreachable', 'told');
    expect(world.results.view()).toMatchObject({ code: 'bad-page' });
    // An attempt is five questions, and in the end there is one attempt every half a minute.
    expect(asked(world).length).toBeLessThan(200);
  });
});

describe('a log that is the one that was read', () => {
  it('is read on where the event at the place is kept no more', async () => {
    const world = await read(2);
    world.relay.loseAll('e1');
    world.add({ id: uuid(3) }, 2);
    world.relay.ring(ONE, 3);
    await world.clock.advance(200);
    await until(() => world.cursor()?.seq === 3, 'read on');
    expect(asked(world)).toEqual(['0', '1']);
  });

  it('is read on where an earlier version noted the event at the place, and not when the relay received it', async () => {
    const known = { ...anEvent({ id: uuid(2) }, 0), seq: 2, receivedAt: 7 };
    const page = async () => ok({ epoch: 'e1', events: [known], more: false });
    const lengths = { endsBefore: async () => ok(false) };
    const joined = (receivedAt: number | null) =>
      joinedPage(
        { relay: { page }, lengths },
        { id: ONE, at: { epoch: 'e1', seq: 2, eventId: uuid(2), receivedAt }, stop: new AbortController().signal },
      );
    expect(await joined(null)).toMatchObject({ value: { kind: 'joined', page: { events: [] } } });
    expect(await joined(6)).toMatchObject({ value: { kind: 'another' } });
  });
});

describe('the length of a log', () => {
  it('is asked for again after a doubt that came while the answer was on its way', async () => {
    const clock = virtualClock();
    let [seq, questions] = [5, 0];
    const lengths = lengthChecks({
      clock,
      relay: {
        heads: async () => {
          questions += 1;
          const told = ok([{ integrationId: ONE, epoch: 'e1', seq }]);
          if (questions === 1) lengths.doubtAll();
          return told;
        },
      },
    });
    const at = { epoch: 'e1', seq: 5 };
    expect(await lengths.endsBefore(ONE, at)).toEqual(ok(false));
    seq = 4;
    expect(await lengths.endsBefore(ONE, at)).toEqual(ok(true));
    seq = 5;
    expect(await lengths.endsBefore(ONE, at)).toEqual(ok(false));
    // If there was no doubt, nothing is asked for a quarter of an hour.
    expect(await lengths.endsBefore(ONE, at)).toEqual(ok(false));
    expect(questions).toBe(3);
  });
});
