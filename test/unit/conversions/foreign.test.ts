import { describe, expect, it } from 'vitest';
import { kindOf } from '#test/conversions/foreign/kind-of.ts';
import { foreignFiles, foreignSources } from '#test/conversions/foreign/list.ts';
import { listedFiles } from '#test/conversions/listed.ts';
import { tiffPagesOf } from '#test/conversions/measure/tiff-pages.ts';

const files = foreignFiles();

function count(...kinds: readonly string[]): number {
  return files.filter(({ kind }) => kinds.includes(kind)).length;
}

describe('the list of foreign files', () => {
  it('has as many of each kind as the project promises to measure', () => {
    expect(count('tiff')).toBeGreaterThanOrEqual(900);
    expect(count('heic', 'avif', 'webp')).toBeGreaterThanOrEqual(150);
    for (const kind of ['heic', 'avif', 'webp', 'jpeg', 'png']) expect(count(kind)).toBeGreaterThanOrEqual(90);
  });

  it('has each content once, and none of the other list', () => {
    const hashes = files.map(({ sha256 }) => sha256);
    expect(new Set(hashes).size).toBe(hashes.length);
    const others = new Set(listedFiles().map(({ sha256 }) => sha256));
    expect(hashes.filter((hash) => others.has(hash))).toEqual([]);
  });

  it('says version and licence of each source', () => {
    const sources = foreignSources();
    expect([...new Set(files.map(({ source }) => source))].toSorted()).toEqual(sources.map(({ key }) => key).toSorted());
    expect(sources.filter(({ version, licence }) => version === '' || /^$|not looked up/.test(licence))).toEqual([]);
  });

  it('refuses a line of another form', () => {
    expect(() => foreignFiles('kind\tsource\tpath\tbytes\tsha256\ntiff\ta/b\tx.tif\t5\tabc\n')).toThrow('not a line of the list');
  });
});

describe('the kind of a file', () => {
  it.each([
    ['II*\0', 'tiff'],
    ['MM\0+', 'tiff'],
    ['RIFF....WEBPVP8 ', 'webp'],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'heic'],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'avif'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['version https://git-lfs', null],
    ['\0\0\0\x18ftypisom\0\0\0\0isommp42', null],
  ])('that begins with %j is %s', (head, kind) => {
    expect(kindOf(Buffer.from(head, 'latin1'))).toBe(kind);
  });
});

it('the pages of a TIFF are its directories without thumbnails, with the shape of their dots', () => {
  const printed = [
    'TIFF Directory at offset 0x8 (8)\n  Image Width: 1728 Image Length: 1000\n  Resolution: 204, 98 pixels/inch\n  Bits/Sample: 1\n',
    'TIFF Directory at offset 0x99 (153)\n  Subfile Type: reduced-resolution image (1 = 0x1)\n  Image Width: 10 Image Length: 10\n',
    'TIFF Directory at offset 0x199 (409)\n  Image Width: 20 Image Length: 30\n  Bits/Sample: 32\n  Sample Format: IEEE floating point\n',
  ].join('');
  expect(tiffPagesOf(printed)).toEqual([
    { directory: 0, isFax: true, width: 1_728, height: 1_000, stretch: 98 / 204, isFloat: false, isTiled: false },
    { directory: 2, isFax: false, width: 20, height: 30, stretch: 1, isFloat: true, isTiled: false },
  ]);
});
