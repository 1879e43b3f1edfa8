import { describe, expect, it } from 'vitest';
import { postgresMissing } from '#test/support/postgres.ts';
import { runDurability } from './run.ts';
import { unless } from '#test/support/why-skipped.ts';

const missing = postgresMissing();

/** The short form; `npm run durability` is the full one: 20,000 deliveries and 50 kills on each store. */
describe('a relay that is killed while webhooks arrive', () => {
  it('has lost nothing that it acknowledged and has nothing twice, on SQLite', async () => {
    expect(await runDurability({ store: 'sqlite', deliveries: 600, kills: 3, seed: 7 })).toMatchObject(whole(600));
  }, 300_000);

  it('has lost nothing that it acknowledged and has nothing twice, on PostgreSQL, which is killed too', {
    timeout: 300_000,
    ...unless(missing),
  }, async () => {
    const report = await runDurability({ store: 'postgres', deliveries: 600, kills: 3, seed: 4 });
    expect(report).toMatchObject(whole(600));
    expect(report.kills.postgres).toBeGreaterThan(0);
    expect(report.kills.relay).toBeGreaterThan(0);
  });
});

function whole(deliveries: number) {
  return { deliveries, givenUp: 0, lost: [], twice: [], faults: [] };
}
