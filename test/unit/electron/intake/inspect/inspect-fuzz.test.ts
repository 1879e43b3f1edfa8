import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INSPECT_LIMITS, InspectBudget, type Counted } from '#electron/intake/inspect/inspect-budget.ts';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Random } from '#shared/ports/world.ts';
import { hostileShapes } from '#test/support/hostile/hostile-shapes.ts';
import { pdfOf, stream } from '#test/support/hostile/hostile-pdfs.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { bmp, line, paper, png, scan } from '#test/support/scans/make-pictures.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { brokenPdfs, paperPdf, untidyPdfs } from '#test/support/documents/pdfs.ts';

const LOCKED = 'test/support/locked-pdfs';
const BLANK = 'test/support/blank';
/** Small files of the same shapes: cheap ones can be tried often. */
const SHAPE_BYTES = 6_000;

const FAX = '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 496 >>';

/** A page that draws a fax. */
function faxPdf(): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>';
  const said = `/Type /XObject /Subtype /Image /Width 496 /Height 640 /BitsPerComponent 1 /ColorSpace /DeviceGray ${FAX}`;
  const fax = stream(said, scan('receipt.g4').toString('latin1'));
  const tree = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
  return pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', tree, page, stream('', 'q 9 0 0 9 0 0 cm /I Do Q'), fax]);
}

const SCANS = ['baseline', 'progressive', 'restarts', 'scans', 'cmyk', 'arithmetic', 'noise', 'faint-progressive', 'white-zeros'];
const SAVED = [
  'invoice/locked-128.pdf',
  'scan/annotated.pdf',
  'fax/recompressed.pdf',
  'form/filled.pdf',
  'pictures/turned.jpg',
  'pictures/optipng.png',
];
const SMALL = { width: 61, height: 47, level: line(paper(250, { noise: 2 }), 9) };

const families: Readonly<Record<string, readonly Buffer[]>> = {
  samples: Object.values(sampleFiles).map(({ path }) => readFileSync(path)),
  'locked PDFs': readdirSync(LOCKED).map((name) => readFileSync(`${LOCKED}/${name}`)),
  'pictures of one colour': readdirSync(BLANK).map((name) => readFileSync(`${BLANK}/${name}`)),
  'untidy PDFs': [paperPdf(), ...Object.values(untidyPdfs()), ...Object.values(brokenPdfs()).map(({ bytes }) => bytes)],
  'pictures of all forms': [
    ...SCANS.map((name) => scan(`${name}.jpg`)),
    png({ ...SMALL, isInterlaced: true }),
    png({ ...SMALL, colour: 3 }),
    bmp({ width: 5, height: 3, bits: 8, compression: 1, pixels: Buffer.from([5, 1, 0, 0, 5, 2, 0, 0, 0, 4, 1, 2, 3, 4, 1, 9]) }),
    bmp({ width: 5, height: 2, bits: 4, compression: 2, pixels: Buffer.from([5, 1, 0, 0, 0, 5, 1, 2, 3, 0, 0, 0, 5, 0x12, 0, 1]) }),
    bmp({ width: 160, height: 120, bits: 24, compression: 4, pixels: scan('progressive.jpg') }),
    faxPdf(),
  ],
  'pages that other programs saved': SAVED.map((name) => readFileSync(`test/support/same-pages/${name}`)),
  'hostile shapes': Object.values(hostileShapes(SHAPE_BYTES)).map((make) => make()),
};

const WORDS = [
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  '\\',
  '%',
  '\n',
  ' ',
  '/',
  '0 R',
  'obj',
  ' 0 obj',
  'endobj',
  'stream\n',
  'endstream',
  '%%EOF',
  'xref',
];
const MORE_WORDS = [
  'startxref',
  'trailer',
  '/Encrypt 9 0 R',
  '/Length 9',
  '/Filter /FlateDecode',
  '/ObjStm',
  '/Prev 9',
  '/Kids [2 0 R]',
  '/Do',
  'IDAT',
  'IEND',
  '\xff\xd8',
  '\xff\xda',
  '\xff\xd9',
];
const NUMBERS = ['0', '-1', '1e9', '4294967295', '99999999999999999999', '.', '0.5', '\0', '\xff\xff\xff\xff'];
const PIECES = [...WORDS, ...MORE_WORDS, ...NUMBERS].map((word) => Buffer.from(word, 'latin1'));

type Dice = { below(end: number): number; one<T>(of: readonly T[]): T };

function diceOf(random: Random): Dice {
  const below = (end: number): number => Math.floor(random.fraction() * end);
  const one = <T>(of: readonly T[]): T => {
    const drawn = of[below(of.length)];
    if (drawn === undefined) throw new Error('there is nothing to draw from');
    return drawn;
  };
  return { below, one };
}

/** One way to change a file into another: bytes flipped; words inserted, overwritten or repeated; parts left out, doubled or moved. */
function bent(whole: Buffer, dice: Dice): Buffer {
  const at = dice.below(whole.length + 1);
  const to = Math.min(whole.length, at + dice.below(dice.one([8, 64, 1_024, whole.length + 1])));
  const piece = dice.one(PIECES);
  const [before, part, after] = [whole.subarray(0, at), whole.subarray(at, to), whole.subarray(to)];
  switch (dice.below(7)) {
    case 0:
      return Buffer.concat([before, Buffer.from(part.map((byte) => byte ^ (1 << dice.below(8)))), after]);
    case 1:
      return Buffer.concat([before, piece, part, after]);
    case 2:
      return Buffer.concat([before, piece, whole.subarray(Math.min(whole.length, at + piece.length))]);
    case 3:
      return Buffer.concat([before, ...Array.from({ length: dice.one([2, 30, 900]) }, () => piece), part, after]);
    case 4:
      return Buffer.concat([before, after]);
    case 5:
      return Buffer.concat([before, part, part, after]);
    default:
      return Buffer.concat([after, part, before]);
  }
}

function look(bytes: Uint8Array, name: string) {
  const budget = new InspectBudget();
  const { kind, sha256, ...rest } = inspect({ name, bytes, size: bytes.byteLength }, nodeSha256, budget);
  const spent = (Object.keys(INSPECT_LIMITS) as readonly Counted[]).map((limit) => [limit, budget.spent(limit)] as const);
  const [problem, pages] = ['problem' in rest ? rest.problem : null, 'pages' in rest ? (rest.pages ?? []) : null];
  return { kind, sha256, problem, pages, question: 'question' in rest ? rest.question : null, spent };
}

describe('inspection of what was bent at random', () => {
  it.each(Object.keys(families))('never throws, stays within its limits, and says the same twice: %s', { timeout: 120_000 }, (family) => {
    const wholes = families[family] ?? [];
    const kinds = new Set<string>();
    let known = 0;
    for (let seed = 0; seed < 1_000; seed += 1) {
      const dice = diceOf(seededRandom(seed));
      let bytes = dice.one(wholes);
      for (let times = 1 + dice.below(4); times > 0; times -= 1) bytes = bent(bytes, dice);
      const name = dice.one(['a.pdf', 'a.jpg', 'a.png', 'a', '', '\ud800.bmp', '.'.repeat(300)]);
      const [once, twice] = [look(bytes, name), look(Buffer.concat([Buffer.from('x'), bytes]).subarray(1), name)];
      expect([seed, twice]).toEqual([seed, once]);
      expect([seed, once.spent.filter(([limit, spent]) => !(spent >= 0 && spent <= INSPECT_LIMITS[limit]))]).toEqual([seed, []]);
      expect([seed, once.pages?.filter((page) => page !== null && !/^[0-9a-f]{24}$/.test(page)) ?? []]).toEqual([seed, []]);
      known += once.pages?.some((page) => page !== null) === true ? 1 : 0;
      kinds.add(once.problem?.kind ?? once.question ?? once.kind);
    }
    // Otherwise nothing of it was looked into.
    expect(kinds.size).toBeGreaterThan(1);
    expect(known).toBeGreaterThan(family === 'locked PDFs' ? 0 : 10);
  });
});
