import { describe, expect, it } from 'vitest';
import {
  atMost,
  averaged,
  differenceOf,
  isListed,
  judgedPage,
  lookedAt,
  type PageVerdict,
  type Picture,
  pictureOf,
  ppmOf,
  type Seen,
  turned,
} from '#test/conversions/pixels/judge-page.ts';
import { avifOrientationOf } from '#test/conversions/pixels/readers/readers.ts';
import { type PixelRow, verdictOf } from '#test/conversions/pixels/row.ts';
import { joinedPixels, type PixelLine, pixelLineOf, pixelLinesOf, pixelReportOf } from '#test/conversions/pixels/report.ts';

/** White, with a black area. */
function page(width: number, height: number, black: { x: number; y: number; width: number; height: number } | null = null): Picture {
  const rgb = new Uint8Array(width * height * 3).fill(255);
  if (black === null) return { width, height, rgb };
  for (let y = black.y; y < black.y + black.height; y += 1) rgb.fill(0, 3 * (y * width + black.x), 3 * (y * width + black.x + black.width));
  return { width, height, rgb };
}

describe('the difference between two pictures of a page', () => {
  it('is nothing for the same dots', () => {
    const same = page(600, 800, { x: 10, y: 20, width: 300, height: 9 });
    expect(differenceOf(same, page(600, 800, { x: 10, y: 20, width: 300, height: 9 }))).toEqual({ mean: 0, worstTile: 0 });
  });

  it('is large in one tile where a word is missing, and small over the page', () => {
    const { mean, worstTile } = differenceOf(page(640, 640, { x: 320, y: 320, width: 40, height: 20 }), page(640, 640));
    expect(worstTile).toBeGreaterThan(200);
    expect(mean).toBeCloseTo((255 * 40 * 20) / (640 * 640), 3);
  });

  it('is nearly nothing for the same page in another size', () => {
    const large = page(1_000, 800, { x: 100, y: 100, width: 400, height: 400 });
    const small = page(500, 400, { x: 50, y: 50, width: 200, height: 200 });
    expect(differenceOf(large, small)).toEqual({ mean: 0, worstTile: 0 });
  });

  it('counts one colour as a third', () => {
    const magenta = page(64, 64);
    for (let at = 1; at < magenta.rgb.length; at += 3) magenta.rgb[at] = 0;
    expect(differenceOf(magenta, page(64, 64))).toEqual({ mean: 85, worstTile: 85 });
  });

  it('is infinite for another shape, and not for a fax that one program stretches', () => {
    expect(differenceOf(page(100, 200), page(200, 100)).mean).toBe(Infinity);
    expect(differenceOf(page(100, 200), page(100, 100)).mean).toBe(Infinity);
    expect(differenceOf(page(100, 200), page(100, 100), 2)).toEqual({ mean: 0, worstTile: 0 });
  });
});

function plain(value: number): Picture {
  return { width: 16, height: 16, rgb: new Uint8Array(16 * 16 * 3).fill(value) };
}

function seen(reader: string, value: number, byProfile: number | null = null): Seen {
  return { reader, picture: plain(value), byProfile: byProfile === null ? null : plain(byProfile) };
}

function verdictOnDots(made: number, ...readers: readonly Seen[]): string {
  return judgedPage(plain(made), { seen: readers, stretch: 1 }).verdict;
}

describe('a page of what was made is', () => {
  it('right if it is what both readers see, or the only one', () => {
    expect(verdictOnDots(200, seen('A', 201), seen('B', 199))).toBe('right');
    expect(verdictOnDots(200, seen('A', 201))).toBe('right');
  });

  it('wrong if it is what no reader sees, whether they agree or not', () => {
    expect(verdictOnDots(0, seen('A', 200), seen('B', 200))).toBe('wrong');
    expect(verdictOnDots(0, seen('A', 200), seen('B', 100))).toBe('wrong');
    expect(verdictOnDots(0, seen('A', 200))).toBe('wrong');
  });

  it('disputed if one reader sees it and the other something else', () => {
    expect(verdictOnDots(200, seen('A', 200), seen('B', 100))).toBe('disputed');
  });

  it('right if the readers agree, and only a limit lies between', () => {
    expect(verdictOnDots(209, seen('A', 200), seen('B', 194))).toBe('right');
  });

  it('right in the colours of the profile, if the readers agree without it', () => {
    expect(verdictOnDots(150, seen('A', 200, 150), seen('B', 200))).toBe('right');
    expect(verdictOnDots(150, seen('A', 200, 150), seen('B', 90))).toBe('disputed');
  });

  it('unread if no reader sees it', () => {
    expect(verdictOnDots(200)).toBe('unread');
  });
});

describe('the list of pages that were looked at', () => {
  const hash = 'a'.repeat(64);

  it('names readers that are wrong about one page, or all', () => {
    const list = lookedAt(`sha256\tpage\treader\twhy\n${hash}\t2\tMuPDF\tblack\n${'b'.repeat(64)}\t*\tFFmpeg\tgreen\n`);
    expect(isListed(list, { sha256: hash, page: 2, reader: 'MuPDF' })).toBe(true);
    expect(isListed(list, { sha256: hash, page: 1, reader: 'MuPDF' })).toBe(false);
    expect(isListed(list, { sha256: hash, page: 2, reader: 'FFmpeg' })).toBe(false);
    expect(isListed(list, { sha256: 'b'.repeat(64), page: 7, reader: 'FFmpeg' })).toBe(true);
  });

  it('has a reason in each line', () => {
    expect(() => lookedAt(`sha256\tpage\treader\twhy\n${hash}\t2\tMuPDF\t\n`)).toThrow('not a line of the list');
  });
});

function file(head: string, samples: readonly number[]): Uint8Array {
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(samples)]);
}

/** Grey dots, row by row. */
function grey(width: number, values: readonly number[]): Picture {
  return { width, height: values.length / width, rgb: Uint8Array.from(values.flatMap((value) => [value, value, value])) };
}

function valuesOf({ rgb }: Picture): readonly number[] {
  return [...rgb].filter((_, at) => at % 3 === 0);
}

describe('a picture that a program has written', () => {
  it('is read in colour and in grey, with comments', () => {
    expect(pictureOf(file('P6\n1 2\n255\n', [1, 2, 3, 4, 5, 6]))?.rgb).toEqual(Buffer.from([1, 2, 3, 4, 5, 6]));
    expect(pictureOf(file('P5\n# by a program\n2 1\n255\n', [7, 9]))).toEqual(grey(2, [7, 9]));
  });

  it('is put on white by its transparency', () => {
    const head = 'P7\nWIDTH 3\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n';
    const dots = [0, 0, 0, 255, 0, 0, 0, 0, 100, 100, 100, 51];
    expect(pictureOf(file(head, dots))).toEqual(grey(3, [0, 255, 224]));
  });

  it.each(['P6\n2 2\n255\n123', 'P6\n2 2\n65535\n', 'P6\n0 0\n255\n', 'P4\n8 1\n1', ''])(
    'is none if it is incomplete or of another form: %j',
    (text) => {
      expect(pictureOf(file(text, []))).toBeNull();
    },
  );

  it('is the same after it was written again', () => {
    expect(pictureOf(ppmOf(grey(2, [1, 2, 3, 4])))).toEqual({ ...grey(2, [1, 2, 3, 4]), rgb: Buffer.from(grey(2, [1, 2, 3, 4]).rgb) });
  });
});

describe('a picture that is made smaller', () => {
  it('has the average of the dots that each new one covers', () => {
    expect(valuesOf(averaged(grey(4, [0, 100, 200, 250]), { width: 2, height: 1 }))).toEqual([50, 225]);
    expect(valuesOf(averaged(grey(3, [0, 90, 240]), { width: 2, height: 1 }))).toEqual([30, 190]);
    expect(valuesOf(averaged(grey(1, [10, 20, 30, 40]), { width: 1, height: 2 }))).toEqual([15, 35]);
  });

  it('keeps its shape, and stays as it is if it is small enough', () => {
    expect(atMost(grey(4, [1, 1, 1, 1, 1, 1, 1, 1]), 2)).toMatchObject({ width: 2, height: 1 });
    expect(atMost(grey(2, [1, 2]), 2)).toEqual(grey(2, [1, 2]));
  });
});

/** How `[1, 2, 3, 4, 5, 6]`, stored in rows of three, is shown: EXIF 2.3, "Orientation". */
const SHOWN: readonly (readonly [number, number, readonly number[]])[] = [
  [1, 3, [1, 2, 3, 4, 5, 6]],
  [2, 3, [3, 2, 1, 6, 5, 4]],
  [3, 3, [6, 5, 4, 3, 2, 1]],
  [4, 3, [4, 5, 6, 1, 2, 3]],
  [5, 2, [1, 4, 2, 5, 3, 6]],
  [6, 2, [4, 1, 5, 2, 6, 3]],
  [7, 2, [6, 3, 5, 2, 4, 1]],
  [8, 2, [3, 6, 2, 5, 1, 4]],
];

it.each(SHOWN)('a picture with the orientation %i is shown %i dots wide, as %j', (orientation, width, values) => {
  const shown = turned(grey(3, [1, 2, 3, 4, 5, 6]), orientation);
  expect(shown.width).toBe(width);
  expect(valuesOf(shown)).toEqual(values);
});

/** As libavif's own functions turn both into EXIF's orientation. */
it.each([
  ['', 1],
  ['    * irot (Rotation)      : 1\n', 8],
  ['    * irot (Rotation)      : 2\n', 3],
  ['    * irot (Rotation)      : 3\n', 6],
  ['    * imir (Mirror)        : Mode 0 (top-to-bottom)\n', 4],
  ['    * imir (Mirror)        : Mode 1 (left-to-right)\n', 2],
  ['    * irot (Rotation)      : 1\n    * imir (Mirror)        : Mode 0 (top-to-bottom)\n', 5],
  ['    * irot (Rotation)      : 3\n    * imir (Mirror)        : Mode 0 (top-to-bottom)\n', 7],
  ['    * irot (Rotation)      : 1\n    * imir (Mirror)        : Mode 1 (left-to-right)\n', 7],
])('an AVIF of which avifdec says %j has the orientation %i', (printed, orientation) => {
  expect(avifOrientationOf(` * Transformations:\n${printed}`)).toBe(orientation);
});

const DAMAGED = '{"kind":"damaged"}';
const CONTENT = '{"kind":"unsure","about":"content"}';

type Verdict = 'right' | 'wrong' | 'disputed' | 'unread';

function verdictOnRow(pages: readonly Verdict[], remarks: readonly string[] = [], counted: number | null = pages.length): string {
  const compared = pages.map((one, at) => ({ verdict: one, differences: [], page: at + 1 }));
  const common = { outcome: 'made', mediaType: 'application/pdf', seconds: 1, isReadable: true };
  return verdictOf({ measured: { ...common, remarks, pages: counted, pagesMade: pages.length, compared } });
}

describe('the verdict on a file', () => {
  it('is that on its worst page, and wrong where others count another number of pages', () => {
    expect(verdictOnRow(['right', 'right'])).toBe('right');
    expect(verdictOnRow(['right', 'disputed', 'wrong'])).toBe('wrong');
    expect(verdictOnRow(['unread', 'disputed'])).toBe('disputed');
    expect(verdictOnRow(['right'], [], 2)).toBe('wrong');
  });

  it('says of a wrong version that it was said, but not by what is said of each file of its kind', () => {
    expect(verdictOnRow(['wrong'], [CONTENT, DAMAGED])).toBe('said');
    expect(verdictOnRow(['right'], [DAMAGED])).toBe('right');
    expect(verdictOnRow(['wrong'], [CONTENT])).toBe('wrong');
  });
});

type Of = { readonly verdict?: PageVerdict; readonly outcome?: string; readonly tile?: number; readonly pages?: number };

function line(kind: PixelRow['kind'], sha256: string, { verdict = 'right', outcome = 'made', tile = 3, pages = 1 }: Of = {}): PixelLine {
  const differences = [
    { reader: 'one', mean: 1, worstTile: tile },
    { reader: 'other', mean: 2, worstTile: tile + 1 },
  ];
  const compared = outcome === 'made' ? [{ page: 1, verdict, differences }] : [];
  const made = { pages, pagesMade: outcome === 'made' ? 1 : null, mediaType: outcome === 'made' ? 'image/jpeg' : null };
  const measured = { outcome, remarks: [], seconds: 1.5, compared, isReadable: true, ...made };
  return pixelLineOf({ kind, source: 'somebody/files', path: `a folder/${sha256}.${kind}`, sha256, bytes: 5, measured });
}

const PARTS = [
  [line('webp', 'cc'), line('webp', 'aa', { outcome: 'not-understood' })],
  [line('tiff', 'dd', { verdict: 'disputed', tile: 90 }), line('tiff', 'bb', { tile: 5 }), line('tiff', 'ee', { pages: 2 })],
];
const NONE = { missing: [], left: 0 };

describe('a report of pixels that is joined of parts', () => {
  const joined = joinedPixels(PARTS.map(pixelLinesOf));

  it('is the report of all, in whatever order they were measured', () => {
    const all = PARTS.flat();
    expect(pixelReportOf(joined, NONE)).toBe(pixelReportOf(all, NONE));
    expect(pixelReportOf(all, NONE)).toBe(pixelReportOf(all.toReversed(), NONE));
    expect(pixelLinesOf(joined)).toBe(pixelLinesOf(all.toReversed()));
  });

  it('counts by kind, and names what is wrong or disputed', () => {
    const text = pixelReportOf(joined, { missing: ['a'], left: 4 });
    expect(text).toContain('Not there: 1. Not measured, for want of time: 4.');
    expect(text).toContain('| tiff | 3 | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 3 | 3 | 0 | 1.0/5.0 | 1.50 |');
    expect(text).toContain('| webp | 2 | 1 | 0 | 0 | 0 | 0 | 1 | 0 | 2 | 1 | 0 | 1.0/3.0 | 1.50 |');
    expect(text).toContain('## Disputed\n\n- tiff: `dd.tiff`\n');
    expect(text).toContain('| tiff | somebody/files: a folder/ee.tiff | 1 | 2 pages became 1; one 1.0/3.0, other 2.0/4.0 |');
    expect(text).not.toContain('bb.tiff');
    expect(pixelReportOf([], NONE)).toContain('## Wrong\n\nNone.\n\n## Disputed\n\nNone.');
  });

  it('is made of lines of an earlier version too, with what they do not say left open', () => {
    const earlier = PARTS.map((part) => pixelLinesOf(part).replaceAll(/(\t[^\t\n]*){3}$/gm, ''));
    expect(pixelReportOf(joinedPixels(earlier), NONE)).toContain('| webp | 2 | 1 | 0 | 0 | 0 | 0 | 1 | 0 | ? | ? | ? | 1.0/3.0 | ? |');
  });

  it('refuses a file that two parts have', () => {
    expect(() => joinedPixels([...PARTS, ...PARTS].map(pixelLinesOf))).toThrow('in more than one run: webp');
  });
});
