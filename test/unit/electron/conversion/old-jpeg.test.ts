import { describe, expect, it } from 'vitest';
import { oldJpegTiffs } from '#test/support/conversions/old-jpeg-tiffs.ts';
import { withTag } from '#test/support/conversions/with-tag.ts';
import { convertHere } from './a-conversion.ts';
import { pageDifferences } from './page-differences.ts';

const TIFFS = oldJpegTiffs();
const [WIDTH, MEANING, PROCESS, TABLES] = [256, 262, 512, 519];
const RGB = 2;
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
      expect(await pageDifferences(withTag(TIFFS[shape], MEANING, RGB), 'tiff', { tones: 'colour' })).toEqual([]);
    },
  );

  it.each([
    ['whose tables are not in the file', withTag(TIFFS.grey, TABLES, 0x7f_ff_ff_ff)],
    ['of the kind without loss', withTag(TIFFS.grey, PROCESS, LOSSLESS)],
    ['whose stream is much larger than the page', withTag(TIFFS['a whole stream'], WIDTH, 100)],
    ['whose stream is smaller than the page', withTag(TIFFS['a whole stream'], WIDTH, 201)],
    ['whose strips are narrower than its page', withTag(TIFFS['strips with one header'], WIDTH, 208)],
    ['that is RGB by its tag, and says nothing itself', withoutNames(TIFFS['red, green and blue'])],
    ['with arithmetic codes', withArithmeticCodes(TIFFS['a whole stream'])],
  ])('%s is not', async (_, tiff) => {
    expect(await convertHere(tiff, 'tiff')).toEqual({ ok: false, failure: 'not-understood' });
  });
});
