import { describe, expect, it, vi } from 'vitest';
import type { RelayProblem } from '#electron/companies/prove.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aWorld, connected, ONE, type World } from './bench.ts';

/** Whether this answer of the relay ends the farewell; otherwise the app asks again. */
const LEFT: Readonly<Record<RelayProblem['kind'], boolean>> = {
  'not-found': true,
  'device-unknown': true,
  'sent-away': true,
  'not-set-up': true,
  'no-device': false,
  refused: false,
  limited: false,
  unreachable: false,
  'not-understood': false,
};
const KEPT = { forget: false };

/** The vault writes to a real disk, which no virtual clock speeds up. */
const left = ({ journal }: World, count: number) =>
  vi.waitFor(() => expect(journal.companies.leavings()).toHaveLength(count), { timeout: 20_000 });
const outOfVault = ({ journal }: World) =>
  vi.waitFor(() => expect(journal.companies.leavings()).toMatchObject([{ secret: false }]), { timeout: 20_000 });

describe('removing a company', () => {
  it('takes its secret and this device’s token out of the vault', async () => {
    const world = aWorld();
    const company = await connected(world);
    world.companies.start();
    expect(world.companies.remove(company.id, KEPT)).toEqual({ ok: true, value: { folders: 0, unsent: 0, unanswered: 0 } });
    await left(world, 0);
    expect(world.asked).toContain('leave for good');
    expect(await world.secrets.secretOf(ONE)).toMatchObject({ failure: { kind: 'absent' } });
    expect(await world.secrets.deviceToken()).toMatchObject({ failure: { kind: 'absent' } });
  });

  it('waits for a relay that is away, and is not asked about meanwhile', async () => {
    const world = aWorld();
    const company = await connected(world);
    world.says.leave = { kind: 'unreachable' };
    world.companies.start();
    await world.clock.advance(1_000);
    world.asked.length = 0;
    world.companies.remove(company.id, KEPT);
    await outOfVault(world);
    await world.clock.advance(46 * MINUTE_MS);
    // At once, and then every quarter of an hour; the service is not asked about it.
    expect(world.asked).toEqual(Array.from({ length: 4 }, () => 'leave for good'));
    expect(world.journal.companies.leavings()).toEqual([{ integrationId: ONE, secret: false, relay: true, forget: false }]);
    world.says.leave = null;
    await world.clock.advance(15 * MINUTE_MS);
    await left(world, 0);
  });

  it.each(Object.entries(LEFT) as [RelayProblem['kind'], boolean][])('has left a relay that says %s: %s', async (kind, isLeft) => {
    const world = aWorld();
    const company = await connected(world);
    world.says.leave = { kind };
    world.companies.start();
    world.companies.remove(company.id, KEPT);
    if (isLeft) return left(world, 0);
    await outOfVault(world);
    expect(world.journal.companies.leavings()).toMatchObject([{ secret: false, relay: true }]);
  });

  it('asks the relay to delete what it keeps, by the secret, which stays until that is confirmed, before it leaves it', async () => {
    const world = aWorld();
    const company = await connected(world);
    world.says.forget = { kind: 'unreachable' };
    world.companies.start();
    await world.clock.advance(1_000);
    world.asked.length = 0;
    world.companies.remove(company.id, { forget: true });
    await world.clock.advance(16 * MINUTE_MS);
    // A device that has left may not ask again.
    expect(new Set(world.asked)).toEqual(new Set(['forget s3cret']));
    expect(await world.secrets.secretOf(ONE)).toEqual({ ok: true, value: 's3cret' });
    world.says.forget = null;
    await world.clock.advance(15 * MINUTE_MS);
    await left(world, 0);
    expect(world.asked.slice(-2)).toEqual(['forget s3cret', 'leave for good']);
    expect(await world.secrets.secretOf(ONE)).toMatchObject({ failure: { kind: 'absent' } });
  });

  it('gives up having the relay delete it when the vault has lost the secret, or the service takes it no more, and says so in the log', async () => {
    for (const how of ['lost', 'wrong'] as const) {
      const world = aWorld();
      const company = await connected(world);
      if (how === 'lost') await world.secrets.dropSecret(ONE);
      world.says.forget = how === 'lost' ? null : { kind: 'not-found' };
      world.companies.start();
      world.companies.remove(company.id, { forget: true });
      await left(world, 0);
      expect(world.asked.filter((one) => one.startsWith('forget'))).toEqual(how === 'lost' ? [] : ['forget s3cret']);
      const line = world.log.lines.find(({ message }) => message === 'the relay is asked to delete what it keeps');
      expect(line?.fields).toMatchObject({ deleted: how === 'lost' ? 'secret-gone' : 'not-found' });
    }
  });

  it('is nothing to do for one that is not there', async () => {
    const world = aWorld();
    const company = await connected(world);
    world.companies.remove(company.id, KEPT);
    expect(world.companies.remove(company.id, KEPT)).toEqual({ ok: false, failure: { kind: 'not-found' } });
    expect(world.companies.removal(company.id)).toEqual({ ok: false, failure: { kind: 'not-found' } });
  });

  it('that is connected again before the relay was reached keeps its place there', async () => {
    const world = aWorld();
    const company = await connected(world);
    world.says.leave = { kind: 'unreachable' };
    world.companies.start();
    world.companies.remove(company.id, KEPT);
    await outOfVault(world);
    const again = { name: 'Bakery', colour: null, integrationId: ONE, integrationSecret: 's3cret' };
    expect(await world.companies.connect(again)).toMatchObject({ ok: true, value: { id: company.id } });
    world.asked.length = 0;
    world.says.leave = null;
    await world.clock.advance(16 * MINUTE_MS);
    expect(world.asked.filter((one) => one.startsWith('leave'))).toEqual([]);
    expect(await world.secrets.secretOf(ONE)).toEqual({ ok: true, value: 's3cret' });
  });
});
