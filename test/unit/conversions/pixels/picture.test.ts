import { describe, expect, it } from 'vitest';
import { atMost, averaged, type Picture, pictureOf, ppmOf, turned } from '#test/conversions/pixels/picture.ts';

function file(head: string, samples: readonly number[]): Uint8Array {
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(samples)]);
}

/** Grey dots, row by row. */
function grey(width: number, values: readonly number[]): Picture {
  return { width, height: values.length / width, rgb: Uint8Array.from(values.flatMap((value) => [value, value, value])) };
}

function valuesOf({ rgb }: Picture): readonly number[] {
  return [...rgb].filter((_, at) => at % 3 === 0);
}

describe('a picture that a program has written', () => {
  it('is read in colour and in grey, with comments', () => {
    expect(pictureOf(file('P6\n1 2\n255\n', [1, 2, 3, 4, 5, 6]))?.rgb).toEqual(Buffer.from([1, 2, 3, 4, 5, 6]));
    expect(pictureOf(file('P5\n# by a program\n2 1\n255\n', [7, 9]))).toEqual(grey(2, [7, 9]));
  });

  it('is put on white by its transparency', () => {
    const head = 'P7\nWIDTH 3\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n';
    const dots = [0, 0, 0, 255, 0, 0, 0, 0, 100, 100, 100, 51];
    expect(pictureOf(file(head, dots))).toEqual(grey(3, [0, 255, 224]));
  });

  it.each(['P6\n2 2\n255\n123', 'P6\n2 2\n65535\n', 'P6\n0 0\n255\n', 'P4\n8 1\n1', ''])(
    'is none if it is incomplete or of another form: %j',
    (text) => {
      expect(pictureOf(file(text, []))).toBeNull();
    },
  );

  it('is the same after it was written again', () => {
    expect(pictureOf(ppmOf(grey(2, [1, 2, 3, 4])))).toEqual({ ...grey(2, [1, 2, 3, 4]), rgb: Buffer.from(grey(2, [1, 2, 3, 4]).rgb) });
  });
});

describe('a picture that is made smaller', () => {
  it('has the average of the dots that each new one covers', () => {
    expect(valuesOf(averaged(grey(4, [0, 100, 200, 250]), { width: 2, height: 1 }))).toEqual([50, 225]);
    expect(valuesOf(averaged(grey(3, [0, 90, 240]), { width: 2, height: 1 }))).toEqual([30, 190]);
    expect(valuesOf(averaged(grey(1, [10, 20, 30, 40]), { width: 1, height: 2 }))).toEqual([15, 35]);
  });

  it('keeps its shape, and stays as it is if it is small enough', () => {
    expect(atMost(grey(4, [1, 1, 1, 1, 1, 1, 1, 1]), 2)).toMatchObject({ width: 2, height: 1 });
    expect(atMost(grey(2, [1, 2]), 2)).toEqual(grey(2, [1, 2]));
  });
});

/** How `[1, 2, 3, 4, 5, 6]`, stored in rows of three, is shown: EXIF 2.3, "Orientation". */
const SHOWN: readonly (readonly [number, number, readonly number[]])[] = [
  [1, 3, [1, 2, 3, 4, 5, 6]],
  [2, 3, [3, 2, 1, 6, 5, 4]],
  [3, 3, [6, 5, 4, 3, 2, 1]],
  [4, 3, [4, 5, 6, 1, 2, 3]],
  [5, 2, [1, 4, 2, 5, 3, 6]],
  [6, 2, [4, 1, 5, 2, 6, 3]],
  [7, 2, [6, 3, 5, 2, 4, 1]],
  [8, 2, [3, 6, 2, 5, 1, 4]],
];

it.each(SHOWN)('a picture with the orientation %i is shown %i dots wide, as %j', (orientation, width, values) => {
  const shown = turned(grey(3, [1, 2, 3, 4, 5, 6]), orientation);
  expect(shown.width).toBe(width);
  expect(valuesOf(shown)).toEqual(values);
});
