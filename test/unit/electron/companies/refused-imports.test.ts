import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { aWorld, connected, GONE, ONE, TWO, UNKNOWN, type World } from './bench.ts';

/** What delivery does when an import was refused twice with a fresh token: the journal first, then the question. */
async function refuse(world: World, integrationId = ONE): Promise<void> {
  const company = world.journal.companies.companies().find((one) => one.integrationId === integrationId);
  if (company === undefined) throw new Error('no such company');
  if (company.connection.kind === 'active')
    world.journal.companies.setConnection(company.id, { kind: 'checking', since: world.clock.wallMs(), doubt: 'unknown' });
  world.companies.doubt(company.id, integrationId);
  await world.clock.settle();
}

const proofs = ({ asked }: World): number => asked.filter((one) => one.startsWith('prove')).length;
const DOUBT = { kind: 'checking', doubt: 'unknown' };
const TOLD = { kind: 'invalid', reason: 'wrong-secret' };

describe('an import that is refused although the status route says valid', () => {
  it('is no wrong secret where the relay proves the secret right, and is tried again within seconds', async () => {
    const world = aWorld();
    await connected(world);
    world.companies.start();
    await refuse(world);
    expect([world.only().connection, proofs(world)]).toMatchObject([DOUBT, 1]);
    await world.clock.advance(3_000);
    expect(world.only().connection.kind).toBe('active');
  });

  it('is tried more and more rarely while it stays refused with the right secret, and nobody is told to type in another', async () => {
    const world = aWorld();
    await connected(world);
    world.companies.start();
    for (let goneMs = 0; goneMs < 3 * HOUR_MS; goneMs += MINUTE_MS) {
      if (world.only().connection.kind === 'active') await refuse(world);
      await world.clock.advance(MINUTE_MS);
      expect(world.only().connection.kind).not.toBe('invalid');
    }
    expect(proofs(world)).toBeGreaterThan(10);
    expect(proofs(world)).toBeLessThan(40);
  });

  it('is a wrong secret at once where the relay finds it wrong', async () => {
    const world = aWorld();
    await connected(world);
    world.says.prove = { kind: 'not-found' };
    world.companies.start();
    await refuse(world);
    expect(world.only().connection).toMatchObject(TOLD);
  });

  it.each(['unreachable', 'not-understood', 'refused', 'limited', 'device-unknown', 'not-set-up'] as const)(
    'is tried once more after a pause where the relay cannot tell (%s), and told if it is refused again',
    async (kind) => {
      const world = aWorld();
      await connected(world);
      world.says.prove = { kind };
      world.companies.start();
      await refuse(world);
      // Of uploads that were under way at the same time.
      await refuse(world);
      expect([world.only().connection, proofs(world)]).toMatchObject([DOUBT, 1]);
      await world.clock.advance(25_000);
      expect(world.only().connection).toMatchObject(DOUBT);
      await world.clock.advance(MINUTE_MS);
      expect(world.only().connection.kind).toBe('active');
      await refuse(world);
      expect(world.only().connection).toMatchObject(TOLD);
    },
  );

  it('is forgotten by an import that was received in between', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    world.says.prove = { kind: 'unreachable' };
    world.companies.start();
    for (let times = 0; times < 4; times += 1) {
      await refuse(world);
      await world.clock.advance(2 * MINUTE_MS);
      expect(world.only().connection.kind).toBe('active');
      world.companies.worked(id, ONE);
    }
  });

  it('begins anew after a restart, which does not tell it sooner', async () => {
    const world = aWorld();
    await connected(world);
    world.says.prove = { kind: 'unreachable' };
    world.companies.start();
    await refuse(world);
    await world.restart();
    await world.clock.advance(2 * MINUTE_MS);
    expect(world.only().connection.kind).toBe('active');
    await refuse(world);
    expect(world.only().connection).toMatchObject(DOUBT);
    await world.clock.advance(2 * MINUTE_MS);
    await refuse(world);
    expect(world.only().connection).toMatchObject(TOLD);
  });

  it('does not let the relay begin a log anew that another computer ended', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    world.says.isShut = true;
    world.companies.start();
    await refuse(world);
    expect([world.only().connection, proofs(world)]).toMatchObject([DOUBT, 0]);
    await world.companies.check(id);
    expect(world.only().connection.kind).toBe('active');
  });
});

/** Told that the secret is wrong, as the relay said in one bad second. */
async function told(): Promise<World> {
  const world = aWorld();
  await connected(world);
  world.says.prove = { kind: 'not-found' };
  world.companies.start();
  await refuse(world);
  expect(world.only().connection).toMatchObject(TOLD);
  return world;
}

describe('a wrong secret that only this computer concluded', () => {
  it('heals by itself within two minutes when it was none', async () => {
    const world = await told();
    world.says.prove = null;
    await world.clock.advance(2 * MINUTE_MS + 1_000);
    expect(world.only().connection.kind).toBe('active');
  });

  it('heals after a restart too, in the same time', async () => {
    const world = await told();
    await world.clock.advance(30_000);
    await world.restart();
    world.says.prove = null;
    await world.clock.advance(5_000);
    expect(proofs(world)).toBe(1);
    await world.clock.advance(2 * MINUTE_MS);
    expect(world.only().connection.kind).toBe('active');
  });

  it('is asked about ever more rarely while it is one, and at least every six hours', async () => {
    const world = await told();
    const byHour: number[] = [];
    for (let hour = 0; hour < 48; hour += 1) {
      const before = proofs(world);
      await world.clock.advance(HOUR_MS);
      byHour.push(proofs(world) - before);
    }
    expect(world.only().connection).toMatchObject(TOLD);
    // The relay takes ten wrong secrets an hour, of which most are left to the user.
    expect(Math.max(...byHour)).toBeLessThanOrEqual(6);
    expect(byHour.slice(-24).reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(4);
    expect(byHour.slice(-24).reduce((sum, one) => sum + one)).toBeLessThanOrEqual(8);
  });

  it('leaves the person some of the proofs that the relay allows, however often the computer starts, wakes up and is asked to look', async () => {
    const world = await told();
    const before = proofs(world);
    for (let minute = 0; minute < 60; minute += 1) {
      if (minute % 2 === 0) await world.restart();
      else world.companies.lookAgain();
      await refuse(world);
      await world.clock.advance(MINUTE_MS);
    }
    expect(proofs(world) - before).toBeLessThanOrEqual(7);
    expect(proofs(world) - before).toBeGreaterThanOrEqual(4);
  });

  it('is healed by a computer that was away for long soon after its start', async () => {
    const world = await told();
    await world.clock.advance(3 * HOUR_MS);
    world.says.prove = null;
    const before = proofs(world);
    await world.clock.advance(16 * MINUTE_MS);
    await world.restart();
    await world.clock.advance(16 * MINUTE_MS);
    expect([world.only().connection.kind, proofs(world) - before]).toEqual(['active', 1]);
  });

  it('waits as long as a relay wants that has seen too many wrong secrets', async () => {
    const world = await told();
    world.says.prove = { kind: 'limited', retryAfterMs: 50 * MINUTE_MS };
    await world.clock.advance(3 * MINUTE_MS);
    expect(proofs(world)).toBe(2);
    await world.clock.advance(46 * MINUTE_MS);
    expect(proofs(world)).toBe(2);
    world.says.prove = null;
    await world.clock.advance(10 * MINUTE_MS);
    expect(world.only().connection.kind).toBe('active');
  });

  it('has imports tried where the relay cannot tell, says so to nobody, and is good with the first that is received', async () => {
    const world = await told();
    const { id } = world.only();
    world.says.prove = { kind: 'unreachable' };
    world.changes.length = 0;
    await world.clock.advance(3 * MINUTE_MS);
    expect(world.only().connection).toMatchObject({ ...TOLD, trial: true });
    await refuse(world);
    expect(world.only().connection).toMatchObject(TOLD);
    expect(world.only().connection).not.toHaveProperty('trial');
    await world.clock.advance(30 * MINUTE_MS);
    expect(world.only().connection).toMatchObject({ ...TOLD, trial: true });
    world.companies.worked(id, ONE);
    expect(world.only().connection.kind).toBe('active');
    const kinds = world.changes.map(({ connection }) => connection.kind);
    expect([new Set(kinds.slice(0, -1)), kinds.at(-1)]).toEqual([new Set(['invalid']), 'active']);
  });

  it('of one company says nothing about another', async () => {
    const world = await told();
    world.says.prove = null;
    await world.companies.connect({ name: 'Garage', colour: null, integrationId: TWO, integrationSecret: 'other' });
    world.says.prove = { kind: 'not-found' };
    await refuse(world, TWO);
    world.says.prove = null;
    await world.clock.advance(3 * MINUTE_MS);
    expect(world.journal.companies.companies().map(({ connection }) => connection.kind)).toEqual(['active', 'active']);
  });

  it('gives way to what the service itself says', async () => {
    const world = await told();
    world.says.checked = { kind: 'invalid', reason: 'SMB_CLOSED', status: 401 };
    await world.clock.advance(3 * MINUTE_MS);
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'SMB_CLOSED' });
    const after = world.asked.length;
    await world.clock.advance(10 * HOUR_MS);
    expect(world.asked.length).toBe(after);
  });
});

describe('a connection that the status route refuses without a reason', () => {
  it('heals within two minutes, and is asked about ever more rarely otherwise', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    world.companies.start();
    world.says.checked = GONE;
    await world.companies.check(id);
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'unknown' });
    world.asked.length = 0;
    await world.clock.advance(48 * HOUR_MS);
    expect(world.asked.length).toBeLessThan(25);
    await world.restart();
    world.says.checked = UNKNOWN;
    await world.clock.advance(10_000);
    world.says.checked = { kind: 'valid' };
    await world.clock.advance(MINUTE_MS);
    expect(world.only().connection.kind).toBe('active');
  });

  it('heals too when an old revocation, or one that names nobody, made it be asked', async () => {
    const world = aWorld();
    const { id, connectedAt } = await connected(world);
    world.companies.start();
    world.says.checked = GONE;
    world.companies.revoked({ companyId: id, integrationId: ONE, at: connectedAt });
    await world.clock.settle();
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'revoked' });
    world.says.checked = { kind: 'valid' };
    await world.clock.advance(3 * MINUTE_MS);
    expect(world.only().connection.kind).toBe('active');
    world.says.checked = GONE;
    world.companies.revokedSomebody();
    await world.clock.advance(MINUTE_MS);
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'unknown' });
    world.says.checked = { kind: 'valid' };
    await world.clock.advance(3 * MINUTE_MS);
    expect(world.only().connection.kind).toBe('active');
  });

  it('stays revoked once a newer revocation of the service proves it', async () => {
    const world = aWorld();
    const { id } = await connected(world);
    world.companies.start();
    world.says.checked = GONE;
    await world.companies.check(id);
    world.companies.revoked({ companyId: id, integrationId: ONE, at: world.clock.wallMs() });
    await world.clock.advance(10 * MINUTE_MS);
    world.companies.revoked({ companyId: id, integrationId: ONE, at: world.clock.wallMs() });
    world.says.checked = { kind: 'valid' };
    await world.clock.advance(24 * HOUR_MS);
    expect(world.only().connection).toMatchObject({ kind: 'invalid', reason: 'revoked' });
  });
});
