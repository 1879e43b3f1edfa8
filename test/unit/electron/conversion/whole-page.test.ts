import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { remarksOnSource } from '#electron/conversion/judge-source.ts';
import { readDirectories } from '#shared/tiff/directories.ts';
import { chunksOf, tiffPage } from '#shared/tiff/tiff-page.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { oldJpegTiffs } from '#test/support/conversions/old-jpeg-tiffs.ts';
import { withTag } from '#test/support/conversions/with-tag.ts';
import { sample } from './a-conversion.ts';

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
