import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/lib/result.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import {
  ACROSS,
  addPage,
  addPicture,
  DOWN,
  fit,
  fitted,
  HIGH,
  newPdf,
  paperDots,
  picturesIn,
  saved,
  scannedJpeg,
  scannedPdf,
  readText,
  WIDE,
} from './a-pdf.ts';

const dotsAt = (dpi: number): string => `${scaled(ACROSS, dpi)} × ${scaled(DOWN, dpi)}`;
const scaled = (dots: number, dpi: number): number => Math.round((dots * dpi) / 300);

/** RGB or grey samples, compressed without loss. */
function samples(seed: number, channels = 3): Uint8Array {
  const rgba = paperDots(seed);
  const rows = new Uint8Array(ACROSS * DOWN * channels);
  for (let dot = 0; dot < ACROSS * DOWN; dot += 1) {
    for (let channel = 0; channel < channels; channel += 1) rows[dot * channels + channel] = rgba[dot * 4 + Math.min(channel, 2)] ?? 0;
  }
  return deflateSync(rows);
}

async function onePage(contents: Uint8Array, details: Record<string, unknown>, text?: string): Promise<Uint8Array> {
  const document = await newPdf();
  await addPage(document, { picture: addPicture(document, contents, details), ...(text === undefined ? {} : { text }) });
  return saved(document);
}

describe('a PDF that is too large', () => {
  it('loses nothing if it is enough to write it anew', async () => {
    const document = await newPdf();
    const picture = await scannedJpeg();
    await addPage(document, { picture: addPicture(document, picture), text: 'Facture 4711' });
    document.context.register(document.context.stream('not used '.repeat(20_000)));
    const bytes = await saved(document, false);
    const made = await fit(bytes, { bytesMax: picture.byteLength + 3_000 });
    if (!made.ok) throw new Error(made.failure);
    expect((await picturesIn(made.value.bytes))[0]?.contents).toEqual(picture);
    expect(await readText(made.value.bytes)).toEqual(['Facture 4711']);
    expect(made.value.tools).toEqual(['qpdf']);
  });

  it('is made coarser in steps, with the least loss that the limit allows, and keeps its text', async () => {
    const scan = await scannedPdf(3);
    const text = await readText(scan);
    expect(text[2]).toBe('Invoice 2 of the scanner');
    const seen: unknown[] = [];
    for (let bytesMax = scan.byteLength - 1; ; ) {
      const made = await fit(scan, { bytesMax });
      if (!made.ok || made.value.tools.length < 4) break;
      const pictures = await picturesIn(made.value.bytes);
      if ((await readText(made.value.bytes)).join('') === '') break;
      expect(await readText(made.value.bytes)).toEqual(text);
      expect(made.value.pages).toBe(3);
      seen.push(new Set(pictures.map(({ width, height, space, filter }) => `${width} × ${height} ${space} ${filter}`)));
      bytesMax = made.value.bytes.byteLength - 1;
    }
    const [colour, grey] = ['DeviceRGB DCTDecode', 'DeviceGray DCTDecode'];
    expect(seen).toEqual(
      [`${dotsAt(200)} ${colour}`, `${dotsAt(200)} ${colour}`, `${dotsAt(150)} ${colour}`, `${dotsAt(150)} ${grey}`].map(
        (one) => new Set([one]),
      ),
    );
  });

  it('gives the same bytes each time', async () => {
    const scan = await scannedPdf(2);
    const made = await fitted(scan, { bytesMax: Math.trunc(scan.byteLength * 0.5) });
    expect(await fitted(scan, { bytesMax: Math.trunc(scan.byteLength * 0.5) })).toEqual(made);
  });

  it.each([
    ['RGB', 3, 'DeviceRGB', undefined],
    ['grey', 1, 'DeviceGray', undefined],
    ['an index of colours', 1, ['Indexed', 'DeviceRGB', 255, '<palette>'], 'DeviceRGB'],
  ] as const)('may have pictures that are compressed without loss: %s', async (_, channels, space, made) => {
    const document = await newPdf();
    const palette = document.context.register(
      document.context.stream(Uint8Array.from({ length: 768 }, (__, at) => (at % 3) * 40 + Math.trunc(at / 6))),
    );
    const colours = typeof space === 'string' ? space : [...space.slice(0, 3), palette];
    await addPage(document, {
      picture: addPicture(document, samples(1, channels), { ColorSpace: colours, Filter: 'FlateDecode' }),
      text: 'Facture',
    });
    const bytes = await saved(document);
    const small = await fitted(bytes, { bytesMax: Math.trunc(bytes.byteLength * 0.6) });
    expect(await picturesIn(small)).toMatchObject([{ filter: 'DCTDecode', space: made ?? space, width: scaled(ACROSS, 200) }]);
    expect(await readText(small)).toEqual(['Facture']);
  });

  it('may have pictures with differences between rows', async () => {
    const rgba = paperDots(3);
    const rows = new Uint8Array((ACROSS * 3 + 1) * DOWN);
    for (let y = 0; y < DOWN; y += 1) {
      rows[y * (ACROSS * 3 + 1)] = 1;
      for (let x = 0; x < ACROSS * 3; x += 1) {
        const value = (at: number): number => (at < 0 ? 0 : (rgba[(y * ACROSS + Math.trunc(at / 3)) * 4 + (at % 3)] ?? 0));
        rows[y * (ACROSS * 3 + 1) + 1 + x] = value(x) - value(x - 3);
      }
    }
    const parameters = { Predictor: 15, Colors: 3, BitsPerComponent: 8, Columns: ACROSS };
    const bytes = await onePage(deflateSync(rows), { Filter: 'FlateDecode', DecodeParms: parameters });
    const [plain, predicted] = [await onePage(samples(3), { Filter: 'FlateDecode' }), bytes];
    const limit = { bytesMax: Math.trunc(plain.byteLength * 0.4) };
    expect((await picturesIn(await fitted(predicted, limit)))[0]?.contents).toEqual(
      (await picturesIn(await fitted(plain, limit)))[0]?.contents,
    );
  });

  it('has a picture that several pages show encoded once, at the size of the largest', async () => {
    const document = await newPdf();
    const picture = addPicture(document, await scannedJpeg());
    for (const scale of [0.25, 1, 0.5]) await addPage(document, { picture, size: [WIDE * scale, HIGH * scale] });
    const told: unknown[] = [];
    const bytes = await saved(document);
    const small = await fitted(bytes, { bytesMax: Math.trunc(bytes.byteLength * 0.6), onPage: async (at) => void told.push(at) });
    expect(await picturesIn(small)).toMatchObject([{ width: scaled(ACROSS, 200) }]);
    expect(told).toEqual([{ page: 1, pages: 1 }]);
  });

  it('has pictures measured where forms draw them, turned and scaled', async () => {
    const document = await newPdf();
    const [picture, { context }] = [addPicture(document, await scannedJpeg()), document];
    const form = context.register(
      context.flateStream('q 0 2 -2 0 0 0 cm /Im0 Do Q', {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [-1e3, -1e3, 1e3, 1e3],
        Matrix: [0.5, 0, 0, 0.5, 0, 0],
        Resources: { XObject: { Im0: picture } },
      }),
    );
    const page = await addPage(document, { content: `q ${WIDE / 2} 0 0 ${WIDE / 2} 0 0 cm 2 0 0 2 0 0 cm /Form#20One Do Q` });
    page.lookup(PDFName.of('Resources'));
    page.set(PDFName.of('Resources'), context.obj({ XObject: { 'Form One': form } }));
    const bytes = await saved(document);
    const small = await fitted(bytes, { bytesMax: Math.trunc(bytes.byteLength * 0.6) });
    const dpiDown = (DOWN * 72) / WIDE;
    expect(await picturesIn(small)).toMatchObject([{ width: scaled(ACROSS, 200), height: Math.round((DOWN * 200) / dpiDown) }]);
  });

  it('tells of each picture before it is encoded', async () => {
    const told: unknown[] = [];
    const scan = await scannedPdf(3);
    await fitted(scan, { bytesMax: Math.trunc(scan.byteLength * 0.6), onPage: async (at) => void told.push(at) });
    expect(told).toEqual([1, 2, 3].map((page) => ({ page, pages: 3 })));
  });

  it.each([
    ['a soft mask', { SMask: 'mask' }],
    ['a mask of colours', { Mask: [0, 1, 0, 1, 0, 1] }],
    ['inverted samples', { Decode: [1, 0, 1, 0, 1, 0] }],
    ['one bit', { BitsPerComponent: 1, ColorSpace: 'DeviceGray', Filter: 'FlateDecode' }],
    ['CMYK', { ColorSpace: 'DeviceCMYK', Filter: 'FlateDecode' }],
    ['JPEG 2000', { Filter: 'JPXDecode' }],
    ['another size in its own header', { Width: ACROSS + 1 }],
  ] as const)('has pictures left as they are with %s', async (_, unusual) => {
    const document = await newPdf();
    const isFlate = 'Filter' in unusual && unusual.Filter === 'FlateDecode';
    const contents = isFlate ? samples(1, 4) : await scannedJpeg(1);
    const mask = {
      SMask: 'SMask' in unusual ? addPicture(document, samples(2, 1), { ColorSpace: 'DeviceGray', Filter: 'FlateDecode' }) : undefined,
    };
    const kept = addPicture(document, contents, { ...unusual, ...mask });
    await addPage(document, { picture: kept });
    await addPage(document, { picture: addPicture(document, await scannedJpeg(5)), text: 'x'.repeat(60) });
    const bytes = await saved(document);
    const small = await fitted(bytes, { bytesMax: bytes.byteLength - 10_000 });
    const pictures = await picturesIn(small);
    expect(pictures.filter((picture) => Buffer.compare(picture.contents, contents) === 0)).toHaveLength(1);
    expect(pictures.some(({ width, filter }) => filter === 'DCTDecode' && width === scaled(ACROSS, 200))).toBe(true);
  });

  it('has a picture left as it is that something else than a page shows', async () => {
    const document = await newPdf();
    const contents = await scannedJpeg();
    const picture = addPicture(document, contents);
    const page = await addPage(document, { picture });
    page.set(PDFName.of('Thumb'), picture);
    await addPage(document, { picture: addPicture(document, await scannedJpeg(5)) });
    const bytes = await saved(document);
    const small = await fitted(bytes, { bytesMax: bytes.byteLength - 10_000 });
    expect((await picturesIn(small)).map((one) => Buffer.compare(one.contents, contents) === 0)).toEqual([true, false]);
  });

  it('has a picture left as it is that would hardly become smaller', async () => {
    const document = await newPdf();
    const contents = await scannedJpeg(1, { quality: 40 });
    await addPage(document, { picture: addPicture(document, contents), size: [WIDE * 3, HIGH * 3] });
    await addPage(document, { picture: addPicture(document, await scannedJpeg(5)) });
    const bytes = await saved(document);
    const small = await fitted(bytes, { bytesMax: bytes.byteLength - 10_000 });
    expect((await picturesIn(small)).map((one) => Buffer.compare(one.contents, contents) === 0)).toEqual([true, false]);
  });

  it.each(['no rows', 'half of its rows', 'a JPEG that is cut off'])(
    'has a picture left as it is that cannot be decoded: %s',
    async (what) => {
      const document = await newPdf();
      const jpeg = await scannedJpeg();
      const [garbage, half] = [seededRandom(1).bytes(40_000), deflateSync(paperDots(1).subarray(0, (ACROSS * DOWN * 3) / 2))];
      const contents =
        { 'no rows': garbage, 'half of its rows': half, 'a JPEG that is cut off': jpeg.subarray(0, jpeg.byteLength / 2) }[what] ?? garbage;
      const filter = contents === garbage || contents === half ? 'FlateDecode' : 'DCTDecode';
      await addPage(document, { picture: addPicture(document, contents, { Filter: filter }) });
      await addPage(document, { picture: addPicture(document, await scannedJpeg(5)) });
      const bytes = await saved(document);
      const small = await fitted(bytes, { bytesMax: bytes.byteLength - 10_000 });
      expect((await picturesIn(small)).map((one) => Buffer.compare(one.contents, contents) === 0)).toEqual([true, false]);
    },
  );

  it('does not become a blank page if its picture cannot be decoded', async () => {
    const bytes = await onePage(seededRandom(1).bytes(40_000), { Filter: 'JPXDecode' });
    const made = await fit(bytes, { bytesMax: 30_000 });
    expect(made.ok ? 'made' : made.failure).toBe('not-understood');
  });

  it('has its pages drawn if it is a scan whose pictures cannot be encoded anew', async () => {
    const bytes = await onePage(
      samples(1, 4),
      { ColorSpace: 'DeviceCMYK', Filter: 'FlateDecode' },
      'Text of the scanner, which is longer than fifty characters',
    );
    const made = await fit(bytes, { bytesMax: Math.trunc(bytes.byteLength * 0.5) });
    if (!made.ok) throw new Error(made.failure);
    const document = await PDFDocument.load(made.value.bytes);
    expect(document.getPages().map((page) => page.getSize())).toEqual(
      [{ width: WIDE, height: HIGH }].map((size) => ({ width: expect.closeTo(size.width, 2), height: expect.closeTo(size.height, 2) })),
    );
    expect(await picturesIn(made.value.bytes)).toMatchObject([
      { filter: 'DCTDecode', width: scaled(ACROSS, 200), height: scaled(DOWN, 200) },
    ]);
    expect(await readText(made.value.bytes)).toEqual(['']);
    expect(await fitted(bytes, { bytesMax: Math.trunc(bytes.byteLength * 0.5) })).toEqual(made.value.bytes);
  });

  it.each([
    ['text', 'Text that a person has written, which is longer than fifty characters', ''],
    ['shapes', undefined, '0 0 5 5 re f '.repeat(120)],
  ])('is never drawn with a page of %s that no picture covers', async (_, text, content) => {
    const document = await newPdf();
    const cmyk = addPicture(document, samples(1, 4), { ColorSpace: 'DeviceCMYK', Filter: 'FlateDecode' });
    await addPage(document, { picture: cmyk });
    await addPage(document, {
      picture: cmyk,
      ...(text === undefined ? {} : { text }),
      content: `${content} q ${WIDE} 0 0 ${HIGH / 3} 0 0 cm /Im0 Do Q`,
    });
    const bytes = await saved(document);
    expect(await fit(bytes, { bytesMax: Math.trunc(bytes.byteLength * 0.5) })).toEqual(fail('still-too-large'));
  });

  it('and stays so is for the person to split', async () => {
    expect(await fit(await scannedPdf(2), { bytesMax: 2_000 })).toEqual(fail('still-too-large'));
  });
});
