import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/lib/result.ts';
import type { HttpRequest } from '#shared/ports/http.ts';
import { aWorld, ONE, until, uuid, type World } from './bench.ts';

const isDoorbell = ({ url }: HttpRequest): boolean => url.endsWith('/doorbell');
const isWaiting = ({ url }: HttpRequest): boolean => url.includes('wait=');

const asked = ({ relay }: World, what: string): number => relay.asked.filter((one) => one.includes(what)).length;

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
    expect(asked(world, 'OPEN')).toBeLessThanOrEqual(2);
    // It could not be notified, yet it looks no more often than with a stream.
    expect(asked(world, '/events')).toBeLessThanOrEqual(12);
    const before = asked(world, 'OPEN');
    proof.isProved = true;
    world.says.prove = ok(null);
    for (let second = 0; second < 16 * 60 && asked(world, 'OPEN') === before; second += 1) await world.clock.advance(1_000);
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
    expect([asked(world, 'OPEN'), asked(world, 'wait=')]).toEqual([1, 0]);
    expect([world.results.way().mode, world.results.view().kind]).toEqual(['poll', 'connected']);
    world.add({ id: uuid(1) });
    await world.clock.advance(10_000);
    await until(() => world.cursor()?.seq === 1, 'read');
    expect(asked(world, 'OPEN')).toBe(2);
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
    expect(asked(world, 'OPEN')).toBe(1);
    await world.clock.advance(byMs - notBeforeMs + 1_000);
    expect(asked(world, 'OPEN')).toBe(2);
  });

  it('leaves long questions alone for as long as the relay says, where these are too many, and breaks off no line', async () => {
    const world = aWorld();
    world.relay.instead = (request) => {
      if (isDoorbell(request)) return 'unreachable';
      return isWaiting(request) ? { status: 429, headers: { 'retry-after': '30' } } : null;
    };
    world.results.start();
    await until(() => asked(world, 'wait=') > 0 || world.results.view().kind === 'connected', 'connected');
    await world.clock.advance(20_000);
    expect(asked(world, 'wait=')).toBe(1);
    await world.clock.advance(100_000);
    expect(asked(world, 'wait=')).toBe(3);
    expect(world.results.way().mode).toBe('poll');
  });
});
