import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openJournal } from '#electron/journal/open-journal.ts';
import { createNoAnswerWatch } from '#electron/results/no-answer-watch.ts';
import type { CommittedPage } from '#electron/results/store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import { recordingLog, seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aCompany, aFile, aFolder, begun, ended } from '../journal/an-open-journal.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { HttpRequest } from '#shared/ports/http.ts';
import { aWorld, ONE, until, uuid, type World } from './bench.ts';
import { relayClient } from '#electron/results/relay-client.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { SHARED_HEADER } from '#shared/relay-protocol/protocol.ts';
import { scriptedServer } from '#test/support/network/scripted-server.ts';

/** One unanswered document in a real journal; the test sets what is known about relay and service. */
function watchedWorld() {
  const [clock, random] = [virtualClock(), seededRandom(9)];
  const file = join(tempFolder(), 'journal.sqlite');
  const opened = openJournal(file, { clock, random });
  if (!opened.ok) throw new Error(opened.failure.detail);
  const journal = opened.value;
  const says = { days: 7, silentSince: null as WallMs | null, service: true };
  const told: CommittedPage['effects'][number][] = [];
  const open = { journal, clock, file };
  const { itemId } = journal.intake.enqueue(aFile(aFolder(open, aCompany(open))));
  begun(open, itemId);
  const documentId = 'dddddddd-0000-4000-8000-000000000001' as never;
  ended({ journal, clock }, itemId, { kind: 'received', documentId });
  const watch = () => {
    const made = createNoAnswerWatch({
      clock,
      log: recordingLog(),
      store: journal.noAnswers,
      askAfterDays: () => says.days,
      silentSince: () => says.silentSince,
      wasRead: () => says.silentSince === null,
      serviceAnswers: async () => says.service,
      closedLinks: () => [],
      logsSince: () => new Map(),
      told: (effects) => told.push(...effects),
    });
    made.start();
    return made;
  };
  const running = watch();
  onTestFinished(async () => {
    await running.close();
    journal.close();
  });
  const why = () => {
    const state = journal.items.get(itemId)?.state;
    return state?.kind === 'awaiting' ? (state.noAnswer?.because.kind ?? null) : state?.kind;
  };
  return { clock, journal, says, told, running, watch, why };
}

describe('the watch over unanswered documents', () => {
  it('asks on its own when the days are over', async () => {
    const { clock, told, why } = watchedWorld();
    await clock.advance(7 * DAY_MS - HOUR_MS);
    expect(why()).toBeNull();
    await clock.advance(2 * HOUR_MS);
    expect(why()).toBe('long');
    expect(told).toHaveLength(1);
  });

  it('applies another patience at once', async () => {
    const { clock, says, running, why } = watchedWorld();
    await clock.advance(2 * DAY_MS);
    says.days = 1;
    running.wake();
    await clock.advance(1_000);
    expect(why()).toBe('long');
  });

  it('warns after two days without the relay, while the service can be reached', async () => {
    const { clock, says, why } = watchedWorld();
    says.silentSince = clock.wallMs();
    await clock.advance(47 * HOUR_MS);
    expect(why()).toBeNull();
    await clock.advance(2 * HOUR_MS);
    expect(why()).toBe('relay-silent');
  });

  it('warns of nothing while it is this computer that is offline', async () => {
    const { clock, says, why } = watchedWorld();
    says.silentSince = clock.wallMs();
    says.service = false;
    await clock.advance(60 * HOUR_MS);
    expect(why()).toBeNull();
  });

  it('counts a silence over a restart, and none that was only a late network', async () => {
    const { clock, says, running, watch, why } = watchedWorld();
    says.silentSince = clock.wallMs();
    await clock.advance(2 * HOUR_MS);
    await running.close();
    await clock.advance(3 * DAY_MS);
    // Switched on again: at first without a network, then with it.
    says.silentSince = clock.wallMs();
    const late = watch();
    await clock.advance(20 * MINUTE_MS);
    expect(why()).toBeNull();
    await clock.advance(30 * MINUTE_MS);
    expect(why()).toBe('relay-silent');
    await late.close();
  });

  it('forgets a silence when the relay was read', async () => {
    const { clock, journal, says, why } = watchedWorld();
    says.silentSince = clock.wallMs();
    await clock.advance(2 * HOUR_MS);
    expect(journal.noAnswers.silence()).not.toBeNull();
    says.silentSince = null;
    await clock.advance(HOUR_MS);
    expect(journal.noAnswers.silence()).toBeNull();
    says.silentSince = clock.wallMs();
    await clock.advance(46 * HOUR_MS);
    expect(why()).toBeNull();
  });
});

const isDoorbell = ({ url }: HttpRequest): boolean => url.endsWith('/doorbell');
const isWaiting = ({ url }: HttpRequest): boolean => url.includes('wait=');

const timesAsked = ({ relay }: World, what: string): number => relay.asked.filter((one) => one.includes(what)).length;

/** A relay that gives neither a stream nor a page until the integration is proved. */
function unproved(world: World): { isProved: boolean } {
  const proof = { isProved: false };
  world.relay.instead = ({ url }) => (!proof.isProved && (url.endsWith('/doorbell') || url.includes('/events')) ? 404 : null);
  return proof;
}

describe('a doorbell that the relay refuses', () => {
  it('because nothing is proved is not asked for again until something is, and opens at once then', async () => {
    const world = aWorld();
    const proof = unproved(world);
    world.says.prove = fail({ kind: 'relay-limited' });
    world.results.start();
    await world.clock.advance(10 * 60_000);
    expect(timesAsked(world, 'OPEN')).toBeLessThanOrEqual(2);
    // It could not be notified, yet it looks no more often than with a stream.
    expect(timesAsked(world, '/events')).toBeLessThanOrEqual(12);
    const before = timesAsked(world, 'OPEN');
    proof.isProved = true;
    world.says.prove = ok(null);
    for (let second = 0; second < 16 * 60 && timesAsked(world, 'OPEN') === before; second += 1) await world.clock.advance(1_000);
    world.relay.streams.at(-1)?.say(': connected\n\n');
    await world.clock.settle();
    expect([world.results.way().mode, world.relay.streams.at(-1)?.closed]).toEqual(['stream', false]);
  });

  it('because a proof has ended is looked at, proved anew, and opened again within seconds', async () => {
    const world = aWorld();
    const proof = unproved(world);
    proof.isProved = true;
    world.results.start();
    await until(() => world.relay.streams.length > 0, 'opened');
    await world.clock.advance(5_000);
    proof.isProved = false;
    world.says.onProve = () => (proof.isProved = true);
    world.relay.streams[0]?.end();
    await world.clock.advance(5_000);
    expect(world.proofs).toEqual([ONE]);
    expect(world.relay.streams.filter(({ closed }) => !closed)).toHaveLength(1);
  });

  it('because too much is open at our address is asked for again when the relay says, and plain polls bring the results meanwhile', async () => {
    const world = aWorld();
    world.relay.instead = (request) =>
      isDoorbell(request) || isWaiting(request) ? { status: 429, headers: { 'retry-after': '120' } } : null;
    world.results.start();
    await world.clock.advance(119_000);
    expect([timesAsked(world, 'OPEN'), timesAsked(world, 'wait=')]).toEqual([1, 0]);
    expect([world.results.way().mode, world.results.view().kind]).toEqual(['poll', 'connected']);
    world.add({ id: uuid(1) });
    await world.clock.advance(10_000);
    await until(() => world.cursor()?.seq === 1, 'read');
    expect(timesAsked(world, 'OPEN')).toBe(2);
    world.relay.instead = null;
    await world.clock.advance(122_000);
    expect(world.relay.streams.filter(({ closed }) => !closed)).toHaveLength(1);
  });

  it.each([
    ['a day', '86400', 301_000, 310_000],
    ['no time', '0', 9_000, 12_000],
    ['nothing', null, 60_000, 63_000],
  ])('for %s is asked for again within five minutes, and not in a moment', async (_, said, notBeforeMs, byMs) => {
    const world = aWorld();
    const headers = said === null ? {} : { 'retry-after': said };
    world.relay.instead = (request) => (isDoorbell(request) ? { status: 429, headers } : null);
    world.results.start();
    await world.clock.advance(Math.min(notBeforeMs, 300_000) - 1);
    expect(timesAsked(world, 'OPEN')).toBe(1);
    await world.clock.advance(byMs - notBeforeMs + 1_000);
    expect(timesAsked(world, 'OPEN')).toBe(2);
  });

  it('leaves long questions alone for as long as the relay says, where these are too many, and breaks off no line', async () => {
    const world = aWorld();
    world.relay.instead = (request) => {
      if (isDoorbell(request)) return 'unreachable';
      return isWaiting(request) ? { status: 429, headers: { 'retry-after': '30' } } : null;
    };
    world.results.start();
    await until(() => timesAsked(world, 'wait=') > 0 || world.results.view().kind === 'connected', 'connected');
    await world.clock.advance(20_000);
    expect(timesAsked(world, 'wait=')).toBe(1);
    await world.clock.advance(100_000);
    expect(timesAsked(world, 'wait=')).toBe(3);
    expect(world.results.way().mode).toBe('poll');
  });
});

it.each([
  [429, '1200', { kind: 'limited', code: 'status-429', retryAfterMs: 1_200_000 }],
  [429, undefined, { kind: 'limited', code: 'status-429' }],
  [503, '10', { kind: 'unreachable', code: 'status-503', retryAfterMs: 10_000 }],
  [503, 'Mon, 05 Jan 2026 08:00:00 GMT', { kind: 'unreachable', code: 'status-503' }],
  [502, '-1', { kind: 'unreachable', code: 'status-502' }],
])('a relay that answers %i and asks to wait for %s is told as that', async (status, retryAfter, failure) => {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const { url } = await scriptedServer(() => ({ status, headers }));
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const client = relayClient({ http, relayUrl: () => url, deviceToken: async () => ok('device') });
  expect(await client.prove(ONE, 's3cret')).toEqual({ ok: false, failure });
});

it('takes no answer of a proxy for the word of the relay that no copy of the profile runs', async () => {
  const answers = [
    { status: 204, headers: { [SHARED_HEADER]: '1' } },
    { status: 502, headers: {} },
    { status: 204, headers: {} },
  ];
  const { url } = await scriptedServer(() => answers.shift() ?? { status: 500 });
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const heard: boolean[] = [];
  const client = relayClient({ http, relayUrl: () => url, deviceToken: async () => ok('device'), heardOther: (is) => heard.push(is) });
  for (let asked = 0; asked < 3; asked += 1) await client.leave(ONE);
  expect(heard).toEqual([true, false]);
});
