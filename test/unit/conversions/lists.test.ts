import { describe, expect, it } from 'vitest';
import { foreignFiles, foreignSources, kindOf, listedFiles, listedSources } from '#test/conversions/foreign.ts';
import { comparedPages, foundAgain, tiffPagesOf, wordsIn } from '#test/conversions/measure/words.ts';
import { CONVERT_FAULTS, CONVERTED_KINDS } from '#shared/domain/item/conversion/conversion.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { RECIPES } from '#test/conversions/made/recipes.ts';

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

describe('the files whose conversion is measured', () => {
  const foreign = listedFiles();
  const all = [...foreign, ...RECIPES];

  it('are sixty and more, half of them by other devices and programs, twenty of ours with much text', () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(foreign.length).toBeGreaterThanOrEqual(all.length / 2);
    expect(RECIPES.length).toBeGreaterThanOrEqual(20);
  });

  it('are of every kind that is converted', () => {
    expect(CONVERTED_KINDS.filter((kind) => !RECIPES.some((one) => one.kind === kind))).toEqual([]);
  });

  it('are too large or protected, where the service takes the kind', () => {
    const taken = foreign.filter(({ kind }) => ['jpeg', 'png', 'bmp', 'pdf'].includes(kind));
    expect(taken.filter(({ bytes, password }) => bytes <= FILE_BYTES_MAX && password === null)).toEqual([]);
  });

  it('have a source with a version and a licence, a hash, and a known outcome', () => {
    const sources = new Map(listedSources().map((source) => [source.key, source]));
    for (const { source, sha256, outcome } of foreign) {
      expect(sources.get(source)?.version).toMatch(/^[0-9a-f]{40}$|^\d[\w.:+~-]+$/);
      expect(sources.get(source)?.licence).toMatch(/\w/);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(['made', ...CONVERT_FAULTS]).toContain(outcome);
    }
    expect(new Set(foreign.map(({ sha256 }) => sha256)).size).toBe(foreign.length);
    expect(new Set(RECIPES.map(({ name }) => name)).size).toBe(RECIPES.length);
  });

  it('are refused if a line is not of the list', () => {
    expect(() => listedFiles('head\ngif\ta\tb\tc\t-\t-\tmade\t1\tff')).toThrow('not a line');
    expect(() => listedFiles('head\ntiff\ta\tb')).toThrow('not a line');
  });
});

describe('words that are compared', () => {
  it('have three letters and more, of any alphabet with letters', () => {
    expect(wordsIn('Le total, dû: 12 EUR (Straße Nr. 5) œuvre')).toEqual(['total', 'eur', 'straße', 'œuvre']);
  });

  it('are the same whether an accent is a letter of its own or not', () => {
    expect(wordsIn('ete\u0301')).toEqual(wordsIn('eté'));
  });

  it('are found again as often as they are there', () => {
    expect(foundAgain(['one', 'two', 'one', 'one'], ['one', 'one', 'three'])).toBe(2);
    expect(foundAgain(['one'], ['one', 'one'])).toBe(1);
    expect(foundAgain([], ['one'])).toBe(0);
  });

  it('are those of all pages, or of some spread over the file', () => {
    expect(comparedPages(3, 4)).toEqual([1, 2, 3]);
    expect(comparedPages(24, 4)).toEqual([1, 9, 16, 24]);
  });
});
