import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { mustRun, runProgram } from '../run-program.ts';
import { isResolution, tiffPages } from './tiff-pages.ts';

/** A file on the disk, before or after its conversion. */
export type OnDisk = { readonly path: string; readonly kind: ConvertedKind; readonly password: string | null };

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
export async function drawPage(of: OnDisk, { page, into }: { readonly page: number; readonly into: string }): Promise<string | null> {
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
