import { describe, expect, it } from 'vitest';
import { remarksOnSource } from '#electron/conversion/judge-source.ts';
import { fail } from '#shared/lib/result.ts';
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

async function firstPage(name: string) {
  const made = await convertHere(sample(`found/${name}.tiff`), 'tiff');
  if (!made.ok) throw new Error(made.failure);
  const [page] = await seenPages(made.value.bytes, made.value.mediaType);
  if (page === undefined) throw new Error('no page');
  return { page, remarks: made.value.remarks };
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

  it.each(['half-1', 'half-2', 'half-3', 'ycbcr-raw-1', 'ycbcr-raw-2', 'ycbcr-raw-3'])('are not understood: %s', async (name) => {
    expect(await convertHere(sample(`found/${name}.tiff`), 'tiff')).toEqual(fail('not-understood'));
  });

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
