import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import utif from 'utif2';
import { describe, expect, it } from 'vitest';
import { oriented } from '#electron/conversion/orient.ts';
import { inflated } from '#renderer/preview/frame/inflated.ts';
import { uprightOf } from '#renderer/preview/frame/open-in-worker.ts';
import { cssSize, shownPicture } from '#renderer/preview/frame/shown-picture.ts';
import { openTiff } from '#shared/tiff/open-tiff.ts';
import type { Bits, Colour } from '#shared/tiff/picture.ts';
import * as hostile from '#test/support/hostile/hostile-originals.ts';

const open = (bytes: Uint8Array) => openTiff(bytes, async () => ({ utif, inflate: inflated }));
const sample = (name: string) => readFileSync(`${import.meta.dirname}/../../../support/conversions/${name}`);

/** Where the dot with this number is shown: `at` in a picture of these sides is mirrored, then turned about the middle. */
function shownAt(at: number, { width, height }: Pick<Colour, 'width' | 'height'>, orientation: number): string {
  const { turn, isMirrored } = uprightOf(orientation);
  const [x, y] = [(at % width) - (width - 1) / 2, Math.trunc(at / width) - (height - 1) / 2];
  const across = isMirrored ? -x : x;
  const turned = new Map([
    [90, { right: -y, down: across }],
    [180, { right: -across, down: -y }],
    [270, { right: y, down: -across }],
  ]);
  const { right, down } = turned.get(turn) ?? { right: across, down: y };
  const [columns, rows] = turn % 180 === 0 ? [width, height] : [height, width];
  return `${right + (columns - 1) / 2},${down + (rows - 1) / 2}`;
}

describe('a page that is drawn upright', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has each dot where the conversion puts it, for orientation %i', (orientation) => {
    const dots = Uint32Array.from({ length: 6 }, (_, at) => at);
    const page = { kind: 'colour', width: 2, height: 3, rgba: new Uint8Array(dots.buffer), isGrey: false, resolution: null } as const;
    const upright = oriented(page, orientation);
    const made = upright.kind === 'colour' ? new Uint32Array(upright.rgba.buffer) : new Uint32Array();
    const places = Array.from(dots, (dot) => `${made.indexOf(dot) % upright.width},${Math.trunc(made.indexOf(dot) / upright.width)}`);
    expect(Array.from(dots, (dot) => shownAt(dot, page, orientation))).toEqual(places);
  });
});

describe('a black-and-white page', () => {
  const page: Bits = { kind: 'bits', width: 10, height: 3, rows: new Uint8Array([0xff, 0, 0xff, 0, 0, 0]), resolution: null };
  const greys = (dotsMax?: number) => Array.from(shownPicture(page, dotsMax).rgba).filter((_, at) => at % 4 === 0);

  it('is shown dot by dot', () => {
    expect(greys()).toEqual([255, 255, 255, 255, 255, 255, 255, 255, 0, 0, ...Array(8).fill(255), 0, 0, ...Array(10).fill(0)]);
  });

  it('is shown smaller and in greys if it has more dots than can be seen', () => {
    expect(shownPicture(page, 8)).toMatchObject({ width: 5, height: 2 });
    expect(greys(8)).toEqual([255, 255, 255, 255, 0, 0, 0, 0, 0, 0]);
    expect(greys(5)).toEqual([170, 170, 113, 0]);
  });

  it('is as large as on paper, also if its dots are not square', () => {
    expect(cssSize({ ...page, width: 1_728, height: 1_078, resolution: { x: 204, y: 98 } })).toEqual({
      width: (1_728 / 204) * 96,
      height: 1_056,
    });
    expect(cssSize(page)).toEqual({ width: 10, height: 3 });
  });
});

describe('what the page inflates', () => {
  it('is what was deflated', async () => {
    const bytes = Buffer.from('a strip of a page '.repeat(9_000));
    expect(Buffer.from(await inflated(deflateSync(bytes), bytes.length))).toEqual(bytes);
  });

  it('ends at its limit, and where it is damaged', async () => {
    await expect(inflated(deflateSync(Buffer.alloc(50_000_000)), 10_000)).rejects.toThrow('too long');
    await expect(inflated(deflateSync(Buffer.alloc(9_000)).subarray(0, 12), 10_000)).rejects.toBeInstanceOf(Error);
    await expect(inflated(Buffer.from('no zlib at all'), 10_000)).rejects.toBeInstanceOf(Error);
  });
});

describe('a TIFF', () => {
  it('has all of its pages', async () => {
    const opened = open(sample('three-mixed.tiff'));
    if (!opened.ok) throw new Error(opened.failure);
    const kinds = [];
    for (let page = 0; page < opened.value.pages; page += 1) kinds.push((await opened.value.page(page)).picture.kind);
    expect(kinds).toEqual(['colour', 'colour', 'bits']);
  });

  it('is refused before it takes memory or time', async () => {
    expect(open(hostile.endlessTiff())).toMatchObject({ failure: 'not-understood' });
    expect(open(hostile.hugeTiff())).toMatchObject({ failure: 'too-many-pixels' });
    for (const make of [hostile.swellingTiff, hostile.jpegBombTiff, hostile.noisyTiff]) {
      const opened = open(make());
      await expect(opened.ok ? opened.value.page(0) : null).rejects.toBeInstanceOf(Error);
    }
  });
});
