import { describe, expect, it } from 'vitest';
import { joinPictures } from '#electron/conversion/join-pictures.ts';
import { openLibheif } from '#electron/conversion/heif/libheif.ts';
import { converting } from './converting.ts';
import { codecBytes } from '#electron/conversion/process/codec-files.ts';
import { ok } from '#shared/lib/result.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { convertHere, sample, seenPages } from './a-conversion.ts';

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
