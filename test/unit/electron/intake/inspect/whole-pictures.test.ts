import { describe, expect, it } from 'vitest';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { bmp, paper, part, png, scan } from '#test/support/scans/make-pictures.ts';
import { hasZeroRun, zeroRuns } from '#electron/intake/inspect/zero-runs.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';

function verdict(bytes: Uint8Array): string {
  const inspected = inspect({ name: 'a', bytes, size: bytes.byteLength }, nodeSha256);
  return inspected.kind === 'unfit' ? inspected.problem.kind : (inspected.question ?? 'fit');
}

function hole(bytes: Buffer, from: number, to: number): Buffer {
  const holed = Buffer.from(bytes);
  return holed.fill(0, from, to);
}

const JPEGS = ['baseline', 'progressive', 'restarts', 'scans', 'cmyk', 'white-zeros', 'white-restarts'];

describe('a JPEG', () => {
  it.each([...JPEGS, 'arithmetic'])('is fit as it is: %s', (name) => {
    expect(verdict(scan(`${name}.jpg`))).toBe('fit');
  });

  it.each(JPEGS)('is fit without the mark of its end, and not without more: %s', (name) => {
    const whole = scan(`${name}.jpg`);
    expect(verdict(whole.subarray(0, -2))).toBe('fit');
    for (let length = 200; length < whole.length - 3; length += 83)
      expect([length, verdict(whole.subarray(0, length))]).toEqual([length, 'damaged']);
  });

  it.each(JPEGS.filter((name) => name !== 'white-zeros'))('is damaged by a block of zeros in its code: %s', (name) => {
    const whole = scan(`${name}.jpg`);
    for (let at = 1_024; at + 512 < whole.length; at += 512) expect([at, verdict(hole(whole, at, at + 512))]).toEqual([at, 'damaged']);
    expect(verdict(hole(whole, 1_024, whole.length - 40))).toBe('damaged');
  });

  it('has zeros that are its code, and others that are not', () => {
    const whole = scan('white-zeros.jpg');
    expect(whole.subarray(512, 13_824).every((byte) => byte === 0)).toBe(true);
    // The only letter is there.
    expect(verdict(hole(whole, 14_000, 14_848))).toBe('damaged');
    expect(verdict(Buffer.concat([whole.subarray(0, 5_000), whole.subarray(5_512)]))).toBe('damaged');
  });

  it('may have zeros in its notes and behind its end, not in its tables', () => {
    const whole = scan('baseline.jpg');
    const note = Buffer.concat([Buffer.from([0xff, 0xe1, 8, 2]), Buffer.alloc(2_048)]);
    const filled = Buffer.concat([whole.subarray(0, 2), note, whole.subarray(2)]);
    expect([verdict(filled), verdict(filled.subarray(0, -2)), verdict(Buffer.concat([whole, Buffer.alloc(4_096)]))]).toEqual([
      'fit',
      'fit',
      'fit',
    ]);
    expect(verdict(hole(whole, 0x14, 0x14 + 1_024))).toBe('damaged');
  });

  it('is asked about with bytes before a restart mark or its end that mean nothing, and is damaged with one mark less', () => {
    const whole = scan('restarts.jpg');
    const at = whole.indexOf(Buffer.from([0xff, 0xd2]));
    const before = Buffer.concat([whole.subarray(0, at), Buffer.from([1, 2, 3]), whole.subarray(at)]);
    const atEnd = Buffer.concat([whole.subarray(0, -2), Buffer.from([7, 7, 7]), whole.subarray(-2)]);
    const filled = Buffer.concat([whole.subarray(0, at), Buffer.from([0xff, 0xff]), whole.subarray(at)]);
    expect([verdict(before), verdict(atEnd), verdict(filled)]).toEqual(['not-understood', 'not-understood', 'fit']);
    const next = whole.indexOf(Buffer.from([0xff, 0xd3]));
    expect(verdict(Buffer.concat([whole.subarray(0, at), whole.subarray(next, -2)]))).toBe('damaged');
  });

  it('may say its height behind its first scan', () => {
    const whole = scan('scans.jpg');
    const frame = whole.indexOf(Buffer.from([0xff, 0xc0]));
    const second = whole.indexOf(Buffer.from([0xff, 0xda]), whole.indexOf(Buffer.from([0xff, 0xda])) + 2);
    const lines = Buffer.from([0xff, 0xdc, 0, 4, 0, 120]);
    const said = Buffer.concat([hole(whole, frame + 5, frame + 7).subarray(0, second), lines, whole.subarray(second, -2)]);
    expect(verdict(said)).toBe('fit');
    expect(verdict(said.subarray(0, -200))).toBe('damaged');
  });

  it('is asked about where it has more units than are counted', () => {
    const whole = scan('baseline.jpg');
    const frame = whole.indexOf(Buffer.from([0xff, 0xc0]));
    const large = Buffer.from(whole);
    large.fill(0xfe, frame + 5, frame + 9);
    expect(verdict(large.subarray(0, -2))).toBe('not-understood');
  });
});

const GREY = { width: 90, height: 70, level: (x: number, y: number) => (x * 7 + y * 13) & 255 };

describe('a PNG', () => {
  const whole = png(GREY);

  it.each<[string, string, Buffer]>([
    ['fit', 'without its end', whole.subarray(0, -12)],
    ['fit', 'with half of its end', whole.subarray(0, -5)],
    ['damaged', 'without the end and a checksum', whole.subarray(0, -16)],
    [
      'damaged',
      'that stops in a note behind its rows',
      Buffer.concat([whole.subarray(0, -12), part('tEXt', Buffer.alloc(30, 7)).subarray(0, 20)]),
    ],
    ['fit', 'with a note whose checksum is wrong', noted(whole, hole(part('tEXt', Buffer.alloc(30, 7)), 38, 42))],
    ['damaged', 'with a note that was not written', noted(whole, hole(part('tEXt', Buffer.alloc(2_000, 7)), 400, 2_012))],
    ['damaged', 'with rows that are not all there', Buffer.concat([whole.subarray(0, 33), png({ ...GREY, height: 69 }).subarray(33)])],
    ['damaged', 'with a palette whose checksum is wrong', noted(whole, hole(part('PLTE', Buffer.alloc(30, 7)), 38, 42))],
    ['fit', 'whose rows lie between each other', png({ ...GREY, isInterlaced: true })],
    ['damaged', 'whose rows lie between each other, and some are not there', png({ ...GREY, isInterlaced: true }).subarray(0, -40)],
  ])('is %s %s', (is, _what, bytes) => {
    expect(verdict(bytes)).toBe(is);
  });
});

function noted(whole: Buffer, note: Buffer): Buffer {
  return Buffer.concat([whole.subarray(0, 33), note, whole.subarray(33)]);
}

/** Two rows of a run of five pixels, and one of four separate pixels. */
const RUNS = Buffer.from([5, 1, 0, 0, 5, 2, 0, 0, 0, 4, 1, 2, 3, 4, 1, 9]);
const SMALL = { width: 5, height: 3, bits: 8 };

describe('a BMP', () => {
  const rows = Buffer.from(Array.from({ length: 36 }, (_, n) => n * 5));
  const whole = bmp({ width: 9, height: 3, bits: 8, pixels: rows });

  it.each<[string, string, Buffer]>([
    ['fit', 'whose last row is not filled up', whole.subarray(0, -3)],
    ['damaged', 'whose last point is missing', whole.subarray(0, -4)],
    ['fit', 'of runs that fill it', bmp({ ...SMALL, compression: 1, pixels: RUNS })],
    ['fit', 'of runs with an end mark', bmp({ ...SMALL, compression: 1, pixels: Buffer.from([5, 1, 0, 1]) })],
    ['damaged', 'of runs that break off', bmp({ ...SMALL, compression: 1, pixels: RUNS.subarray(0, -4) })],
    ['damaged', 'of runs that break off between two', bmp({ ...SMALL, compression: 1, pixels: RUNS.subarray(0, 8) })],
    [
      'fit',
      'of runs of halves',
      bmp({ ...SMALL, bits: 4, compression: 2, pixels: Buffer.from([5, 1, 0, 0, 0, 5, 1, 2, 3, 0, 0, 0, 5, 0x12]) }),
    ],
    ['damaged', 'of runs of halves that break off', bmp({ ...SMALL, bits: 4, compression: 2, pixels: Buffer.from([5, 1, 0, 0, 0, 5, 1]) })],
    ['fit', 'with a JPEG in it', bmp({ ...SMALL, compression: 4, pixels: scan('baseline.jpg') })],
    ['damaged', 'with half a JPEG in it', bmp({ ...SMALL, compression: 4, pixels: scan('baseline.jpg').subarray(0, 2_000) })],
    ['fit', 'with a PNG in it', bmp({ ...SMALL, compression: 5, pixels: png(GREY) })],
    [
      'damaged',
      'with half a PNG in it',
      bmp({ ...SMALL, compression: 5, pixels: png({ ...GREY, level: paper(200, { noise: 9 }) }).subarray(0, 900) }),
    ],
  ])('is %s %s', (is, _what, bytes) => {
    expect(verdict(bytes)).toBe(is);
  });
});

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
