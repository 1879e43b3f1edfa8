import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { isBlankPicture as looksBlank } from '#electron/intake/inspect/pictures/blank-picture.ts';
import { InspectBudget } from '#electron/intake/inspect/inspect-budget.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { anIntake } from '../an-intake.ts';

const isBlankPicture = (type: 'jpeg' | 'png' | 'bmp', bytes: Uint8Array): boolean => looksBlank(type, bytes, new InspectBudget());
const photo = (name: string) => readFileSync(new URL(`../../../../support/blank/${name}.jpg`, import.meta.url));

type Pixel = readonly [red: number, green: number, blue: number];

/** As a scanner program may write it: in colour or grey, with any filter of the format. */
function aPng(colour: Pixel, of: { dot?: readonly [number, number]; filterType?: number; colorType?: 0 | 2 | 6 } = {}): Buffer {
  const png = new PNG({ width: 301, height: 400 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([...colour, 255], at);
  if (of.dot !== undefined) png.data.set([0, 0, 0], (of.dot[1] * png.width + of.dot[0]) * 4);
  return PNG.sync.write(png, {
    filterType: of.filterType ?? 0,
    colorType: of.colorType ?? 2,
    inputColorType: 6,
    inputHasAlpha: true,
    deflateStrategy: 0,
  });
}

function aBmp(bits: 1 | 8 | 24 | 32, colour: number, dot = false): Buffer {
  const [width, height] = [101, 60];
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const bmp = Buffer.alloc(54 + rowBytes * height, colour);
  bmp.fill(0, 0, 54);
  bmp.write('BM', 0, 'latin1');
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    bmp.writeInt32LE(value, at);
  bmp.writeUInt16LE(bits, 28);
  if (dot) bmp.writeUInt8(colour ^ 0x10, 54 + 30 * rowBytes + 5);
  return bmp;
}

describe('a picture of one colour', () => {
  it.each(['white', 'grey', 'black'])('is found in a JPEG that is %s', (name) => {
    expect(isBlankPicture('jpeg', photo(name))).toBe(true);
  });

  it.each([0, 1, 2, 3, 4])('is found in a PNG, in colour, grey and with transparency, by the filter %i', (filterType) => {
    for (const colorType of [0, 2, 6] as const)
      for (const colour of [
        [255, 255, 255],
        [250, 250, 250],
        [0, 0, 0],
      ] as const)
        expect([colorType, colour, isBlankPicture('png', aPng(colour, { filterType, colorType }))]).toEqual([colorType, colour, true]);
  });

  it.each([1, 8, 24, 32] as const)('is found in a BMP of %i bits', (bits) => {
    expect([isBlankPicture('bmp', aBmp(bits, 0xff)), isBlankPicture('bmp', aBmp(bits, 0xff, true))]).toEqual([true, false]);
  });

  it.each(['dot', 'last'])('is none where there is a speck of three points in a JPEG: %s', (name) => {
    expect(isBlankPicture('jpeg', photo(name))).toBe(false);
  });

  it('is none where there is one point of another colour in a PNG, wherever it is', () => {
    for (const filterType of [0, 1, 2, 3, 4])
      for (const dot of [
        [0, 0],
        [300, 0],
        [150, 200],
        [300, 399],
      ] as const)
        expect([filterType, dot, isBlankPicture('png', aPng([255, 255, 255], { dot, filterType }))]).toEqual([filterType, dot, false]);
  });

  it('is none of the scans that people make', () => {
    for (const [type, { path }] of [
      ['jpeg', sampleFiles.jpeg],
      ['png', sampleFiles.png],
      ['bmp', sampleFiles.bmp],
    ] as const)
      expect(isBlankPicture(type, readFileSync(path))).toBe(false);
  });

  it('never throws, wherever a file is cut or turned over', () => {
    for (const [type, whole] of [
      ['jpeg', photo('white')],
      ['png', aPng([255, 255, 255])],
      ['bmp', aBmp(24, 0xff)],
    ] as const) {
      for (let cut = 40; cut < whole.length; cut += 37) {
        const broken = Buffer.from(whole.subarray(0, cut));
        expect(typeof (broken.length > 60 && isBlankPicture(type, broken))).toBe('boolean');
        const turned = Buffer.from(whole);
        turned[cut] = (turned[cut] ?? 0) ^ 0xff;
        expect(typeof isBlankPicture(type, turned)).toBe('boolean');
      }
    }
  });
});

describe('a scan that shows nothing', () => {
  it('is held until a person says that it is meant to be so, and is sent then like any other', async () => {
    const at = anIntake();
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    writeFileSync(join(at.root, 'blank.png'), aPng([255, 255, 255]));
    at.drop(sampleFiles.png);
    await at.until(() => at.items().length === 2);
    const blank = at.items().find(({ name }) => name === 'blank.png');
    expect(blank?.state).toEqual({ kind: 'held', question: { kind: 'blank' } });
    expect(at.open.journal.items.counts()).toMatchObject({ held: 1, waiting: 1 });
    at.open.journal.list.allow(blank === undefined ? [] : [blank.id]);
    expect(at.open.journal.items.counts()).toMatchObject({ held: 0, waiting: 2 });
  });
});
