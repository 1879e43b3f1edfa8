import { describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '#shared/domain/connection.ts';
import { MINUTE_MS, plus } from '#shared/lib/duration.ts';
import { fail } from '#shared/lib/result.ts';
import { aWorld, connected, GONE, ONE, TWO, UNKNOWN, VALID } from './bench.ts';

describe('a connection in doubt', () => {
  it('stops sending in the same moment, and sends again when nothing was wrong but the answer', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    world.says.checked = { kind: 'partner' };
    world.companies.doubt(id, ONE);
    expect(world.only().connection).toMatchObject({ kind: 'checking', doubt: 'unknown' });
    await world.clock.settle();
    expect(world.only().connection).toMatchObject({ kind: 'checking', doubt: 'partner' });

    world.says.checked = VALID;
    world.companies.start();
    await world.clock.advance(10_000);
    expect(world.only().connection.kind).toBe('active');
  });

  it.each<[ConnectionCheck, object]>([
    [GONE, { kind: 'invalid', reason: 'unknown' }],
    [
      { kind: 'invalid', reason: 'SMB_NOTFOUND', status: 401 },
      { kind: 'invalid', reason: 'SMB_NOTFOUND' },
    ],
    [UNKNOWN, { kind: 'checking', doubt: 'unknown' }],
  ])('after a refused import and %j', async (checked, connection) => {
    const world = aWorld();
    const { id } = await connected(world);
    world.says.checked = checked;
    world.companies.doubt(id, ONE);
    await world.clock.settle();
    expect(world.only().connection).toMatchObject(connection);
  });

  it('whose secret is not there any more asks for it, and heals when it is found again', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    await world.secrets.dropSecret(ONE);
    world.companies.noSecret(id);
    await world.clock.settle();
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'no-secret' });
    await world.secrets.keepSecret(ONE, 'found again');
    world.companies.start();
    await world.clock.advance(20 * MINUTE_MS);
    expect(world.only().connection.kind).toBe('active');
  });

  it('asks once for many doubts at the same time', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    world.says.checked = GONE;
    for (let times = 0; times < 5; times += 1) world.companies.doubt(id, ONE);
    await world.clock.settle();
    expect(world.asked.length).toBeLessThanOrEqual(2);
  });

  it('about an integration that it has no more is none', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    await world.companies.reconnect({ companyId: id, integrationId: TWO, integrationSecret: 'new' });
    const before = world.asked.length;
    world.companies.doubt(id, ONE);
    await world.clock.settle();
    expect(world.only().connection.kind).toBe('active');
    expect(world.asked).toHaveLength(before);
  });

  it('is asked about again more and more rarely, and never forgotten', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    world.says.checked = UNKNOWN;
    world.companies.start();
    world.companies.doubt(id, ONE);
    await world.clock.advance(60 * MINUTE_MS);
    const first = world.asked.length;
    expect(first).toBeGreaterThan(8);
    expect(first).toBeLessThan(20);
    await world.clock.advance(60 * MINUTE_MS);
    expect(world.asked.length - first).toBeGreaterThanOrEqual(4);
    expect(world.asked.length - first).toBeLessThan(10);
  });

  it('waits for a locked vault, and tells nobody to sign in again', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    const open = world.secrets.secretOf.bind(world.secrets);
    world.secrets.secretOf = async () => fail({ kind: 'locked' });
    world.companies.noSecret(id);
    await world.clock.settle();
    expect(world.only().connection).toMatchObject({ kind: 'checking', doubt: 'secrets' });
    expect(world.asked).toEqual([]);
    world.secrets.secretOf = open;
    world.companies.start();
    world.companies.lookAgain();
    await world.clock.advance(1_000);
    expect(world.only().connection.kind).toBe('active');
  });

  it('is asked about again at once if a look is wanted during a question that finds nothing out', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    world.companies.start();
    await world.clock.advance(1_000);
    const late = Promise.withResolvers<ConnectionCheck>();
    world.says.checked = () => late.promise;
    world.companies.doubt(id, ONE);
    await world.clock.settle();
    world.companies.lookAgain();
    await world.clock.settle();
    world.says.checked = VALID;
    late.resolve(UNKNOWN);
    // Far less than the shortest back-off.
    await world.clock.advance(200);
    expect(world.only().connection.kind).toBe('active');
  });

  it('is not judged by the answer about the integration before', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    const late = Promise.withResolvers<ConnectionCheck>();
    world.says.checked = () => late.promise;
    world.companies.doubt(id, ONE);
    await world.clock.settle();
    world.says.checked = VALID;
    await world.companies.reconnect({ companyId: id, integrationId: TWO, integrationSecret: 'new' });
    late.resolve(GONE);
    await world.clock.settle();
    expect(world.only().connection.kind).toBe('active');
  });
});

describe('the regular check', () => {
  it('asks every 15 minutes, and changes nothing when it learns nothing', async () => {
    const world = aWorld();
    await connected(world);
    world.companies.start();
    await world.clock.advance(1_000);
    const seenAt = world.only().connection;
    world.says.checked = UNKNOWN;
    await world.clock.advance(15 * MINUTE_MS);
    expect(world.asked.length).toBeGreaterThanOrEqual(2);
    expect(world.only().connection).toEqual(seenAt);
    world.says.checked = VALID;
    await world.clock.advance(20 * MINUTE_MS);
    expect(world.only().connection).not.toEqual(seenAt);
  });

  it('finds a revocation of which no event came', async () => {
    const world = aWorld();
    await connected(world);
    world.companies.start();
    await world.clock.advance(1_000);
    world.says.checked = { kind: 'invalid', reason: 'SMB_CLOSED', status: 401 };
    await world.clock.advance(15 * MINUTE_MS + 1_000);
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'SMB_CLOSED' });
    const after = world.asked.length;
    await world.clock.advance(60 * MINUTE_MS);
    expect(world.asked.length).toBe(after);
  });

  it('leaves a wrong secret wrong until the relay finds it right', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    world.says.prove = { kind: 'not-found' };
    world.companies.doubt(id, ONE);
    await world.clock.settle();
    expect(world.only().connection).toMatchObject({ reason: 'wrong-secret' });
    expect(await world.companies.check(id)).toMatchObject({ ok: true, value: { connection: { kind: 'invalid', reason: 'wrong-secret' } } });
    world.says.prove = null;
    expect(await world.companies.check(id)).toMatchObject({ ok: true, value: { connection: { kind: 'active' } } });
  });
});

describe('a pause', () => {
  it('stays while the service says valid, and ends with a check', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    expect(world.companies.pause(id)).toMatchObject({ ok: true, value: { connection: { kind: 'paused' } } });
    await world.companies.check(id);
    expect(world.only().connection.kind).toBe('paused');
    expect(world.companies.resume(id)).toMatchObject({ ok: true, value: { connection: { kind: 'checking' } } });
    await world.clock.settle();
    expect(world.only().connection.kind).toBe('active');
  });
});

describe('a revocation', () => {
  it('that is newer than anything else counts at once', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    await world.clock.advance(10 * MINUTE_MS);
    world.companies.revoked({ companyId: id, integrationId: ONE, at: world.clock.wallMs() });
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'revoked' });
    expect(world.asked).toEqual([]);
  });

  it('gets the reason that the status route gives, and keeps the one that an answer gave before', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    await world.clock.advance(10 * MINUTE_MS);
    world.says.checked = { kind: 'invalid', reason: 'CPA_CLOSED', status: 401 };
    world.companies.revoked({ companyId: id, integrationId: ONE, at: world.clock.wallMs() });
    await world.clock.settle();
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'CPA_CLOSED' });
    world.says.checked = GONE;
    world.companies.revoked({ companyId: id, integrationId: ONE, at: plus(world.clock.wallMs(), 1) });
    await world.companies.check(id);
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'CPA_CLOSED' });
  });

  it('that may be older than the connection is confirmed first', async () => {
    const world = aWorld();
    const { id, connectedAt } = await connected(world);
    const late = { companyId: id, integrationId: ONE, at: plus(connectedAt, -MINUTE_MS) };
    world.companies.revoked(late);
    expect(world.only().connection.kind).toBe('active');
    await world.clock.settle();
    expect(world.only().connection.kind).toBe('active');

    world.says.checked = GONE;
    world.companies.revoked(late);
    await world.clock.settle();
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'revoked' });
  });

  it('that nobody can confirm now is asked about again', async () => {
    const world = aWorld();
    const { id, connectedAt } = await connected(world);
    world.says.checked = UNKNOWN;
    world.companies.start();
    world.companies.revoked({ companyId: id, integrationId: ONE, at: plus(connectedAt, -MINUTE_MS) });
    await world.clock.advance(20_000);
    expect(world.only().connection.kind).toBe('active');
    world.says.checked = GONE;
    await world.clock.advance(60_000);
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'revoked' });
  });

  it('of a former integration means nothing', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    await world.companies.reconnect({ companyId: id, integrationId: TWO, integrationSecret: 'new' });
    world.says.checked = GONE;
    world.companies.revoked({ companyId: id, integrationId: ONE, at: plus(world.clock.wallMs(), MINUTE_MS) });
    await world.clock.settle();
    expect(world.only().connection.kind).toBe('active');
  });
});

describe('a revocation that names no integration', () => {
  it('has each connected company asked about once, soon, however often somebody rings', async () => {
    const world = aWorld();
    await connected(world);
    await world.companies.connect({ name: 'Garage', colour: null, integrationId: TWO, integrationSecret: 'other' });
    world.asked.length = 0;
    for (let rings = 0; rings < 100; rings += 1) world.companies.revokedSomebody();
    await world.clock.advance(MINUTE_MS);
    expect(world.asked.toSorted()).toEqual(['check other', 'check s3cret']);
    world.says.checked = GONE;
    await world.clock.advance(5 * MINUTE_MS);
    world.companies.revokedSomebody();
    await world.clock.advance(MINUTE_MS);
    expect(world.journal.companies.companies().map(({ connection }) => connection.kind)).toEqual(['invalid', 'invalid']);
  });
});

describe('a revocation that names no integration, heard just before the end', () => {
  it('asks for nothing after the companies were closed', async () => {
    const world = aWorld();
    await connected(world);
    world.asked.length = 0;
    world.companies.revokedSomebody();
    await world.companies.close();
    await world.clock.advance(MINUTE_MS);
    expect(world.asked).toEqual([]);
    expect(world.clock.sleepers).toBe(0);
  });
});

describe('the time between two checks', () => {
  it('is what the person set, from the next turn on', async () => {
    const world = aWorld();
    await connected(world);
    world.says.checkEveryMs = 60 * MINUTE_MS;
    world.companies.start();
    await world.clock.advance(121 * MINUTE_MS);
    expect(world.asked).toHaveLength(3);
    world.says.checkEveryMs = MINUTE_MS;
    world.companies.lookAgain();
    await world.clock.advance(10 * MINUTE_MS + 1_000);
    expect(world.asked).toHaveLength(14);
  });
});
