import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '#test/support/virtual-world.ts';
import { findPoints, type Point } from './kill-points/points.ts';
import { liveTwice, type TwoLives } from './kill-points/live-twice.ts';
import { noStrace, openStage, type Stage } from './kill-points/stage.ts';
import { unless } from '#test/support/why-skipped.ts';

/** Two lives of the real program take seconds each; on a loaded machine many times that. */
const TEST_MS = 600_000;
/** A life makes at least this many kinds of calls that make something durable or send it; one point of each is tried. */
const KINDS_MIN = 6;
/** Another seed tries other points. A failing one is reported, and can be tried alone by its number. */
const SEED = Math.floor(Number(process.env['KILL_SEED'] ?? 1));
/** A trace with fewer points has not seen the delivery. */
const POINTS_MIN = 80;

describe('the real program, killed at a durable step of a delivery', unless(noStrace()), () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  }, TEST_MS);
  afterAll(() => stage.close(), TEST_MS);

  test('comes to one document, the right state and nothing half when it starts again', { timeout: TEST_MS }, async () => {
    const points = await findPoints(stage);
    expect(points.length).toBeGreaterThan(POINTS_MIN);
    const lives: TwoLives[] = [];
    const sample = onePointOfEachKind(points);
    expect(sample.length).toBeGreaterThanOrEqual(KINDS_MIN);
    for (const point of sample) lives.push(await liveTwice(stage, point, `${point.call} ${point.at}`));
    expect(lives.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    // A call that came in another order this time kills nothing; most must.
    expect(lives.filter(({ killed }) => killed).length).toBeGreaterThan(sample.length / 2);
  });
});

/** `npm run kill-points` goes through all of them. */
function onePointOfEachKind(points: readonly Point[]): readonly Point[] {
  const random = seededRandom(SEED);
  const kinds = Map.groupBy(points, ({ call }) => call);
  return [...kinds.values()].flatMap((those) => those[Math.floor(random.fraction() * those.length)] ?? []);
}
