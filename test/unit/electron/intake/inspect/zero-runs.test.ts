import { describe, expect, it } from 'vitest';
import { hasZeroRun, zeroRuns } from '#electron/intake/inspect/zero-runs.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';

/** Ones, with zeros from each first number to the second. */
function withZeros(length: number, ...zeros: readonly (readonly [from: number, to: number])[]): Buffer {
  const bytes = Buffer.alloc(length, 1);
  for (const [from, to] of zeros) bytes.fill(0, from, to);
  return bytes;
}

describe('runs of zeros', () => {
  it.each<[string, Buffer, readonly (readonly [number, number])[]]>([
    ['none in a file of something', withZeros(5_000), []],
    ['one whole block', withZeros(5_000, [512, 1_024]), [[512, 1_024]]],
    ['none where a block is not whole', withZeros(5_000, [513, 1_535]), []],
    ['with the zeros on both sides', withZeros(5_000, [300, 1_100]), [[300, 1_100]]],
    ['from the first byte', withZeros(2_000, [0, 700]), [[0, 700]]],
    ['to the last byte', withZeros(2_000, [1_000, 2_000]), [[1_000, 2_000]]],
    ['none in a last block that is not whole', withZeros(2_000, [1_536, 2_000]), []],
    [
      'two that a byte parts',
      withZeros(4_000, [100, 1_300], [1_301, 2_600]),
      [
        [100, 1_300],
        [1_301, 2_600],
      ],
    ],
    ['one over many blocks', withZeros(100_000, [700, 90_001]), [[700, 90_001]]],
    ['a file of zeros', Buffer.alloc(FILE_BYTES_MAX), [[0, FILE_BYTES_MAX]]],
    ['none in no bytes', Buffer.alloc(0), []],
  ])('are found: %s', (_what, bytes, runs) => {
    expect(zeroRuns(bytes).map(({ from, to }) => [from, to])).toEqual(runs);
  });

  it('are counted from the first byte of a file, wherever it lies in memory', () => {
    expect(zeroRuns(withZeros(5_000, [519, 1_031]).subarray(7))).toEqual([{ from: 512, to: 1_024 }]);
  });

  it('are at most one to every two blocks', () => {
    const bytes = Buffer.alloc(FILE_BYTES_MAX);
    for (let at = 600; at < bytes.length; at += 1_024) bytes[at] = 1;
    expect(zeroRuns(bytes).length).toBe(Math.ceil(FILE_BYTES_MAX / 1_024));
  });

  it('lie in a part where they share a byte with it', () => {
    const runs = [{ from: 512, to: 1_024 }];
    expect([hasZeroRun(runs, 0, 512), hasZeroRun(runs, 0, 513), hasZeroRun(runs, 1_023, 2_000), hasZeroRun(runs, 1_024, 2_000)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
