import { alike, type Command, type MadePage, type Places, recipes } from './recipe.ts';

const LIBTIFF = 'libtiff (ppm2tiff, tiffcp)';
const BITS = { dpi: 300, depth: 'bits' } as const satisfies MadePage;
const GREY = { dpi: 300, depth: 'grey' } as const satisfies MadePage;
const COLOUR = { dpi: 300, depth: 'colour' } as const satisfies MadePage;
const FINE_FAX = { dpi: [204, 196], depth: 'bits' } as const satisfies MadePage;

/** One TIFF for each page. */
function single({ pictures, between }: Places, dpi: number): { readonly files: readonly string[]; readonly commands: readonly Command[] } {
  const files = pictures.map((_, index) => between(`${index}.tif`));
  return { files, commands: pictures.map((picture, index) => ['ppm2tiff', '-c', 'none', '-R', `${dpi}`, picture, files[index] ?? '']) };
}

const joined =
  (dpi: number, ...options: readonly string[]) =>
  (at: Places): readonly Command[] => {
    const { files, commands } = single(at, dpi);
    return [...commands, ['tiffcp', ...options, ...files, at.into]];
  };

/** Its dots are not square. */
const fax =
  (compression: string) =>
  (at: Places): readonly Command[] => [
    ...joined(204, '-c', compression)(at),
    ...at.pictures.map((_, page): Command => ['tiffset', '-d', `${page}`, '-s', '283', '196', at.into]),
  ];

/** Each page keeps the compression of its own. */
function mixed(at: Places): readonly Command[] {
  const { files, commands } = single(at, 300);
  const packed = files.map((_, index) => at.between(`packed-${index}.tif`));
  const ways = ['g4', 'zip', 'jpeg:85'];
  return [
    ...commands,
    ...files.map((file, index): Command => ['tiffcp', '-c', ways[index] ?? 'none', '-r', '16', file, packed[index] ?? '']),
    ['tiffcp', ...packed, at.into],
  ];
}

export const TIFFS = recipes(100, [
  { kind: 'tiff', name: 'g4-300-fra.tiff', by: LIBTIFF, language: 'fra', pages: [BITS], commands: joined(300, '-c', 'g4') },
  {
    kind: 'tiff',
    name: 'g4-600-eng.tiff',
    by: LIBTIFF,
    language: 'eng',
    pages: [{ ...BITS, dpi: 600 }],
    commands: joined(600, '-c', 'g4'),
  },
  { kind: 'tiff', name: 'g4-300-5-pages-deu.tiff', by: LIBTIFF, language: 'deu', pages: alike(5, BITS), commands: joined(300, '-c', 'g4') },
  { kind: 'tiff', name: 'fax-g3-fra.tiff', by: LIBTIFF, language: 'fra', pages: [FINE_FAX], commands: fax('g3:1d') },
  {
    kind: 'tiff',
    name: 'fax-g3-2d-2-pages-eng.tiff',
    by: LIBTIFF,
    language: 'eng',
    pages: alike(2, FINE_FAX),
    commands: fax('g3:2d:fill'),
  },
  { kind: 'tiff', name: 'packbits-300-fra.tiff', by: LIBTIFF, language: 'fra', pages: [BITS], commands: joined(300, '-c', 'packbits') },
  {
    kind: 'tiff',
    name: 'lzw-300-2-pages-eng.tiff',
    by: LIBTIFF,
    language: 'eng',
    pages: alike(2, { ...BITS, dpi: 300 }),
    commands: joined(300, '-c', 'lzw', '-r', '64'),
  },
  {
    kind: 'tiff',
    name: 'deflate-grey-200-fra.tiff',
    by: LIBTIFF,
    language: 'fra',
    pages: [{ dpi: 200, depth: 'grey', noise: 2 }],
    commands: joined(200, '-c', 'zip:2', '-r', '32'),
  },
  {
    kind: 'tiff',
    name: 'jpeg-grey-300-3-pages-fra.tiff',
    by: LIBTIFF,
    language: 'fra',
    pages: alike(3, GREY),
    commands: joined(300, '-c', 'jpeg:80', '-r', '16'),
  },
  {
    kind: 'tiff',
    name: 'jpeg-colour-300-eng.tiff',
    by: LIBTIFF,
    language: 'eng',
    pages: [COLOUR],
    commands: joined(300, '-c', 'jpeg:85', '-r', '16'),
  },
  {
    kind: 'tiff',
    name: 'jpeg-colour-600-deu.tiff',
    by: LIBTIFF,
    language: 'deu',
    pages: [{ ...COLOUR, dpi: 600 }],
    commands: joined(600, '-c', 'jpeg:75', '-r', '16'),
  },
  {
    kind: 'tiff',
    name: 'tiles-g4-300-eng.tiff',
    by: LIBTIFF,
    language: 'eng',
    pages: [BITS],
    commands: joined(300, '-c', 'g4', '-t', '-w', '256', '-l', '256'),
  },
  {
    kind: 'tiff',
    name: 'mixed-3-pages-fra.tiff',
    by: LIBTIFF,
    language: 'fra',
    pages: [BITS, { ...GREY, dpi: 300, noise: 1 }, COLOUR],
    commands: mixed,
  },
  {
    kind: 'tiff',
    name: 'lzw-colour-300-eng.tiff',
    by: LIBTIFF,
    language: 'eng',
    pages: [COLOUR],
    commands: joined(300, '-c', 'lzw:2', '-r', '16'),
  },
  {
    kind: 'tiff',
    name: 'ghostscript-g4-300-3-pages-eng.tiff',
    by: 'Ghostscript (tiffg4)',
    language: 'eng',
    pages: alike(3, BITS),
    commands: ({ letters, into }) => [['gs', '-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=tiffg4', '-r300', `-sOutputFile=${into}`, letters]],
  },
  {
    kind: 'tiff',
    name: 'imagemagick-grey-zip-fra.tiff',
    by: 'ImageMagick',
    language: 'fra',
    pages: [{ dpi: 200, depth: 'grey', noise: 1 }],
    commands: ({ pictures, into }) => [['convert', ...pictures, '-density', '200', '-units', 'PixelsPerInch', '-compress', 'Zip', into]],
  },
]);
