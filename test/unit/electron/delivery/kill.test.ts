import { describe, expect, it } from 'vitest';
import { CONTENTS, lives } from './lives.ts';

/** More awaits than one life with three files has; the loop ends at the first life that is not cut off. */
const AWAITS_MAX = 200;

describe('a program that is killed', () => {
  it('at any await has every file at the service once in the end, and no reference that names two contents', async () => {
    let kill = 0;
    for (let died = true; died && kill < AWAITS_MAX; kill += 1) {
      const ending = await lives({ kills: [kill] });
      expect({ kill, ...ending }).toMatchObject({ documents: CONTENTS, counts: { awaiting: CONTENTS.length, waiting: 0, uploading: 0 } });
      died = ending.died;
    }
    expect(kill).toBeGreaterThan(20);
    expect(kill).toBeLessThan(AWAITS_MAX);
  });

  it('and killed again during its recovery loses nothing either', async () => {
    for (const kills of [
      [9, 4],
      [12, 12, 12],
      [17, 8],
      [22, 19, 3],
      [26, 3, 9],
    ]) {
      expect(await lives({ kills })).toMatchObject({ documents: CONTENTS, counts: { awaiting: CONTENTS.length } });
    }
  });

  it('with its files edited before it comes back sends the old bytes or nothing, and settles what had begun', async () => {
    for (let kill = 4; kill < 40; kill += 3) {
      const { documents, counts } = await lives({ kills: [kill], edited: true });
      expect(documents.filter((content) => !CONTENTS.includes(content))).toEqual([]);
      // The journal knows every document at the service: the copy resolved it.
      expect({ kill, awaiting: counts.awaiting }).toEqual({ kill, awaiting: documents.length });
    }
  });
});
