import { describe, expect, it } from 'vitest';
import { heifItems } from '#electron/conversion/heif/heif-items.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { convertHere, converting, sample, seenPages } from './a-conversion.ts';
import { joinPictures } from '#electron/conversion/join-pictures.ts';
import { openLibheif } from '#electron/conversion/heif/libheif.ts';
import { codecBytes } from '#electron/conversion/process/codec-files.ts';
import { seededRandom } from '#test/support/virtual-world.ts';

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

async function readIds(name: string) {
  return (await openLibheif(sample(name), { codec: codecBytes })).ids;
}

async function makeIt(name: string, how: { readonly allPictures?: boolean; readonly bytesMax?: number } = {}) {
  const made = await convertHere(sample(name), 'heic', how);
  if (!made.ok) throw new Error(made.failure);
  return made.value;
}

/** Two dots of each page. */
async function readDots(name: string, how: { readonly allPictures?: boolean; readonly bytesMax?: number } = {}) {
  const { bytes, mediaType } = await makeIt(name, how);
  return (await seenPages(bytes, mediaType)).map(({ width, height, at }) => ({ width, height, dots: [at(10, 10), at(32, 32)] }));
}

/** As a program with another version of libheif shows them (heif-convert 1.15.1). */
const SHOWN = [
  {
    width: 64,
    height: 64,
    dots: [
      [212, 214, 213],
      [51, 51, 53],
    ],
  },
  {
    width: 64,
    height: 64,
    dots: [
      [15, 15, 15],
      [10, 10, 10],
    ],
  },
  {
    width: 96,
    height: 64,
    dots: [
      [190, 171, 139],
      [19, 18, 14],
    ],
  },
] as const;

describe('the pictures of a HEIC file', () => {
  it('are those that another reader lists, without thumbnails', async () => {
    expect(await readIds('three-pictures.heic')).toEqual({ main: 6, all: [1, 6, 9] });
    expect(await readIds('photo.heic')).toMatchObject({ all: [expect.any(Number)] });
  });

  it('are without the pieces that another one is made of, which are not hidden here, but for the main one', async () => {
    expect(await readIds('pieces.heic')).toEqual({ main: 1002, all: [1002, 1014, 1016, 1018, 1020, 1021] });
  });

  it('are without what the other eye sees', async () => {
    expect(await readIds('two-eyes.heic')).toEqual({ main: 1002, all: [1002] });
  });
});

describe('a HEIC file with several pictures', () => {
  it('becomes its main picture, and that is said', async () => {
    expect(await makeIt('three-pictures.heic')).toMatchObject({ pages: 1, remarks: [{ kind: 'one-of', pictures: 3 }] });
    expect(await readDots('three-pictures.heic')).toEqual([near(SHOWN[1])]);
  });

  it('becomes a page of each picture where a person wants that, and nothing is to be said', async () => {
    const how = { allPictures: true };
    expect(await makeIt('three-pictures.heic', how)).toMatchObject({
      mediaType: 'application/pdf',
      pages: 3,
      allPictures: true,
    });
    expect(await readDots('three-pictures.heic', how)).toEqual(SHOWN.map(near));
  });

  it('has all pictures also where the first try is too large', async () => {
    const { bytes } = await makeIt('three-pictures.heic', { allPictures: true });
    const smaller = await makeIt('three-pictures.heic', { allPictures: true, bytesMax: bytes.byteLength - 1 });
    expect(smaller.bytes.byteLength).toBeLessThan(bytes.byteLength);
    expect(smaller).toMatchObject({ pages: 3, allPictures: true });
  });

  it('says nothing of its pictures where it has one, whatever is wanted', async () => {
    for (const name of ['photo.heic', 'two-eyes.heic']) {
      for (const allPictures of [false, true]) {
        const made = await makeIt(name, { allPictures });
        expect(made).toMatchObject({ pages: 1, remarks: [{ kind: 'unsure', about: 'content' }] });
        expect(made).not.toHaveProperty('allPictures');
      }
    }
  });

  it('is one picture of several also where it is joined, and that is said of it alone', async () => {
    const sources = ['photo.heic', 'three-pictures.heic'].map((name) => ({ kind: 'heic' as const, read: async () => ok(sample(name)) }));
    const made = await joinPictures(sources, await converting());
    expect(made).toMatchObject({
      ok: true,
      value: {
        pages: 2,
        remarks: [
          { kind: 'unsure', about: 'content', part: 0 },
          { kind: 'one-of', pictures: 3, part: 1 },
        ],
      },
    });
  });
});

describe('a HEIC file with a thumbnail', () => {
  it('is compared with it, and nothing is said where it shows the same', async () => {
    expect(await makeIt('thumbnail.heic')).not.toHaveProperty('remarks');
  });

  it('is damaged where its thumbnail shows something else, although no decoder complains', async () => {
    const whole = sample('thumbnail.heic');
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const copy = Uint8Array.from(whole);
        copy.set(seededRandom(at).bytes(300), Math.floor(whole.byteLength * (0.2 + at / 12)));
        const made = await convertHere(copy, 'heic');
        return made.ok ? (made.value.remarks ?? []).map(({ kind }) => kind).join() : made.failure;
      }),
    );
    expect(outcomes).toContain('damaged');
    expect(outcomes.filter((outcome) => outcome !== 'damaged' && outcome !== 'not-understood')).toEqual([]);
  });
});

/** Encoding as JPEG, and another version of the library, change a dot a little. */
function near({ dots, ...size }: (typeof SHOWN)[number]) {
  return { ...size, dots: dots.map((dot) => dot.map((value: number) => expect.closeTo(value, -1.4))) };
}
