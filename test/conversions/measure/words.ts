import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Of } from '#test/corpus/listed.ts';
import { isInstalled, mustRun, runProgram } from '../programs.ts';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';

/** Words of three letters and more, in the order of the text, in small letters. */
export function wordsIn(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/\p{L}{3,}/gu) ?? []
  );
}

/** How many words of the first list are in the second one, each as often as it is there. */
export function foundAgain(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of after) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of before) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    found += 1;
  }
  return found;
}

/** Pages that are compared: all, or so many, spread evenly, with the first and the last one. */
export function comparedPages(pages: number, most: number): readonly number[] {
  if (pages <= most) return Array.from({ length: pages }, (_, at) => at + 1);
  return Array.from({ length: most }, (_, at) => 1 + Math.round((at * (pages - 1)) / (most - 1)));
}

export type Words = {
  /** Of the pages that are compared. */
  readonly before: number;
  readonly foundAgain: number;
  readonly pages: number;
};
type ReadDeps = { readonly language: string; readonly corpus: string };

const PAGES_MAX = 4;

export async function hasTesseract(): Promise<boolean> {
  return isInstalled(['tesseract', '--version']);
}

/** How many of the words that Tesseract reads in the original it reads in what was made too. Null if a page cannot be drawn. */
export async function compareWords(before: OnDisk, after: OnDisk, deps: ReadDeps & { readonly pages: number }): Promise<Words | null> {
  const compared = comparedPages(deps.pages, PAGES_MAX);
  let [all, found] = [0, 0];
  for (const page of compared) {
    const [first, second] = [await readWords(before, page, deps), await readWords(after, page, deps)];
    if (first === null || second === null) return null;
    all += first.length;
    found += foundAgain(first, second);
  }
  return { before: all, foundAgain: found, pages: compared.length };
}

/** What was read once is kept, by the picture's hash. */
async function readWords(of: OnDisk, page: number, { language, corpus }: ReadDeps): Promise<readonly string[] | null> {
  const into = mkdtempSync(join(tmpdir(), 'words-'));
  try {
    const picture = await drawPage(of, { page, into });
    if (picture === null) return null;
    mkdirSync(join(corpus, 'words'), { recursive: true });
    const known = join(corpus, 'words', `${sha256Of(readFileSync(picture))}-${language}.txt`);
    if (existsSync(known)) return wordsIn(readFileSync(known, 'utf8'));
    const { exit, out } = await runProgram(['tesseract', picture, '-', '-l', language, '--dpi', '300']);
    if (exit !== 0) return null;
    writeFileSync(known, out);
    return wordsIn(out.toString('utf8'));
  } finally {
    rmSync(into, { recursive: true });
  }
}

/** A file on the disk, before or after its conversion. */
type OnDisk = { readonly path: string; readonly kind: ConvertedKind; readonly password: string | null };

const DPI = '300';

/** How many pages other programs see. Null if they cannot read the file. */
export async function countPages({ path, kind, password }: OnDisk): Promise<number | null> {
  if (kind === 'pdf') {
    const { out } = await runProgram(['pdfinfo', ...opened(password), path]);
    const pages = /^Pages:\s+(\d+)/m.exec(out.toString('latin1'))?.[1];
    return pages === undefined ? null : Number(pages);
  }
  if (kind !== 'tiff') return 1;
  return (await tiffPages(path)).length;
}

/** One page as a PNG, by programs that share no code with ours. `page`: from 1. Null if they cannot read it. */
async function drawPage(of: OnDisk, { page, into }: { readonly page: number; readonly into: string }): Promise<string | null> {
  const { path, kind, password } = of;
  const png = join(into, 'page.png');
  switch (kind) {
    case 'pdf': {
      const range = ['-f', `${page}`, '-l', `${page}`, '-singlefile'];
      await runProgram(['pdftoppm', '-r', DPI, '-png', ...range, ...opened(password), path, join(into, 'page')]);
      break;
    }
    case 'tiff':
      await drawTiffPage(path, { page, into, png });
      break;
    case 'heic':
      await runProgram(['heif-convert', path, png]);
      break;
    case 'avif':
      await runProgram(['avifdec', '-j', '1', path, png]);
      break;
    case 'webp':
      await runProgram(['dwebp', '-quiet', path, '-o', png]);
      break;
    case 'bmp':
    case 'png':
    case 'jpeg':
      await byImageMagick(`${kind}:${path}`, png);
      break;
  }
  if (existsSync(png)) return png;
  // A file of several pictures gets numbers.
  const [first] = readdirSync(into)
    .filter((name) => name.endsWith('.png'))
    .toSorted();
  return first === undefined ? null : join(into, first);
}

function opened(password: string | null): readonly string[] {
  return password === null ? [] : ['-upw', password];
}

type TiffDrawing = { readonly page: number; readonly into: string; readonly png: string };

/**
 * What was made of a page in black and white is drawn by Poppler, which softens its edges, and Tesseract then reads some small letters otherwise. So
 * the original is drawn by it too, in a PDF by libtiff.
 */
async function drawTiffPage(path: string, { page, into, png }: TiffDrawing): Promise<void> {
  const { directory, isFax } = (await tiffPages(path))[page - 1] ?? { directory: 0, isFax: false };
  const [one, pdf] = [join(into, 'one.tif'), join(into, 'one.pdf')];
  if (isFax && (await runProgram(['tiffcp', '-c', 'g4', `${path},${directory}`, one])).exit === 0) {
    if ((await runProgram(['tiff2pdf', '-o', pdf, one])).exit === 0)
      await runProgram(['pdftoppm', '-r', DPI, '-png', '-singlefile', pdf, join(into, 'page')]);
  }
  if (!existsSync(png)) await byImageMagick(`tiff:${path}[${directory}]`, png);
}

/** Upright, on white, and at 300 dots per inch if the file says how many it has. */
async function byImageMagick(from: string, into: string): Promise<void> {
  const said = (await runProgram(['identify', '-units', 'PixelsPerInch', '-format', '%x %y\n', from])).out.toString('latin1');
  const [x = 0, y = 0] = said.split('\n')[0]?.split(' ').map(Number) ?? [];
  const size = isResolution(x) && isResolution(y) ? ['-units', 'PixelsPerInch', '-resample', DPI] : [];
  await mustRun(['convert', from, '-auto-orient', '-background', 'white', '-alpha', 'remove', ...size, into]).catch(() => undefined);
}

type TiffPage = {
  /** From 0, thumbnails and masks counted too. */
  readonly directory: number;
  /** Black and white, with a resolution that a scanner or a fax would write. */
  readonly isFax: boolean;
  /** In dots, as they are stored. */
  readonly width: number;
  readonly height: number;
  /** Width of a dot divided by its height; 1 where the file says nothing of use. */
  readonly stretch: number;
  /** Its samples are numbers with a fraction; several programs read them as whole ones. */
  readonly isFloat: boolean;
  /** In tiles in place of strips, which FFmpeg does not read: it shows one colour. */
  readonly isTiled: boolean;
};

const STRETCH_MAX = 8;

/** The directories of a TIFF that are pages, as `tiffinfo` lists them: no thumbnails, no masks. Empty if it cannot read the file. */
export async function tiffPages(path: string): Promise<readonly TiffPage[]> {
  const { out } = await runProgram(['tiffinfo', path]);
  return tiffPagesOf(out.toString('latin1'));
}

/** The same, of what `tiffinfo` has printed. */
export function tiffPagesOf(printed: string): readonly TiffPage[] {
  // The directories of EXIF within a page are printed like pages, with another head.
  const said = printed.replaceAll(/^--- \w+ directory within.*\nTIFF Directory at/gm, '');
  const directories = said.split(/^TIFF Directory at/m).slice(1);
  return directories.flatMap((text, directory) => {
    if (/Subfile Type:.*(reduced-resolution|transparency mask)/.test(text)) return [];
    const [, x] = /Resolution: ([\d.]+), [\d.]+ pixels\/inch/.exec(text) ?? [];
    const [, width, height] = /Image Width: (\d+) Image Length: (\d+)/.exec(text) ?? [];
    const isFax = /Bits\/Sample: 1$/m.test(text) && isResolution(Number(x));
    return [
      {
        directory,
        isFax,
        width: Number(width ?? 0),
        height: Number(height ?? 0),
        stretch: stretchOf(text),
        isFloat: /Sample Format: IEEE/.test(text),
        isTiled: /Tile Width: \d/.test(text),
      },
    ];
  });
}

/** 72 and 96 are what programs write that know nothing. */
function isResolution(dpi: number): boolean {
  return dpi > 96 && dpi <= 1_200;
}

function stretchOf(printed: string): number {
  const [across = 1, down = 1] = /Resolution: ([\d.]+), ([\d.]+)/.exec(printed)?.slice(1).map(Number) ?? [];
  const stretch = down / across;
  return stretch > 1 / STRETCH_MAX && stretch < STRETCH_MAX ? stretch : 1;
}
