import type { TakenKind } from '#shared/domain/item/problem.ts';

export type Tool = {
  readonly name: string;
  readonly command: string;
  readonly args: (file: string) => readonly string[];
};

/** Dots per inch: enough to notice a missing line of text. */
const DPI = '50';

const ffmpeg = (form: string): Tool => ({
  name: 'ffmpeg',
  command: 'ffmpeg',
  args: (file) => ['-nostdin', '-v', 'warning', '-threads', '1', '-f', `${form}_pipe`, '-i', file, ...FIRST_AS_PPM],
});
const FIRST_AS_PPM = ['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'ppm', '-'];

const POPPLER: Tool = { name: 'poppler', command: 'pdftoppm', args: (file) => ['-r', DPI, file] };
const MUPDF: Tool = { name: 'mupdf', command: 'mutool', args: (file) => ['draw', '-q', '-r', DPI, '-F', 'ppm', '-o', '-', file] };

/** Programs that share no code where it matters: each kind has at least two independent decoders. */
export const TOOLS: Readonly<Record<TakenKind, readonly Tool[]>> = {
  pdf: [MUPDF, POPPLER],
  jpeg: [{ name: 'libjpeg', command: 'djpeg', args: (file) => ['-pnm', file] }, ffmpeg('jpeg')],
  png: [{ name: 'libpng', command: 'pngtopnm', args: (file) => [file] }, ffmpeg('png')],
  bmp: [
    { name: 'netpbm', command: 'bmptopnm', args: (file) => [file] },
    ffmpeg('bmp'),
    { name: 'imagemagick', command: 'convert', args: (file) => [`bmp:${file}`, '-depth', '8', 'ppm:-'] },
  ],
};

/** Also run and recorded, but without a vote. */
export const QPDF: Tool = { name: 'qpdf', command: 'qpdf', args: (file) => ['--check', file] };

/** Everything attached to a PDF, one after the other: an electronic invoice's data are there, and no page shows them. */
export const ATTACHED: Tool = { name: 'attached', command: 'sh', args: (file) => ['-c', SAVE_ALL, 'sh', file] };
const SAVE_ALL =
  'd=$(mktemp -d) && { pdfdetach -saveall -o "$d" "$1" >&2; LC_ALL=C; for f in "$d"/*; do [ -f "$f" ] && cat "$f"; done; rm -r "$d"; }';
