import { describe, expect, it } from 'vitest';
import { heifItems } from '#electron/conversion/heif/heif-items.ts';
import { fail } from '#shared/lib/result.ts';
import { convertHere, sample, seenPages } from './a-conversion.ts';

/** What avifdec of libavif 0.11.1 shows of `grid-of-shown-pieces.avif`, a dot of an even place in each of its four pieces. */
const GRID: readonly (readonly [x: number, y: number, dot: readonly number[]])[] = [
  [465, 540, [78, 97, 111]],
  [1599, 585, [192, 122, 82]],
  [2118, 735, [200, 150, 124]],
  [3612, 540, [93, 118, 134]],
];
/** What JPEG changes of a photo. */
const NEAR = 12;

const items = (name: string) => heifItems(sample(name));

/** The file with other letters in place of these, which it has once. */
function renamed(name: string, from: string, to: string): Uint8Array {
  const bytes = Buffer.from(sample(name));
  const at = bytes.indexOf(from, 0, 'latin1');
  if (at < 0 || bytes.includes(from, at + 1, 'latin1')) throw new Error(`${from} is not there once`);
  bytes.write(to, at, 'latin1');
  return bytes;
}

describe('the main picture of an AVIF', () => {
  it('is made, also where its pieces are pictures of their own that come before it', async () => {
    const made = await convertHere(sample('found/grid-of-shown-pieces.avif'), 'avif');
    if (!made.ok) throw new Error(made.failure);
    expect(made.value.remarks?.map((remark) => ('about' in remark ? remark.about : remark.kind))).toEqual(['content']);
    const [page] = await seenPages(made.value.bytes, made.value.mediaType);
    expect([page?.width, page?.height]).toEqual([4096, 800]);
    const far = GRID.flatMap(([x, y, dot]) => dot.map((value, at) => Math.abs(value - (page?.at(x, y)[at] ?? -255))));
    expect(far).toHaveLength(12);
    expect(Math.max(...far)).toBeLessThanOrEqual(NEAR);
  });

  it('is said to be one of several where the others are not what it is made of', async () => {
    expect(items('found/grid-with-a-spare-piece.avif')).toEqual({ hasMisalignedAlpha: false, others: 1 });
    const made = await convertHere(sample('found/grid-with-a-spare-piece.avif'), 'avif');
    expect(made.ok && made.value.remarks).toContainEqual({ kind: 'unsure', about: 'pages' });
  });
});

describe('transparency that is turned or cropped otherwise than the colours', () => {
  it.each(['found/transparency-not-turned.avif', 'found/transparency-not-cropped.avif'])('is not understood: %s', async (name) => {
    expect(items(name)?.hasMisalignedAlpha).toBe(true);
    expect(await convertHere(sample(name), 'avif')).toEqual(fail('not-understood'));
  });

  it('is none where both are turned', async () => {
    expect(items('found/transparency-turned.avif')).toEqual({ hasMisalignedAlpha: false, others: 0 });
    expect((await convertHere(sample('found/transparency-turned.avif'), 'avif')).ok).toBe(true);
  });
});

describe('the pictures of a file', () => {
  it.each([
    ['three-pictures.heic', 2],
    ['pieces.heic', 5],
    ['two-eyes.heic', 0],
    ['photo.heic', 0],
    ['alpha.heic', 0],
    ['grid.avif', 0],
    ['alpha.avif', 0],
    ['found/grid-of-shown-pieces.avif', 0],
  ])('are counted without what belongs to the main one: %s has %i others', (name, others) => {
    expect(items(name)).toEqual({ hasMisalignedAlpha: false, others });
  });

  it('are counted by the references of the main one', () => {
    expect(heifItems(renamed('found/grid-of-shown-pieces.avif', 'dimg', 'none'))?.others).toBe(4);
  });

  it('are none in a file that has no list of them, or one that is cut off', () => {
    expect(heifItems(sample('photo.avif').subarray(0, 20))).toBeNull();
    expect(heifItems(new Uint8Array())).toBeNull();
    const whole = sample('found/transparency-turned.avif');
    for (let bytes = 0; bytes < 600; bytes += 1) expect(() => heifItems(whole.subarray(0, bytes))).not.toThrow();
  });
});
