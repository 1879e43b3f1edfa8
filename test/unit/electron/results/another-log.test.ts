import { describe, expect, it, onTestFinished } from 'vitest';
import { joinedPage } from '#electron/results/read-event-page.ts';
import { lengthChecks } from '#electron/results/length-checks.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { ok } from '#shared/lib/result.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { anEvent, aWorld, ONE, until, uuid, type World } from './bench.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relayClient } from '#electron/results/relay-client.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';

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

const TWO = '22222222-2222-4222-8222-222222222222';
const PAGE_ROWS = 500;

/** Pages of made-up events only, and there are always more. */
function forgeries(world: World, make: (seq: number) => object) {
  world.relay.instead = ({ url }) => {
    if (!url.includes('/events?')) return null;
    const after = Number(new URL(url).searchParams.get('after'));
    return { epoch: 'e1', events: Array.from({ length: PAGE_ROWS }, (_, at) => make(after + at + 1)), more: true };
  };
}

const pagesAsked = (world: World): number => world.relay.asked.filter((one) => one.includes('/events?')).length;

describe('a hostile relay', () => {
  it('that pours out forgeries is left alone more and more, keeps the disk small and is told of', async () => {
    const world = aWorld();
    forgeries(world, (seq) => ({ seq, eventId: uuid(seq), receivedAt: 0, jwt: 'a.b.c', body: 'YQ==' }));
    world.results.start();
    await until(() => world.results.view().kind === 'unreachable', 'told');
    expect(world.results.view()).toMatchObject({ code: 'bad-page' });
    expect(pagesAsked(world)).toBeLessThanOrEqual(3);
    for (let steps = 0; steps < 20; steps += 1) {
      await world.clock.advance(6_000);
      await until(() => true);
    }
    // Two minutes: a page or two per attempt, and in the end an attempt every half a minute.
    expect(pagesAsked(world)).toBeLessThan(40);
    expect(world.journal.results.figures().forged).toBeGreaterThan(PAGE_ROWS);
    expect(keptOf(world)).toBeLessThanOrEqual(PAGE_ROWS);
  });

  it('that shows answers of other integrations gives them no effect', async () => {
    const world = aWorld();
    for (const number of [1, 2, 3]) world.add({ id: uuid(number), integrationId: TWO });
    world.add({ id: uuid(4), integrationId: TWO, type: 'Revocation' });
    world.results.start();
    await until(() => world.cursor()?.seq === 4, 'read');
    expect(world.pages.flatMap(({ effects, revocations }) => [...effects, ...revocations])).toEqual([]);
    expect(world.journal.results.figures()).toMatchObject({ forged: 4, unmatched: 0 });
  });

  it.each([
    ['an epoch of a megabyte', { epoch: 'e'.repeat(1_000_000), events: [], more: false }],
    ['a signature of a megabyte', hostilePage({ jwt: 'x'.repeat(1_000_000) })],
    ['an id of a megabyte', hostilePage({ eventId: 'x'.repeat(1_000_000) })],
    ['a number that no computer counts to', hostilePage({ seq: 2 ** 60 })],
  ])('is not believed with %s, and nothing of it is kept', async (_, said) => {
    const world = aWorld();
    world.relay.instead = ({ url }) => (url.includes('/events?') ? said : null);
    world.results.start();
    await until(() => world.results.view().kind === 'unreachable', 'told');
    expect(world.results.view()).toMatchObject({ code: 'not-understood' });
    expect([world.cursor(), keptOf(world)]).toEqual([null, 0]);
  });

  it('that skips as far as numbers go is told as numbers that are missing, and an honest end is read', async () => {
    const world = aWorld();
    world.add({ id: uuid(1) });
    world.relay.add(ONE, { ...anEvent({ id: uuid(2) }, world.clock.wallMs()), receivedAt: world.clock.wallMs() }, 9_000_000_000);
    world.results.start();
    await until(() => world.cursor()?.seq === 9_000_000_002, 'read');
    expect(world.journal.results.figures().missing).toBe(9_000_000_000);
  });

  it('that answers without end is cut off after two megabytes', async () => {
    const { url, sent, isCut } = await endless();
    const http = undiciHttp();
    onTestFinished(() => http.close());
    const client = relayClient({ http, relayUrl: () => url, deviceToken: async () => ok('device') });
    expect(await client.page(ONE, 0, new AbortController().signal)).toEqual({
      ok: false,
      failure: { kind: 'not-understood', code: 'ANSWER_TOO_LARGE' },
    });
    await expect.poll(isCut, { timeout: 20_000 }).toBe(true);
    // What we read, plus what the system's own buffers hold.
    expect(sent()).toBeLessThan(32 * 1_048_576);
  });
});

function hostilePage(changed: object) {
  return { epoch: 'e1', events: [{ seq: 1, eventId: uuid(1), receivedAt: 0, jwt: 'a.b.c', body: 'YQ==', ...changed }], more: false };
}

function keptOf({ journal }: World): number {
  let kept = 0;
  for (let after = 0; ; ) {
    const events = journal.secondLook.unverified(after);
    kept += events.length;
    const last = events.at(-1);
    if (last === undefined) return kept;
    after = last.n;
  }
}

/** Writes as long as somebody reads. */
async function endless() {
  const chunk = Buffer.alloc(65_536, 32);
  let [sent, cut] = [0, false];
  const server = createServer((_, response) => {
    response.on('close', () => {
      cut = true;
    });
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.byteLength;
    };
    response.on('drain', more);
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent: () => sent, isCut: () => cut };
}
