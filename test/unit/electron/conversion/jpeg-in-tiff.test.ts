import { describe, expect, it } from 'vitest';
import { joinPictures } from '#electron/conversion/join-pictures.ts';
import { jpegHeader } from '#electron/conversion/jpeg/jpeg-header.ts';
import { convertHere, converting, kindOf, noise, pageDifferences, sample } from './a-conversion.ts';
import type { PictureKind } from '#shared/domain/item/joining/parts.ts';
import { concat } from '#shared/lib/bytes.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { oldJpegTiffs, withTag } from '#test/support/conversions/old-jpeg-tiffs.ts';
import { readdirSync } from 'node:fs';
import { remarksOnSource } from '#electron/conversion/judge-source.ts';
import { readDirectories } from '#shared/tiff/directories.ts';
import { chunksOf, tiffPage } from '#shared/tiff/tiff-page.ts';
import { seededRandom } from '#test/support/virtual-world.ts';

const OLD = oldJpegTiffs();
const [WIDTH, MEANING, ORIENTATION] = [256, 262, 274];
const [WHITE_IS_ZERO, RGB, UPSIDE_DOWN] = [0, 2, 3];

/** From the first scan of a JPEG in these bytes to its end, with one character for each byte. */
function scansIn(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  const start = text.indexOf('\xff\xda');
  return text.slice(start, text.indexOf('\xff\xd9', start) + 2);
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

async function made(bytes: Uint8Array, name: string, bytesMax?: number) {
  const converted = await convertHere(bytes, kindOf(name), bytesMax === undefined ? {} : { bytesMax });
  if (!converted.ok) throw new Error(converted.failure);
  return converted.value;
}

/** The same JPEG with these bytes as the body of a segment behind its first marker. */
function withSegments(jpeg: Uint8Array, marker: number, bodies: readonly Uint8Array[]): Uint8Array {
  const segments = bodies.map((body) => concat([Uint8Array.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff), body]));
  return concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

describe('a page of a TIFF that is one JPEG', () => {
  it.each([
    ['with its tables elsewhere', sample('jpeg-one-strip.tiff')],
    ['of the old kind', OLD['a whole stream']],
    ['of the old kind, with more behind it', OLD['a stream whose length is not said']],
    ['of bare tables', OLD['red, green and blue']],
    ['in grey', OLD.grey],
  ])('keeps its compressed data as it is: %s', async (_, tiff) => {
    const { bytes, tools, mediaType } = await made(tiff, 'a.tiff');
    expect(textOf(tiff)).toContain(scansIn(bytes).slice(14, -2));
    expect(scansIn(bytes).length).toBeGreaterThan(1_000);
    expect(bytes.subarray(-2)).toEqual(Uint8Array.of(0xff, 0xd9));
    expect({ tools, mediaType }).toEqual({ tools: ['vips', 'pdfium'], mediaType: 'image/jpeg' });
    expect(await pageDifferences(tiff, 'tiff', { tones: tiff === OLD.grey ? 'grey' : 'colour' })).toEqual([]);
  });

  it('states its resolution', async () => {
    const { bytes } = await made(sample('jpeg-one-strip.tiff'), 'a.tiff');
    expect(textOf(bytes.subarray(6, 18))).toBe('JFIF\0\x01\x01\x01\0\x96\0\x96');
  });

  it('keeps the colours that are seen where the TIFF names the wrong colour space', async () => {
    // The components are YCbCr, as their identifiers in the stream say.
    const tiff = withTag(sample('jpeg-one-strip.tiff'), MEANING, RGB);
    expect(await pageDifferences(tiff, 'tiff', { tones: 'colour' })).toEqual([]);
    expect((await made(tiff, 'a.tiff')).tools).toEqual(['vips', 'pdfium']);
  });

  it.each([
    ['that is turned', withTag(sample('jpeg-one-strip.tiff'), ORIENTATION, UPSIDE_DOWN)],
    ['in which 0 is white', withTag(OLD.grey, MEANING, WHITE_IS_ZERO)],
    ['in strips', sample('jpeg-ycc.tiff')],
    ['in tiles', sample('tiled-jpeg.tiff')],
  ])('is encoded again as a page %s', async (_, tiff) => {
    expect((await made(tiff, 'a.tiff')).tools).toEqual(['vips', 'vips']);
  });

  it('is not understood where it is narrower than its JPEG', async () => {
    expect(await convertHere(withTag(sample('jpeg-one-strip.tiff'), WIDTH, 196), 'tiff')).toEqual(fail('not-understood'));
  });

  it('is encoded again where it is too large as it is, with the usual quality first', async () => {
    const whole = await made(sample('jpeg-one-strip.tiff'), 'a.tiff');
    const smaller = await made(sample('jpeg-one-strip.tiff'), 'a.tiff', whole.bytes.byteLength - 1);
    const usual = await made(sample('jpeg-ycc.tiff'), 'a.tiff');
    expect(smaller.tools).toEqual(['vips', 'vips']);
    expect(jpegHeader(smaller.bytes)?.quality).toBe(jpegHeader(usual.bytes)?.quality);
  });

  it('is not encoded twice in the same way where nothing can be kept', async () => {
    const usual = await made(sample('jpeg-ycc.tiff'), 'a.tiff');
    const pages: number[] = [];
    const onPage = async ({ page }: { readonly page: number }) => void pages.push(page);
    await convertHere(sample('jpeg-ycc.tiff'), 'tiff', { bytesMax: usual.bytes.byteLength - 1, onPage });
    // With the usual quality, and with the next one.
    expect(pages).toEqual([1, 1]);
  });
});

describe('a JPEG', () => {
  it('that is too large only because of its metadata keeps its compressed data', async () => {
    const place = new TextEncoder().encode('Exif\0\0 48.8566 N');
    const jpeg = sample('progressive.jpg');
    const laden = concat([withSegments(withSegments(jpeg, 0xe1, [place]), 0xe2, [noise(60_000), noise(60_000)]), noise(9_000)]);
    const { bytes, tools } = await made(laden, 'a.jpg', 100_000);
    expect(scansIn(bytes)).toBe(scansIn(jpeg));
    expect(textOf(bytes)).not.toContain('48.8566');
    expect(bytes.byteLength).toBeLessThanOrEqual(jpeg.byteLength);
    expect(tools).toEqual(['vips', 'pdfium']);
    expect(await pageDifferences(laden, 'jpeg', { tones: 'colour' })).toEqual([]);
  });

  it('that is cut off is encoded again', async () => {
    const cut = sample('baseline.jpg').slice(0, -2);
    expect((await made(cut, 'a.jpg')).tools).toEqual(['vips', 'vips']);
    expect(await pageDifferences(cut, 'jpeg', { tones: 'colour' })).toEqual([]);
  });

  it('that is joined into a PDF keeps its compressed data there, unless it is turned or in CMYK', async () => {
    const names = ['progressive.jpg', 'turned-6.jpg', 'cmyk.jpg', 'grey.jpg', 'restarts.jpg'];
    const sources = names.map((name) => ({ kind: kindOf(name) as PictureKind, read: async () => ok(sample(name)) }));
    const joined = await joinPictures(sources, await converting());
    const pdf = joined.ok ? textOf(joined.value.bytes) : '';
    expect(names.filter((name) => pdf.includes(scansIn(sample(name))))).toEqual(['progressive.jpg', 'grey.jpg', 'restarts.jpg']);
    expect([pdf.split('/DeviceGray').length - 1, pdf.split('/DeviceRGB').length - 1]).toEqual([1, 4]);
  });
});

const TIFFS = oldJpegTiffs();
const [OLD_JPEG_WIDTH, OLD_JPEG_MEANING, PROCESS, TABLES] = [256, 262, 512, 519];
const OLD_JPEG_RGB = 2;
const LOSSLESS = 14;

function withArithmeticCodes(tiff: Uint8Array): Uint8Array {
  const frame = Buffer.from(tiff).indexOf(Buffer.of(0xff, 0xc0));
  return tiff.with(frame + 1, 0xc9);
}

/** The components of its JPEG have numbers in place of the letters R, G and B, and Adobe's segment is one that nobody knows. */
function withoutNames(tiff: Uint8Array): Uint8Array {
  const named = Buffer.from(tiff);
  const [frame, scan] = [Buffer.of(0xff, 0xc0), Buffer.of(0xff, 0xda)].map((marker) => named.indexOf(marker)) as [number, number];
  const adobe = named.indexOf(Buffer.of(0xff, 0xee));
  if (adobe >= 0) named[adobe + 1] = 0xe5;
  for (const index of [0, 1, 2]) {
    named[frame + 10 + 3 * index] = index + 1;
    named[scan + 5 + 2 * index] = index + 1;
  }
  return new Uint8Array(named);
}

describe('a TIFF with JPEG of the old kind', () => {
  it.each(Object.keys(TIFFS) as (keyof typeof TIFFS)[])('is understood, as %s', async (shape) => {
    expect(await pageDifferences(TIFFS[shape], 'tiff', { tones: shape === 'grey' ? 'grey' : 'colour' })).toEqual([]);
  });

  it.each(['a whole stream', 'strips with one header', 'strips with bare tables'] as const)(
    'is understood, as %s, where a tag says by mistake that it is RGB',
    async (shape) => {
      expect(await pageDifferences(withTag(TIFFS[shape], OLD_JPEG_MEANING, OLD_JPEG_RGB), 'tiff', { tones: 'colour' })).toEqual([]);
    },
  );

  it.each([
    ['whose tables are not in the file', withTag(TIFFS.grey, TABLES, 0x7f_ff_ff_ff)],
    ['of the kind without loss', withTag(TIFFS.grey, PROCESS, LOSSLESS)],
    ['whose stream is much larger than the page', withTag(TIFFS['a whole stream'], OLD_JPEG_WIDTH, 100)],
    ['whose stream is smaller than the page', withTag(TIFFS['a whole stream'], OLD_JPEG_WIDTH, 201)],
    ['whose strips are narrower than its page', withTag(TIFFS['strips with one header'], OLD_JPEG_WIDTH, 208)],
    ['that is RGB by its tag, and says nothing itself', withoutNames(TIFFS['red, green and blue'])],
    ['with arithmetic codes', withArithmeticCodes(TIFFS['a whole stream'])],
  ])('%s is not', async (_, tiff) => {
    expect(await convertHere(tiff, 'tiff')).toEqual({ ok: false, failure: 'not-understood' });
  });
});

const isDamaged = (tiff: Uint8Array): boolean => remarksOnSource(tiff, 'tiff').some(({ kind }) => kind === 'damaged');

/** Copies of the file with other bytes somewhere in a strip of its first page. */
function damagedCopies(tiff: Uint8Array, { copies, bytes }: { readonly copies: number; readonly bytes: number }): readonly Uint8Array[] {
  const random = seededRandom(7);
  const directories = readDirectories(tiff);
  const page = directories.ok && directories.value[0] !== undefined ? tiffPage(directories.value[0].directory) : null;
  const places = page?.ok === true ? (chunksOf(page.value, tiff.byteLength) ?? []).flatMap((chunk) => chunk.places) : [];
  const large = places.filter((place) => place.bytes > 2 * bytes);
  return Array.from({ length: copies }, () => {
    const copy = Uint8Array.from(tiff);
    const place = large[Math.floor(random.fraction() * large.length)];
    if (place === undefined) throw new Error('no strip');
    copy.set(random.bytes(bytes), place.at + Math.floor(random.fraction() * (place.bytes - bytes)));
    return copy;
  });
}

const WHOLE = readdirSync('test/support/conversions').filter((name) => name.endsWith('.tiff'));

describe('the code of a page of a TIFF', () => {
  it.each(WHOLE)('is whole: %s', (name) => {
    expect(isDamaged(sample(name))).toBe(false);
  });

  it.each(Object.entries(oldJpegTiffs()))('is whole: JPEG of the old kind, %s', (_, tiff) => {
    expect(isDamaged(tiff)).toBe(false);
  });

  it.each(['lzw.tiff', 'deflate.tiff', 'jpeg.tiff'])('is damaged where some of its bytes are others: %s', (name) => {
    const copies = damagedCopies(sample(name), { copies: 60, bytes: 40 });
    expect(copies.filter((copy) => !isDamaged(copy)).length).toBe(0);
  });

  it('is damaged where one of its parts is not in the file', () => {
    expect(isDamaged(withTag(sample('jpeg-one-strip.tiff'), 279, 10_000_000))).toBe(true);
  });
});
