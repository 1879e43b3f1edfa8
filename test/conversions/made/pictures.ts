import { type Command, intoFile, type MadePage, type Places, recipes } from './recipe.ts';

const GREY = { dpi: 300, depth: 'grey' } as const satisfies MadePage;
const COLOUR = { dpi: 300, depth: 'colour' } as const satisfies MadePage;
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

export const PICTURES = recipes(200, [
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
