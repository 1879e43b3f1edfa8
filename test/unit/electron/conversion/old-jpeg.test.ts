import { describe, expect, it } from 'vitest';
import { oldJpegTiffs } from '#test/support/conversions/old-jpeg-tiffs.ts';
import { withTag } from '#test/support/conversions/with-tag.ts';
import { convertHere } from './a-conversion.ts';
import { pageDifferences } from './page-differences.ts';

const TIFFS = oldJpegTiffs();
const [WIDTH, PROCESS, TABLES] = [256, 512, 519];
const LOSSLESS = 14;

function withArithmeticCodes(tiff: Uint8Array): Uint8Array {
  const frame = Buffer.from(tiff).indexOf(Buffer.of(0xff, 0xc0));
  return tiff.with(frame + 1, 0xc9);
}

describe('a TIFF with JPEG of the old kind', () => {
  it.each(Object.keys(TIFFS) as (keyof typeof TIFFS)[])('is understood, as %s', async (shape) => {
    expect(await pageDifferences(TIFFS[shape], 'tiff', { tones: shape === 'grey' ? 'grey' : 'colour' })).toEqual([]);
  });

  it.each([
    ['whose tables are not in the file', withTag(TIFFS.grey, TABLES, 0x7f_ff_ff_ff)],
    ['of the kind without loss', withTag(TIFFS.grey, PROCESS, LOSSLESS)],
    ['whose stream is much larger than the page', withTag(TIFFS['a whole stream'], WIDTH, 100)],
    ['whose stream is smaller than the page', withTag(TIFFS['a whole stream'], WIDTH, 201)],
    ['whose strips are narrower than its page', withTag(TIFFS['strips with one header'], WIDTH, 208)],
    ['with arithmetic codes', withArithmeticCodes(TIFFS['a whole stream'])],
  ])('%s is not', async (_, tiff) => {
    expect(await convertHere(tiff, 'tiff')).toEqual({ ok: false, failure: 'not-understood' });
  });
});
