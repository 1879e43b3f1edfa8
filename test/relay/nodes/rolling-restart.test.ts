import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { rollingRestart } from './rolling-restart.ts';
import { unless } from '#test/support/why-skipped.ts';

const missing = postgresMissing();

/** `npm run bench -- restart` measures how soon the streams are back; this only checks correctness. */
describe('two relays that are restarted one after the other', unless(missing), () => {
  it('lose nothing of what they acknowledged, each desktop holds its own events once, and every stream comes back', async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const report = await rollingRestart({ store: await postgres.database(), desktops: 6, rounds: 1 });
    expect(report).toMatchObject({ givenUp: 0, lost: 0, strange: 0, missing: 0, forged: 0, withoutGap: 0 });
    expect(report).toMatchObject({ exits: [0, 0], saidFirst: [true, true] });
    expect(report.acknowledged).toBeGreaterThan(50);
  }, 300_000);
});
