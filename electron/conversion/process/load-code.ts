import { IS_HEIC_BUILT_IN } from '#shared/domain/item/conversion/heic-built-in.ts';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { loadHeic } from '../heif/open-heic.ts';
import { loadPdfLib } from '../pdf/pdf-lib.ts';
import { loadPdfiumCode } from '../pdf/pdfium.ts';
import { loadQpdf } from '../pdf/qpdf.ts';
import type { Codec as AnyCodec, ConvertDeps } from '../picture.ts';
import { loadVips } from '../vips/load-vips.ts';
import { codecBytes } from './codec-files.ts';
import type { ConversionRequest } from './messages.ts';

type Codec = Exclude<AnyCodec, 'vips'>;

/** The scripts of packages. */
const PARTS: Readonly<Partial<Record<Codec, () => Promise<unknown>>>> = {
  heic: loadHeic,
  pdfium: loadPdfiumCode,
  qpdf: loadQpdf,
};

/** What opens files of a kind, besides libvips and the library that writes PDFs, which any of them may need. */
const OPENED_BY: Readonly<Record<ConvertedKind, readonly Codec[]>> = {
  tiff: ['pdfium'],
  heic: IS_HEIC_BUILT_IN ? ['heic'] : [],
  webp: [],
  avif: [],
  pdf: ['qpdf', 'pdfium'],
  jpeg: [],
  png: [],
  bmp: [],
};

/** Loads all code that the files of a request may need: after that, this process opens no file any more, and starts no thread. */
export async function loadCode(request: ConversionRequest): Promise<Pick<ConvertDeps, 'codec' | 'vips'>> {
  const kinds = request.kind === 'joined' ? request.sources.map(({ kind }) => kind) : [request.kind];
  const codecs = new Set<Codec>(kinds.flatMap((kind) => OPENED_BY[kind]));
  const loaded = new Map<Codec, Uint8Array<ArrayBuffer>>();
  const load = async (name: Codec): Promise<void> => {
    loaded.set(name, await codecBytes(name));
    await PARTS[name]?.();
  };
  const [vips] = await Promise.all([loadVips(), loadPdfLib(), ...Array.from(codecs, load)]);
  const codec: ConvertDeps['codec'] = async (name) => {
    const bytes = loaded.get(name);
    if (bytes === undefined) throw new RangeError('not loaded');
    return bytes;
  };
  return { codec, vips };
}
