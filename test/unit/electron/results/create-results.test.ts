import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { relayTrouble } from '#shared/domain/results/no-answer.ts';
import { HEARTBEAT_MS } from '#shared/relay-protocol/protocol.ts';
import { plus, wallMs } from '#shared/lib/duration.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { aWorld, isAnswered, ONE, until, uuid, type World } from './bench.ts';

async function started(world: World): Promise<World> {
  world.results.start();
  await until(() => isAnswered(world) && world.relay.streams.length > 0, 'started');
  return world;
}

const pagesAsked = ({ relay }: World): number => relay.asked.filter((one) => one.includes('/events?')).length;

describe('the doorbell', () => {
  it('makes an event come at once', async () => {
    const world = await started(aWorld());
    world.add({ id: uuid(1) });
    world.relay.ring(ONE, 1);
    await world.clock.advance(200);
    await until(() => world.cursor()?.seq === 1, 'read');
    await until(() => world.relay.cursors.length > 1, 'acknowledged');
    expect(world.relay.cursors.at(-1)).toEqual({ epoch: 'e1', seq: 1 });
  });

  it('rings nothing for what was read already, nor for a stranger', async () => {
    const world = await started(aWorld());
    const before = pagesAsked(world);
    world.relay.ring(ONE, 0);
    world.relay.ring('22222222-2222-4222-8222-222222222222', 9);
    world.relay.streams[0]?.say('event: seq\ndata: {"nonsense\n\nevent: other\ndata: 1\n\n');
    await world.clock.advance(5_000);
    expect(pagesAsked(world)).toBe(before);
  });

  it('is told as away since earlier runs could not read it, until it is read again', async () => {
    const world = aWorld();
    const since = plus(world.clock.wallMs(), -72 * 3_600_000);
    world.journal.noAnswers.keepSilence(since);
    world.relay.instead = () => 'unreachable';
    world.results.start();
    await until(() => world.results.view().kind === 'unreachable', 'unreachable');
    expect(world.results.view()).toMatchObject({ since });
    world.relay.instead = () => null;
    await world.clock.advance(60_000);
    await until(() => world.results.view().kind === 'connected', 'connected');
  });

  it('is not needed: with it dead, the sweep finds the event within a minute', async () => {
    const world = aWorld();
    world.relay.instead = (request) => (request.url.endsWith('/doorbell') ? 'unreachable' : null);
    world.results.start();
    await until(() => world.results.view().kind === 'connected', 'connected');
    world.add({ id: uuid(1) });
    await world.clock.advance(60_000);
    await until(() => world.cursor() !== null && world.cursor()?.seq !== 0, 'read');
    expect(world.cursor()?.seq).toBe(1);
  });

  it('is called again after three heartbeats of silence, and not before', async () => {
    const world = await started(aWorld());
    await world.clock.advance(2 * HEARTBEAT_MS);
    world.relay.streams[0]?.say(': heartbeat\n\n');
    await world.clock.advance(2 * HEARTBEAT_MS);
    expect(world.relay.streams).toHaveLength(1);
    await world.clock.advance(HEARTBEAT_MS + 1_000);
    expect(world.relay.streams[0]?.closed).toBe(true);
    expect(world.relay.streams).toHaveLength(2);
  });

  it('is given up for five minutes when it ends at once three times, and called at once when asked for', async () => {
    const world = await started(aWorld());
    for (let times = 0; times < 30; times += 1) {
      world.relay.streams.at(-1)?.end();
      await world.clock.advance(10_000);
    }
    const calls = world.relay.streams.length;
    expect(calls).toBeGreaterThanOrEqual(3);
    expect(calls).toBeLessThan(6);
    world.relay.streams.at(-1)?.end();
    await world.clock.settle();
    world.results.lookAgain();
    await world.clock.settle();
    expect(world.relay.streams.length).toBe(calls + 1);
  });

  it.each([
    ['as it said when it closed', 'retry: 2500\n\n', 2_500],
    ['within ten seconds, however long it said', 'retry: 86400000\n\n', 10_000],
    ['not at once, even if it said so', 'retry: 0\n\n', 200],
  ])('is called again by a relay that ended a stream that had lived: %s', async (_, said, afterMs) => {
    const world = await started(aWorld());
    await world.clock.advance(HEARTBEAT_MS);
    // The first heartbeat shows that the stream is alive; then the relay says when to come back.
    world.relay.streams[0]?.say(': alive\n\n');
    await world.clock.settle();
    world.relay.streams[0]?.say(said);
    await world.clock.settle();
    world.relay.streams[0]?.end();
    await world.clock.advance(afterMs - 1);
    expect(world.relay.streams).toHaveLength(1);
    await world.clock.advance(1);
    expect(world.relay.streams).toHaveLength(2);
  });

  it('is called again and again by one that closes as often as its nodes are restarted, and is not given up', async () => {
    const world = await started(aWorld());
    for (let times = 1; times <= 6; times += 1) {
      world.relay.streams.at(-1)?.say('retry: 1000\n\n');
      await world.clock.settle();
      world.relay.streams.at(-1)?.end();
      await world.clock.advance(1_001);
      expect(world.relay.streams).toHaveLength(times + 1);
    }
  });

  it('is closed when it pours out something that has no end', async () => {
    const world = await started(aWorld());
    world.relay.streams[0]?.say(`data: ${'x'.repeat(40_000)}`);
    await until(() => world.relay.streams[0]?.closed === true, 'closed');
    expect(world.results.view().kind).toBe('connected');
  });
});

describe('the standing of the relay', () => {
  it('is connected only after a round trip, and says since when it is not', async () => {
    const world = aWorld();
    world.relay.instead = () => 'unreachable';
    expect(world.results.view()).toEqual({ kind: 'connecting' });
    world.results.start();
    // A relay that hangs has not answered either: nothing is said of an address that is not set.
    expect(world.results.view()).toEqual({ kind: 'connecting' });
    await until(() => world.results.view().kind === 'unreachable', 'unreachable');
    const failing = world.results.view();
    expect(failing).toMatchObject({ code: 'TEST', lastReadAt: null });
    await world.clock.advance(120_000);
    expect(world.results.view()).toEqual(failing);
    let rung = 0;
    world.results.onChange(() => (rung += 1));
    world.relay.instead = null;
    await world.clock.advance(31_000);
    await until(() => world.results.view().kind === 'connected', 'connected');
    expect(rung).toBe(1);
  });

  it('is asked at most every half minute or so while it fails', async () => {
    const world = aWorld();
    world.relay.instead = () => 503;
    world.results.start();
    await world.clock.advance(10 * 60_000);
    expect(pagesAsked(world)).toBeGreaterThan(15);
    expect(pagesAsked(world)).toBeLessThan(60);
  });

  it('is not set without an address or a company', async () => {
    const world = aWorld();
    world.says.ready = false;
    world.results.start();
    await world.clock.advance(300_000);
    expect(world.results.view()).toEqual({ kind: 'not-set' });
    expect(world.relay.asked).toEqual([]);
  });

  it('takes this device for a new one when the relay knows it no more, at once and then ever more seldom', async () => {
    const world = aWorld();
    world.relay.instead = () => 401;
    world.results.start();
    await until(() => world.enrolments.length === 1, 'enrolled');
    await world.clock.advance(10_000);
    expect(world.results.view()).toMatchObject({ kind: 'unreachable', code: 'device-unknown' });
    await world.clock.advance(24 * 3_600_000);
    expect(world.enrolments.length).toBeGreaterThan(3);
    expect(world.enrolments.length).toBeLessThan(8);
    await world.clock.advance(24 * 3_600_000);
    expect(world.enrolments.length).toBeLessThan(9);
  });

  it('recovers when the journal could not be written for a while', async () => {
    const world = aWorld();
    const before = { ...world.journal.results };
    Object.assign(world.journal.results, {
      commitPage: () => {
        throw new Error('disk full');
      },
    });
    world.results.start();
    await until(() => world.results.view().kind === 'unreachable', 'unreachable');
    expect(world.relay.cursors).toEqual([]);
    Object.assign(world.journal.results, before);
    await world.clock.advance(60_000);
    await until(() => world.results.view().kind === 'connected', 'connected');
  });
});

describe('a proof that the relay lost', () => {
  it('is given again once, and then reading goes on', async () => {
    const world = aWorld();
    world.add({ id: uuid(1) });
    world.relay.instead = (request) => (request.url.includes('/events') && world.proofs.length === 0 ? 404 : null);
    world.results.start();
    await world.clock.advance(1_000);
    await until(() => world.cursor()?.seq === 1, 'read');
    expect(world.proofs).toEqual([ONE]);
  });

  it('is not offered all day to a relay that never takes it', async () => {
    const world = aWorld();
    world.relay.instead = (request) => (request.url.includes('/events') ? 404 : null);
    world.says.prove = fail({ kind: 'wrong-secret' });
    world.results.start();
    await world.clock.advance(60 * 60_000);
    expect(world.proofs.length).toBeGreaterThan(1);
    expect(world.proofs.length).toBeLessThan(6);
    expect(world.results.view().kind).toBe('connected');
  });

  it('is given again when a relay takes it that had too much to do, and not before', async () => {
    const world = aWorld();
    world.relay.instead = (request) => (request.url.includes('/events') ? 404 : null);
    world.says.prove = fail({ kind: 'relay-unreachable', againAt: plus(world.clock.wallMs(), 70_000) });
    world.results.start();
    await world.clock.advance(69_000);
    expect(world.proofs).toHaveLength(1);
    world.says.prove = fail({ kind: 'relay-limited', againAt: plus(world.clock.wallMs(), 40 * 60_000) });
    await world.clock.advance(61_000);
    expect(world.proofs).toHaveLength(2);
    world.says.prove = ok(null);
    await world.clock.advance(38 * 60_000);
    expect(world.proofs).toHaveLength(2);
    await world.clock.advance(4 * 60_000);
    expect(world.proofs).toHaveLength(3);
  });

  it('is given at once where this computer has become another device, however lately it was given before', async () => {
    const world = aWorld();
    world.relay.instead = (request) => (request.url.includes('/events') ? 404 : null);
    world.results.start();
    await world.clock.advance(61_000);
    expect(world.proofs).toHaveLength(1);
    world.results.newDevice();
    await world.clock.advance(1_000);
    expect(world.proofs).toHaveLength(2);
  });

  it('is offered ever more seldom to a relay that always says “in a second”, and not in years to one that says so', async () => {
    const world = aWorld();
    world.relay.instead = (request) => (request.url.includes('/events') ? 404 : null);
    world.says.prove = fail({ kind: 'relay-unreachable', againAt: wallMs(0) });
    world.results.start();
    await world.clock.advance(60 * 60_000);
    expect(world.proofs.length).toBeGreaterThan(4);
    expect(world.proofs.length).toBeLessThan(15);
    world.says.prove = fail({ kind: 'relay-limited', againAt: plus(world.clock.wallMs(), 10 * 365 * 86_400_000) });
    await world.clock.advance(20 * 60_000);
    const before = world.proofs.length;
    await world.clock.advance(3 * 60 * 60_000);
    expect(world.proofs.length).toBeGreaterThan(before);
  });
});

describe('what is read', () => {
  it('and finds our own journal gone is no fault of the relay, and is read again once the journal is back', async () => {
    const world = await started(aWorld());
    renameSync(world.file, `${world.file}-away`);
    world.add({ id: uuid(1) });
    world.relay.ring(ONE, 1);
    await world.clock.advance(200);
    await until(() => world.results.view().kind === 'unreachable', 'not written');
    const view = world.results.view();
    expect(relayTrouble(view.kind === 'unreachable' ? view.code : '')).toBe('own-files');
    renameSync(`${world.file}-away`, world.file);
    await world.clock.advance(60_000);
    await until(() => world.cursor()?.seq === 1, 'read');
    expect(world.results.view()).toMatchObject({ kind: 'connected' });
  });
});
