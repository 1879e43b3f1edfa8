import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { relayClient } from '#electron/results/relay-client.ts';
import { ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { aWorld, anEvent, ONE, until, uuid, type World } from './bench.ts';

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
    ['a signature of a megabyte', page({ jwt: 'x'.repeat(1_000_000) })],
    ['an id of a megabyte', page({ eventId: 'x'.repeat(1_000_000) })],
    ['a number that no computer counts to', page({ seq: 2 ** 60 })],
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

function page(changed: object) {
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
