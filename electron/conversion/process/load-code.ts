import { IS_HEIC_BUILT_IN } from '#shared/domain/item/conversion/heic-built-in.ts';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { loadJpegEncoder } from '../encode-jpeg.ts';
import { loadHeic } from '../heif/open-heic.ts';
import { loadPdfLib } from '../pdf/pdf-lib.ts';
import { loadPdfiumCode } from '../pdf/pdfium.ts';
import { loadQpdf } from '../pdf/qpdf.ts';
import type { Codec, ConvertDeps } from '../picture.ts';
import { loadTiff } from '../tiff/open-tiff.ts';
import { codecBytes } from './codec-files.ts';
import type { ConversionRequest } from './messages.ts';

/** The scripts of packages; the other codecs need none but ours. */
const PARTS: Readonly<Partial<Record<Codec, () => Promise<unknown>>>> = {
  jpeg: loadJpegEncoder,
  heic: loadHeic,
  pdfium: loadPdfiumCode,
  qpdf: loadQpdf,
};

/** What opens files of a kind, besides the encoder of JPEGs and the library that writes PDFs, which any of them may need. */
const OPENED_BY: Readonly<Record<ConvertedKind, readonly Codec[]>> = {
  tiff: ['pdfium'],
  heic: IS_HEIC_BUILT_IN ? ['heic'] : [],
  webp: ['webp'],
  avif: ['avif'],
  pdf: ['qpdf', 'pdfium'],
  jpeg: ['pdfium'],
  png: [],
  bmp: [],
};

/** Loads all code that the files of a request may need: after that, this process opens no file any more. Answers where the codecs' bytes are then. */
export async function loadCode(request: ConversionRequest): Promise<ConvertDeps['codec']> {
  const kinds = request.kind === 'joined' ? request.sources.map(({ kind }) => kind) : [request.kind];
  const codecs = new Set<Codec>(['jpeg', ...kinds.flatMap((kind) => OPENED_BY[kind])]);
  const loaded = new Map<Codec, Uint8Array<ArrayBuffer>>();
  const load = async (name: Codec): Promise<void> => {
    loaded.set(name, await codecBytes(name));
    await PARTS[name]?.();
  };
  await Promise.all([loadPdfLib(), kinds.includes('tiff') ? loadTiff() : null, ...Array.from(codecs, load)]);
  return async (name) => {
    const bytes = loaded.get(name);
    if (bytes === undefined) throw new RangeError('not loaded');
    return bytes;
  };
}
