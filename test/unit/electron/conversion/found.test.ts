import { describe, expect, it } from 'vitest';
import { remarksOnSource } from '#electron/conversion/judge-source.ts';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { fail } from '#shared/lib/result.ts';
import { readDirectories } from '#shared/tiff/directories.ts';
import { TAG } from '#shared/tiff/tiff-page.ts';
import { withTag } from '#test/support/conversions/old-jpeg-tiffs.ts';
import { convertHere, kindOf, sample, seenPages } from './a-conversion.ts';

const NAMES = ['alpha-1', 'alpha-2', 'alpha-3', 'jpeg4-1', 'jpeg4-2', 'jpeg4-3', 'jpegRGB-1', 'jpegRGB-2', 'jpegRGB-3'] as const;
type Dot = readonly [number, number, number];
/** What tiff2rgba of libtiff 4.5.0 shows at places of the page, on white; of `jpeg4-1`, which it does not read, what MuPDF 1.21 shows. */
const SHOWN: Readonly<Record<(typeof NAMES)[number], readonly (readonly [x: number, y: number, dot: Dot])[]>> = {
  'alpha-1': [[0, 0, [255, 255, 255]]],
  'alpha-2': [
    [50, 50, [119, 255, 119]],
    [30, 70, [255, 0, 0]],
    [90, 90, [255, 255, 255]],
  ],
  'alpha-3': [
    [50, 50, [119, 255, 119]],
    [30, 70, [255, 0, 0]],
    [90, 90, [255, 255, 255]],
  ],
  'jpeg4-1': [[3, 60, [0, 0, 0]]],
  'jpeg4-2': [
    [20, 20, [207, 9, 0]],
    [50, 50, [209, 6, 7]],
    [70, 30, [221, 10, 2]],
  ],
  'jpeg4-3': [
    [20, 20, [37, 37, 37]],
    [50, 50, [130, 130, 130]],
    [90, 90, [206, 206, 206]],
  ],
  'jpegRGB-1': [
    [20, 20, [135, 74, 33]],
    [50, 50, [203, 203, 203]],
  ],
  'jpegRGB-2': [
    [20, 20, [60, 12, 32]],
    [70, 30, [65, 66, 170]],
    [30, 70, [176, 178, 29]],
    [90, 90, [18, 239, 95]],
  ],
  'jpegRGB-3': [
    [20, 20, [127, 80, 10]],
    [50, 50, [186, 186, 186]],
  ],
};

/** Red, green, blue and opacity as they are in the file, of 255: what `tiffcp -c none` wrote. */
const MULTIPLIED: readonly (readonly [name: string, x: number, y: number, samples: readonly [number, number, number, number]])[] = [
  ['multiplied-8', 10, 10, [71, 71, 71, 245]],
  ['multiplied-8', 10, 100, [53, 53, 53, 155]],
  ['multiplied-8', 200, 100, [109, 109, 109, 155]],
  ['multiplied-8', 100, 200, [41, 41, 41, 55]],
  ['multiplied-16', 2, 20, [7, 4, 3, 19]],
  ['multiplied-16', 62, 20, [19, 16, 15, 100]],
  ['multiplied-16', 98, 20, [43, 33, 28, 158]],
];

async function firstPage(name: string) {
  const made = await convertHere(sample(`found/${name}.tiff`), 'tiff');
  if (!made.ok) throw new Error(made.failure);
  const [page] = await seenPages(made.value.bytes, made.value.mediaType);
  if (page === undefined) throw new Error('no page');
  return { page, remarks: made.value.remarks };
}

async function remarksOn(bytes: Uint8Array, kind: ConvertedKind) {
  const made = await convertHere(bytes, kind);
  if (!made.ok) throw new Error(made.failure);
  return made.value.remarks;
}

/** Of a fax, a part of which is overwritten. */
function filled(from: number, to: number) {
  return remarksOnSource(Uint8Array.from(sample('found/g4.tiff')).fill(0xff, from, to), 'tiff');
}

describe('TIFFs of other programs that came out wrong', () => {
  it.each(NAMES)('are shown as libtiff shows them: %s', async (name) => {
    const { page, remarks } = await firstPage(name);
    expect(remarks).toBeUndefined();
    for (const [x, y, dot] of SHOWN[name]) {
      const far = page.at(x, y).map((value, at) => Math.abs(value - (dot[at] ?? -255)));
      expect({ x, y, far: Math.max(...far) < 40 ? 'near' : page.at(x, y) }).toEqual({ x, y, far: 'near' });
    }
  });

  it('are laid on white where their colours are multiplied by their transparency: what is there of the colour, and as much white as is missing', async () => {
    for (const [name, x, y, [red, green, blue, opacity]] of MULTIPLIED) {
      const { page, remarks } = await firstPage(name);
      expect(remarks).toBeUndefined();
      const far = page.at(x, y).map((value, at) => Math.abs(value - ([red, green, blue][at] ?? 0) - (255 - opacity)));
      expect({ name, x, y, far: Math.max(...far) < 20 ? 'near' : page.at(x, y) }).toEqual({ name, x, y, far: 'near' });
    }
  });

  it.each(['half-1', 'half-2', 'half-3', 'ycbcr-raw-1', 'ycbcr-raw-2', 'ycbcr-raw-3', 'planar-grey-alpha'])(
    'are not understood: %s',
    async (name) => {
      expect(await convertHere(sample(`found/${name}.tiff`), 'tiff')).toEqual(fail('not-understood'));
    },
  );

  it('have white paper: a scan with eight bits for each entry of its colours, and JPEGs that are said to be RGB', async () => {
    for (const name of ['scan-lzw-8bit-colormap', 'twain-rgb-jpeg']) {
      const { page } = await firstPage(name);
      expect({ name, paper: Math.min(...page.at(12, 12)) > 230 }).toEqual({ name, paper: true });
    }
  });
});

describe('files with holes, and files that end early', () => {
  it.each(['g4-hole512.tiff', 'zero-tail.heic'])('are made with a word: %s', async (name) => {
    const made = await convertHere(sample(`found/${name}`), kindOf(name));
    expect(made).toMatchObject({ ok: true, value: { remarks: expect.arrayContaining([{ kind: 'damaged' }]) } });
  });

  it('are not made where the decoder gives up, or where nothing but one colour comes of them', async () => {
    expect(await convertHere(sample('found/packbits-100mp.tiff'), 'tiff')).toEqual(fail('not-understood'));
    expect(await convertHere(sample('found/zero-tail.webp'), 'webp')).toEqual(fail('not-understood'));
  });

  it('are told from whole ones by zeros in blocks of the disk, where dots are', () => {
    const judged = ['g4.tiff', 'g4-hole512.tiff', 'zero-tail.heic', 'zero-tail.webp'].map((name) => [
      name,
      remarksOnSource(sample(`found/${name}`), kindOf(name) as 'tiff').map((remark) => remark.kind),
    ]);
    expect(judged).toEqual([
      ['g4.tiff', []],
      ['g4-hole512.tiff', ['damaged']],
      ['zero-tail.heic', ['damaged']],
      ['zero-tail.webp', ['damaged']],
    ]);
  });
});

describe('what nobody can be sure of', () => {
  it('is a page below which there are others that most readers do not show', async () => {
    expect(await remarksOn(sample('found/child-pictures.tiff'), 'tiff')).toEqual([{ kind: 'unsure', about: 'pages' }]);
  });

  it('is the size on paper where the file states one that no scanner has', async () => {
    const fiveDpi = new Uint8Array(new Uint32Array([5, 1]).buffer);
    const tiff = sample('lzw.tiff');
    const placed = [282, 283].reduce<Uint8Array>((bytes, tag) => withTag(bytes, tag, tiff.byteLength), tiff);
    expect(await remarksOn(Buffer.concat([placed, fiveDpi]), 'tiff')).toEqual([{ kind: 'unsure', about: 'paper' }]);
  });

  it.each(['lossy.webp', 'lossless.webp', 'photo.avif', 'bits-plain.tiff', 'photo.heic'])(
    'is the content of a file whose decoder makes dots of any bytes: %s',
    async (name) => {
      expect(await remarksOn(sample(name), kindOf(name))).toEqual([{ kind: 'unsure', about: 'content' }]);
    },
  );

  it('is none of that where there is a checksum, or where the codes are counted', async () => {
    for (const name of ['deflate.tiff', 'lzw.tiff', 'g4.tiff', 'jpeg.tiff', 'thumbnail.heic', 'rgb8.png', 'baseline.jpg'])
      expect({ name, remarks: await remarksOn(sample(name), kindOf(name)) }).toEqual({ name, remarks: undefined });
  });
});

describe('damage of which no decoder complains', () => {
  it('is found by the checksum of Deflate, before which libtiff stops', () => {
    const tiff = Uint8Array.from(sample('deflate.tiff'));
    const directories = readDirectories(tiff);
    if (!directories.ok) throw new Error(directories.failure);
    const values = (tag: number): number => directories.value[0]?.directory.values(tag)?.[0] ?? 0;
    const checksumEnd = values(TAG.stripOffsets) + values(TAG.stripBytes) - 1;
    expect(remarksOnSource(tiff, 'tiff')).toEqual([]);
    tiff[checksumEnd] = (tiff[checksumEnd] ?? 0) ^ 1;
    expect(remarksOnSource(tiff, 'tiff')).toEqual([{ kind: 'damaged' }]);
  });

  it('is found in a fax by whole blocks of 255, and not by others', () => {
    expect(filled(1_024, 1_536)).toEqual([{ kind: 'damaged' }]);
    expect(filled(1_024, 1_800)).toEqual([]);
    expect(filled(1_100, 2_048)).toEqual([]);
  });
});
