import { alike, type Command, type MadePage, type Places, recipes } from './recipe.ts';

const COLOUR = { dpi: 300, depth: 'colour' } as const satisfies MadePage;
const TIFF2PDF = 'libtiff (tiff2pdf)';
const PASSWORD = 'open-sesame';

/** A scan as a PDF of JPEGs or of Flate. */
const scan =
  (dpi: number, quality: number | null, to: (at: Places) => string = ({ into }) => into) =>
  (at: Places): readonly Command[] => {
    const files = at.pictures.map((_, index) => at.between(`${index}.tif`));
    return [
      ...at.pictures.map((picture, index): Command => ['ppm2tiff', '-c', 'none', '-R', `${dpi}`, picture, files[index] ?? '']),
      ['tiffcp', '-c', 'none', ...files, at.between('all.tif')],
      ['tiff2pdf', ...(quality === null ? ['-z'] : ['-j', '-q', `${quality}`]), '-o', to(at), at.between('all.tif')],
    ];
  };

/** With the recognised words behind the pictures, as scanning programs make it. */
function searchable(at: Places): readonly Command[] {
  const jpegs = at.pictures.map((_, index) => at.between(`${index}.jpg`));
  const list = at.between('list.txt');
  return [
    ...at.pictures.map(
      (picture, index): Command => ['convert', picture, '-density', '300', '-units', 'PixelsPerInch', '-quality', '92', jpegs[index] ?? ''],
    ),
    ['sh', '-c', 'into=$1; shift; printf "%s\\n" "$@" > "$into"', 'sh', list, ...jpegs],
    ['tesseract', list, at.into.replace(/\.pdf$/, ''), '-l', 'eng', 'pdf'],
  ];
}

/** Ghostscript writes the scan again, without making its pictures smaller. */
function written(at: Places): readonly Command[] {
  const keep = [
    '-dAutoFilterColorImages=false',
    '-dColorImageFilter=/DCTEncode',
    '-dDownsampleColorImages=false',
    '-dPassThroughJPEGImages=true',
  ];
  const first = at.between('scan.pdf');
  return [
    ...scan(300, 90, () => first)(at),
    ['gs', '-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', ...keep, `-sOutputFile=${at.into}`, first],
  ];
}

const locked = (from: string, into: string, ...cipher: readonly string[]): Command => [
  'qpdf',
  '--allow-weak-crypto',
  '--encrypt',
  PASSWORD,
  'the-owner',
  ...cipher,
  '--',
  from,
  into,
];
const lockedLetters =
  (...cipher: readonly string[]) =>
  ({ letters, into }: Places): readonly Command[] => [locked(letters, into, ...cipher)];
const lockedScan =
  (quality: number, ...cipher: readonly string[]) =>
  (at: Places): readonly Command[] => {
    const open = at.between('open.pdf');
    return [...scan(300, quality, () => open)(at), locked(open, at.into, ...cipher)];
  };

const RC4 = ['128', '--use-aes=n'];
const AES_128 = ['128', '--use-aes=y'];
const AES_256 = ['256'];
const LARGE = 'made from a large scan, qpdf';

export const PDFS = recipes(300, [
  {
    kind: 'pdf',
    name: 'scan-600-colour-4-pages-fra.pdf',
    by: TIFF2PDF,
    language: 'fra',
    pages: alike(4, { ...COLOUR, dpi: 600 }),
    commands: scan(600, 85),
  },
  {
    kind: 'pdf',
    name: 'scan-300-colour-24-pages-eng.pdf',
    by: TIFF2PDF,
    language: 'eng',
    pages: alike(24, COLOUR),
    commands: scan(300, 75),
  },
  {
    kind: 'pdf',
    name: 'scan-600-grey-flate-deu.pdf',
    by: TIFF2PDF,
    language: 'deu',
    pages: [{ dpi: 600, depth: 'grey' }],
    commands: scan(600, null),
  },
  {
    kind: 'pdf',
    name: 'searchable-300-colour-6-pages-eng.pdf',
    by: 'Tesseract (PDF with text)',
    language: 'eng',
    pages: alike(6, COLOUR),
    commands: searchable,
  },
  {
    kind: 'pdf',
    name: 'ghostscript-300-colour-5-pages-fra.pdf',
    by: 'Ghostscript (pdfwrite)',
    language: 'fra',
    pages: alike(5, COLOUR),
    commands: written,
  },
  {
    kind: 'pdf',
    name: 'letters-rc4-128-fra.pdf',
    by: 'qpdf, RC4-128',
    language: 'fra',
    password: PASSWORD,
    pages: alike(2, COLOUR),
    commands: lockedLetters(...RC4),
  },
  {
    kind: 'pdf',
    name: 'letters-aes-128-eng.pdf',
    by: 'qpdf, AES-128',
    language: 'eng',
    password: PASSWORD,
    pages: alike(2, COLOUR),
    commands: lockedLetters(...AES_128),
  },
  {
    kind: 'pdf',
    name: 'letters-aes-256-deu.pdf',
    by: 'qpdf, AES-256',
    language: 'deu',
    password: PASSWORD,
    pages: alike(2, COLOUR),
    commands: lockedLetters(...AES_256),
  },
  {
    kind: 'pdf',
    name: 'scan-rc4-128-eng.pdf',
    by: 'libtiff, qpdf, RC4-128',
    language: 'eng',
    password: PASSWORD,
    pages: alike(2, COLOUR),
    commands: lockedScan(75, ...RC4),
  },
  {
    kind: 'pdf',
    name: 'scan-aes-128-fra.pdf',
    by: 'libtiff, qpdf, AES-128',
    language: 'fra',
    password: PASSWORD,
    pages: alike(2, COLOUR),
    commands: lockedScan(75, ...AES_128),
  },
  {
    kind: 'pdf',
    name: 'large-scan-aes-256-eng.pdf',
    by: LARGE,
    language: 'eng',
    password: PASSWORD,
    pages: alike(6, COLOUR),
    commands: lockedScan(90, ...AES_256),
  },
]);
