import { describe, expect, it } from 'vitest';
import { InodeTrust } from '#electron/intake/folder/folder-identity-check.ts';
import { RereadMeter } from '#electron/intake/folder/sweep.ts';

/** One sweep every half minute. */
function verdicts(...sweeps: (readonly [same: number, other: number])[]): readonly string[] {
  const trust = new InodeTrust();
  return sweeps.map(([same, other], at) => trust.note({ same, other, nowMs: at * 30_000 }));
}

describe('inodes of a folder', () => {
  it.each([
    [
      'are believed from the second sweep on that finds them as they were',
      [
        [9, 0],
        [9, 0],
        [8, 1],
      ],
      ['leave', 'look', 'look'],
    ],
    [
      'leave a file that differs unread until then, and do not take its number',
      [
        [8, 1],
        [8, 1],
      ],
      ['leave', 'look'],
    ],
    [
      'that most files lost before they were proven are taken as given anew, once',
      [
        [1, 9],
        [10, 0],
        [10, 0],
      ],
      ['adopt', 'leave', 'look'],
    ],
    [
      'that are given anew a second time are not believed any more',
      [
        [1, 9],
        [1, 9],
        [10, 0],
        [10, 0],
        [9, 1],
      ],
      ['adopt', 'leave', 'leave', 'leave', 'leave'],
    ],
    [
      'of a few files that are all that there is are believed',
      [
        [2, 0],
        [2, 0],
        [0, 2],
      ],
      ['leave', 'look', 'look'],
    ],
    [
      'of an empty folder prove nothing',
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      ['leave', 'leave', 'leave'],
    ],
  ] as const)('%s', (_what, sweeps, expected) => {
    expect(verdicts(...sweeps)).toEqual(expected);
  });

  it('that were proven, and change for many files at once, are not believed any more', () => {
    expect(verdicts([9, 0], [9, 0], [1, 8], [9, 0])).toEqual(['leave', 'look', 'leave', 'leave']);
  });

  it('prove nothing by two sweeps in a row that a watcher rang for', () => {
    const trust = new InodeTrust();
    const note = (nowMs: number) => trust.note({ same: 5, other: 0, nowMs });
    expect([note(0), note(10), note(9_999), note(10_000)]).toEqual(['leave', 'leave', 'leave', 'look']);
  });

  it('are not believed any more after one that differed over the same content', () => {
    const trust = new InodeTrust();
    trust.wasWrong();
    expect([0, 1, 2].map((n) => trust.note({ same: 5, other: 1, nowMs: n * 30_000 }))).toEqual(['leave', 'leave', 'leave']);
  });
});

function taken(meter: RereadMeter, bytes: number, nowMs: number): number {
  let files = 0;
  while (files < 1_000 && meter.take(bytes, nowMs)) files += 1;
  return files;
}

describe('what is read again', () => {
  it('is 256 files at once, and as many anew in half a minute', () => {
    const meter = new RereadMeter();
    expect([0, 0, 15_000, 45_000, 3_600_000].map((nowMs) => taken(meter, 1_000, nowMs))).toEqual([256, 0, 128, 256, 256]);
  });

  it('is 128 MB at once, and a file that is larger than what is left is the last', () => {
    const meter = new RereadMeter();
    expect([0, 15_000, 45_000].map((nowMs) => taken(meter, 5_000_000, nowMs))).toEqual([26, 13, 25]);
  });
});
