import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { runProgram } from '../../programs.ts';
import { atMost, type Picture, pictureOf, turned } from '../judge-page.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** ImageMagick, with libtiff, libjpeg and libpng. */
const imageMagick: Reader = {
  name: 'ImageMagick',
  draw: ({ path, kind, index }) => byImageMagick(kind === 'tiff' ? `tiff:${path}[${index}]` : `${kind}:${path}`, []),
};

/** GraphicsMagick: libtiff too, but it makes colours of the samples by code of its own. */
const graphicsMagick: Reader = {
  name: 'GraphicsMagick',
  draw: async ({ path, kind, index }: PageAt) => {
    const from = kind === 'tiff' ? `tiff:${path}[${index}]` : `${kind}:${path}`;
    const steps = ['-auto-orient', '-background', 'white', '-extent', '0x0', '+matte', '-colorspace', 'RGB', '-depth', '8'];
    const { exit, out } = await runProgram([...LIMITED, 'gm', 'convert', from, ...steps, '-scale', `${LONGEST}x${LONGEST}>`, 'ppm:-']);
    return exit === 0 ? pictureOf(out) : null;
  },
};

/** MuPDF: its own code for TIFF, PNG and PDF. */
const mupdf: Reader = {
  name: 'MuPDF',
  draw: async ({ path, index, password, size }: PageAt) => {
    const longest = longestOf(size);
    const opened = password === null ? [] : ['-p', password];
    const box = ['-w', `${longest}`, '-h', `${longest}`, '-c', 'rgb'];
    const { exit, out } = await runProgram([
      ...LIMITED,
      'mutool',
      'draw',
      '-q',
      '-F',
      'ppm',
      ...box,
      ...opened,
      '-o',
      '-',
      path,
      `${index + 1}`,
    ]);
    return exit === 0 ? pictureOf(out) : null;
  },
};

/** Poppler, for PDF alone. */
const poppler: Reader = {
  name: 'Poppler',
  draw: async ({ path, index, password, size }: PageAt) => {
    const opened = password === null ? [] : ['-upw', password];
    const range = ['-f', `${index + 1}`, '-l', `${index + 1}`, '-singlefile'];
    const { exit, out } = await runProgram([...LIMITED, 'pdftoppm', '-scale-to', `${longestOf(size)}`, ...range, ...opened, path]);
    const picture = exit === 0 ? pictureOf(out) : null;
    return picture === null ? null : atMost(picture, LONGEST);
  },
};

/** libwebp's own program. */
const dwebp: Reader = {
  name: 'dwebp',
  draw: async (page: PageAt) => {
    const { exit, out } = await runProgram([...LIMITED, 'dwebp', '-quiet', page.path, '-pam', '-o', '-']);
    const picture = exit === 0 ? pictureOf(out) : null;
    return picture === null ? null : turned(atMost(picture, LONGEST), await readOrientation(page));
  },
};

/** libavif's own program. */
const avifdec: Reader = {
  name: 'avifdec',
  draw: async (page) => {
    const picture = await byPng(async (into) => [...LIMITED, 'avifdec', '-j', '1', '-d', '8', page.path, into]);
    return picture === null ? null : turned(picture, await readOrientation(page));
  },
};

/** libheif's own program, with libde265 for HEIC. It writes every picture of a file; the primary one is shown. */
const heifConvert: Reader = {
  name: 'heif-convert',
  draw: async ({ path }) => {
    const { out } = await runProgram([...LIMITED, 'heif-info', path]);
    const pictures = out.toString('latin1').match(/^image: .*$/gm) ?? [];
    const primary = pictures.findIndex((line) => line.includes('primary'));
    return byPng(async (into) => [...LIMITED, 'heif-convert', path, into], pictures.length > 1 ? `-${primary + 1}` : '');
  },
};

/** FFmpeg (7 and later for HEIC): its own decoders for TIFF, HEVC, WebP, JPEG and PNG; AVIF by dav1d. The first page only. */
const ffmpeg: Reader = {
  name: 'FFmpeg',
  draw: async (page: PageAt) => {
    if (page.index > 0) return null;
    const picture = page.kind === 'heic' ? await heic(page.path) : await frame(page.path, []);
    return picture === null ? null : turned(picture, await readOrientation(page));
  },
};

/** Two of them read a page; a later one is asked only where an earlier one cannot. The first two share no decoder. */
export const READERS: Readonly<Record<ConvertedKind, readonly Reader[]>> = {
  tiff: [imageMagick, mupdf, ffmpeg, graphicsMagick],
  heic: [heifConvert, ffmpeg],
  avif: [avifdec, ffmpeg, heifConvert],
  webp: [dwebp, ffmpeg],
  jpeg: [imageMagick, ffmpeg],
  png: [imageMagick, mupdf],
  bmp: [imageMagick, ffmpeg],
  pdf: [mupdf, poppler],
};

type Lacking = { readonly reader: string; readonly kinds: readonly ConvertedKind[]; readonly words: RegExp };
/** Found in a file whose pictures have transparency, are put together from pieces, or are shown in part. */
const [ALPHA, GRID, CROP] = [/auxid:1\0|auxiliary:alpha/, /infe[^]{8,12}grid/, /clap/];
/** What a reader does not do, by words that such a file has: it shows another picture then, without a word. */
const LACKING: readonly Lacking[] = [
  { reader: 'FFmpeg', kinds: ['heic', 'avif'], words: ALPHA },
  { reader: 'FFmpeg', kinds: ['heic', 'avif'], words: GRID },
  { reader: 'FFmpeg', kinds: ['heic', 'avif'], words: CROP },
  { reader: 'avifdec', kinds: ['avif'], words: CROP },
];

/** Whether this reader cannot show the file as it is meant. */
export function isLacking(reader: Reader, { path, kind }: { readonly path: string; readonly kind: ConvertedKind }): boolean {
  const own = LACKING.filter((one) => one.reader === reader.name && one.kinds.includes(kind));
  if (own.length === 0) return false;
  const text = readFileSync(path).toString('latin1');
  return own.some(({ words }) => words.test(text));
}

async function frame(path: string, how: readonly string[]): Promise<Picture | null> {
  const input = ['-v', 'error', '-noautorotate', '-threads', '1', '-i', path, ...how];
  const output = ['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'pam', '-pix_fmt', 'rgba', '-'];
  const { exit, out, said } = await runProgram([...LIMITED, 'ffmpeg', ...input, ...output]);
  // It shows grey where it cannot go on, and says so only here.
  return exit === 0 && !/error|invalid|corrupt|could not/i.test(said) ? pictureOf(out) : null;
}

/** A photo in tiles is listed as a group of streams, which this version does not put together by itself. */
async function heic(path: string): Promise<Picture | null> {
  const { said } = await runProgram([...LIMITED, 'ffmpeg', '-hide_banner', '-v', 'verbose', '-i', path]);
  const grid = /^ *Stream group #0:\d+.*Tile Grid:.*?(\d+)x(\d+)(?: \((\d+)x(\d+)\))?.*\(default\)/m.exec(said);
  if (grid === null) return frame(path, []);
  const [width = 0, height = 0, paddedWidth = width] = grid.slice(1).map((one) => (one === undefined ? undefined : Number(one)));
  const group = said.slice(grid.index + 1).split(/^ *Stream group/m)[0] ?? '';
  const tiles = [...group.matchAll(/^ *Stream #0:(\d+).*?, (\d+)x(\d+)[, ].*\(dependent\)/gm)].map((tile) => tile.slice(1).map(Number));
  const [, across = 0, down = 0] = tiles[0] ?? [];
  if (across === 0 || tiles.some(([, wide, high]) => wide !== across || high !== down)) return null;
  const columns = Math.ceil(paddedWidth / across);
  const places = tiles.map((_, at) => `${(at % columns) * across}_${Math.floor(at / columns) * down}`);
  const inputs = tiles.map(([stream]) => `[0:${stream}]`).join('');
  const stacked = tiles.length === 1 ? `${inputs}null` : `${inputs}xstack=inputs=${tiles.length}:layout=${places.join('|')}`;
  return frame(path, ['-filter_complex', `${stacked},crop=${width}:${height}:0:0[all]`, '-map', '[all]']);
}

/** `numbered`: what the program adds to the name of the file that is wanted. */
async function byPng(command: (into: string) => Promise<readonly [string, ...string[]]>, numbered = ''): Promise<Picture | null> {
  const folder = mkdtempSync(join(tmpdir(), 'drawn-'));
  try {
    const { exit } = await runProgram(await command(join(folder, 'page.png')));
    const png = join(folder, `page${numbered}.png`);
    return exit === 0 && existsSync(png) ? await byImageMagick(`png:${png}`, []) : null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Dot by dot where that is known: a small picture that is drawn larger gets other edges. */
function longestOf(size: PageAt['size']): number {
  return size === null ? LONGEST : Math.min(LONGEST, Math.max(size.width, size.height));
}

/** The same, with the colours that the file's own profile gives them. */
export const imageMagickByProfile: Reader = {
  name: 'ImageMagick by profile',
  draw: ({ path, kind, index }) =>
    byImageMagick(kind === 'tiff' ? `tiff:${path}[${index}]` : `${kind}:${path}`, [
      '-profile',
      '/usr/share/color/icc/ghostscript/srgb.icc',
    ]),
};

/** Whatever ImageMagick names so. */
async function byImageMagick(from: string, colours: readonly string[]): Promise<Picture | null> {
  const onWhite = ['-auto-orient', '-background', 'white', '-alpha', 'remove'];
  const small = ['-colorspace', 'sRGB', '-scale', `${LONGEST}x${LONGEST}>`, '-depth', '8', '-type', 'TrueColor', 'ppm:-'];
  const { exit, out } = await runProgram([...LIMITED, 'convert', from, ...onWhite, ...colours, ...small]);
  return exit === 0 ? pictureOf(out) : null;
}

/** The turn of HEIF against the clock, in degrees, as EXIF's orientation. */
const OF_ROTATION: Readonly<Record<string, number>> = { '90': 8, '180': 3, '270': 6 };

/** How a picture is to be turned for programs that show it as it is stored, as ExifTool says: EXIF's orientation, from 1 to 8. */
async function readOrientation({ path, kind }: Pick<PageAt, 'path' | 'kind'>): Promise<number> {
  if (kind === 'tiff' || kind === 'jpeg') return Number((await told(path, '-IFD0:Orientation')) || 1);
  if (kind === 'heic') return OF_ROTATION[await told(path, '-QuickTime:Rotation')] ?? 1;
  if (kind === 'avif') return avifOrientationOf((await runProgram(['avifdec', '--info', path])).out.toString('latin1'));
  const isTold = readFileSync(path).includes(kind === 'webp' ? 'EXIF' : 'eXIf', 0, 'latin1');
  return isTold ? Number((await told(path, '-IFD0:Orientation')) || 1) : 1;
}

/** By mirror (none, top and bottom exchanged, left and right exchanged), and then by quarter turns against the clock, which come first. */
const OF_TURNS: Readonly<Record<string, readonly number[]>> = { none: [1, 8, 3, 6], '0': [4, 5, 2, 7], '1': [2, 7, 4, 5] };

/** The same for AVIF, of what `avifdec --info` has printed: the version of Debian 12 tells of turns and mirrors without applying them. */
export function avifOrientationOf(printed: string): number {
  const turns = Number(/irot \(Rotation\)\s*: (\d)/.exec(printed)?.[1] ?? 0);
  const mirror = /imir \(Mirror\)\s*: Mode (\d)/.exec(printed)?.[1] ?? 'none';
  return OF_TURNS[mirror]?.[turns] ?? 1;
}

async function told(path: string, tag: string): Promise<string> {
  const { out } = await runProgram(['exiftool', '-s3', '-n', tag, path]);
  return out.toString('latin1').trim();
}

/** A page of a file, to be drawn. */
export type PageAt = {
  readonly path: string;
  readonly kind: ConvertedKind;
  /** From 0: of the directory of a TIFF, or of the page of a PDF. */
  readonly index: number;
  readonly password: string | null;
  /** As the file says; null if nobody told. */
  readonly size: { readonly width: number; readonly height: number } | null;
};

/** A program that shows a page without any code of ours: upright, on white, in sRGB as far as it knows colours. */
export type Reader = {
  /** For tables, and for what is kept of it. */
  readonly name: string;
  /** Null if it cannot read the page, or complains so much that it gives up. */
  readonly draw: (page: PageAt) => Promise<Picture | null>;
};

/** Pictures are compared at this size at most. An average over some dots has little of the noise of JPEG, of dithering and of softened edges. */
export const LONGEST = 1_024;
/** For one page and one program. */
const LIMITED = ['timeout', '60'] as const;
