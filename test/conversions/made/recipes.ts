import { PDFS } from './pdfs.ts';
import { alike, type Command, intoFile, type MadePage, type Places, type Recipe, recipes } from './recipe.ts';

const LIBTIFF = 'libtiff (ppm2tiff, tiffcp)';
const BITS = { dpi: 300, depth: 'bits' } as const satisfies MadePage;
const FINE_FAX = { dpi: [204, 196], depth: 'bits' } as const satisfies MadePage;
const GREY = { dpi: 300, depth: 'grey' } as const satisfies MadePage;
const COLOUR = { dpi: 300, depth: 'colour' } as const satisfies MadePage;

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

const TIFFS = recipes(100, [
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

const PHOTO = { dpi: 300, depth: 'colour', noise: 3 } as const satisfies MadePage;
/** White paper of a program that scans: without noise the file stays small. */
const CLEAN = { dpi: 300, depth: 'bits' } as const satisfies MadePage;

/** ImageMagick writes the file. `options`: between the picture and its name. */
const convert =
  (dpi: number, ...options: readonly string[]) =>
  ({ pictures: [picture = ''], into }: Places): readonly Command[] => [
    ['convert', picture, '-density', `${dpi}`, '-units', 'PixelsPerInch', ...options, into],
  ];

/** Another program writes the file from a PNG. */
const fromPng =
  (command: (png: string, into: string) => Command) =>
  ({ pictures: [picture = ''], between, into }: Places): readonly Command[] => [
    ['convert', picture, between('page.png')],
    command(between('page.png'), into),
  ];

const heif = (quality: number) => fromPng((png, into) => ['heif-enc', '-q', `${quality}`, '-o', into, png]);
const avif = (...options: readonly string[]) => fromPng((png, into) => ['avifenc', '-j', '1', '-s', '8', ...options, png, into]);
const webp = (...options: readonly string[]) => fromPng((png, into) => ['cwebp', '-quiet', ...options, png, '-o', into]);

const netpbm =
  (...options: readonly string[]) =>
  ({ pictures: [picture = ''], into }: Places): readonly Command[] => [intoFile(into, ['ppmtobmp', '-windows', ...options, picture])];

const HEIF_ENC = 'libheif, x265 (heif-enc)';
const AVIFENC = 'libavif, libaom (avifenc)';
const CWEBP = 'libwebp (cwebp)';

const PICTURES = recipes(200, [
  { kind: 'heic', name: 'photo-of-page-fra.heic', by: HEIF_ENC, language: 'fra', pages: [PHOTO], commands: heif(70) },
  { kind: 'heic', name: 'photo-of-page-eng.heic', by: HEIF_ENC, language: 'eng', pages: [PHOTO], commands: heif(85) },
  { kind: 'heic', name: 'photo-of-page-deu.heic', by: HEIF_ENC, language: 'deu', pages: [{ ...PHOTO, depth: 'grey' }], commands: heif(75) },
  {
    kind: 'avif',
    name: 'photo-of-page-fra.avif',
    by: AVIFENC,
    language: 'fra',
    pages: [PHOTO],
    commands: avif('--min', '15', '--max', '25'),
  },
  {
    kind: 'avif',
    name: 'photo-of-page-eng.avif',
    by: AVIFENC,
    language: 'eng',
    pages: [PHOTO],
    commands: avif('-y', '444', '--min', '10', '--max', '20'),
  },
  {
    kind: 'avif',
    name: 'ten-bits-deu.avif',
    by: AVIFENC,
    language: 'deu',
    pages: [PHOTO],
    commands: avif('-d', '10', '--min', '15', '--max', '25'),
  },
  { kind: 'webp', name: 'photo-of-page-fra.webp', by: CWEBP, language: 'fra', pages: [PHOTO], commands: webp('-q', '85') },
  { kind: 'webp', name: 'lossless-eng.webp', by: CWEBP, language: 'eng', pages: [CLEAN], commands: webp('-lossless') },
  { kind: 'webp', name: 'photo-of-page-deu.webp', by: CWEBP, language: 'deu', pages: [PHOTO], commands: webp('-q', '75') },
  {
    kind: 'bmp',
    name: 'colour-300-fra.bmp',
    by: 'ImageMagick (BMP3)',
    language: 'fra',
    pages: [COLOUR],
    commands: convert(300, '-define', 'bmp:format=bmp3'),
  },
  { kind: 'bmp', name: 'grey-300-eng.bmp', by: 'Netpbm (ppmtobmp, palette)', language: 'eng', pages: [GREY], commands: netpbm('-bpp=8') },
  {
    kind: 'bmp',
    name: 'netpbm-300-deu.bmp',
    by: 'Netpbm (ppmtobmp)',
    language: 'deu',
    pages: [COLOUR],
    commands: netpbm('-bpp=24'),
  },
  { kind: 'png', name: 'colour-300-eng.png', by: 'ImageMagick', language: 'eng', pages: [COLOUR], commands: convert(300) },
  { kind: 'png', name: 'grey-600-fra.png', by: 'ImageMagick', language: 'fra', pages: [{ ...GREY, dpi: 600 }], commands: convert(600) },
  {
    kind: 'png',
    name: 'netpbm-interlaced-deu.png',
    by: 'Netpbm (pnmtopng)',
    language: 'deu',
    pages: [GREY],
    commands: ({ pictures: [picture = ''], into }) => [intoFile(into, ['pnmtopng', '-interlace', picture])],
  },
  {
    kind: 'jpeg',
    name: 'colour-600-fra.jpeg',
    by: 'ImageMagick',
    language: 'fra',
    pages: [{ ...COLOUR, dpi: 600 }],
    commands: convert(600, '-quality', '92'),
  },
  {
    kind: 'jpeg',
    name: 'grey-600-eng.jpeg',
    by: 'ImageMagick',
    language: 'eng',
    pages: [{ ...GREY, dpi: 600 }],
    commands: convert(600, '-quality', '95'),
  },
  {
    kind: 'jpeg',
    name: 'progressive-600-deu.jpeg',
    by: 'ImageMagick',
    language: 'deu',
    pages: [{ ...COLOUR, dpi: 600 }],
    commands: convert(600, '-interlace', 'JPEG', '-quality', '92'),
  },
  {
    kind: 'jpeg',
    name: 'turned-600-eng.jpeg',
    by: 'ImageMagick, ExifTool (turned by EXIF)',
    language: 'eng',
    pages: [{ ...COLOUR, dpi: 600 }],
    commands: (at) => [
      ...convert(600, '-rotate', '270', '-quality', '92')(at),
      ['exiftool', '-q', '-overwrite_original', '-n', '-Orientation=6', at.into],
    ],
  },
]);

/** All that this machine makes. */
export const RECIPES: readonly Recipe[] = [...TIFFS, ...PICTURES, ...PDFS];

/** One TIFF for each page. */
function single({ pictures, between }: Places, dpi: number): { readonly files: readonly string[]; readonly commands: readonly Command[] } {
  const files = pictures.map((_, index) => between(`${index}.tif`));
  return { files, commands: pictures.map((picture, index) => ['ppm2tiff', '-c', 'none', '-R', `${dpi}`, picture, files[index] ?? '']) };
}

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
