import { inflateSync, constants } from 'node:zlib';
import type { PDFDict, PDFObject, PDFRawStream } from 'pdf-lib';
import type { PdfLib } from './pdf-lib.ts';

/** pdf-lib's decoders have no limit. At most, the bytes become a thousand times as many. */
const OTHER_BYTES_MAX = 32_768;

type Decode = { readonly lib: PdfLib; readonly bytesMax: number };

/** The bytes of a stream that is text, such as a page's content; null if they cannot be read, or are too many. */
export function decodedStream(stream: PDFRawStream, { lib, bytesMax }: Decode): Uint8Array | null {
  const filters = filtersOf(stream.dict, lib);
  const { contents } = stream;
  const hasParameters = stream.dict.has(lib.PDFName.of('DecodeParms'));
  try {
    if (filters.length === 0) return contents.byteLength <= bytesMax ? contents : null;
    if (filters.length === 1 && filters[0] === 'FlateDecode' && !hasParameters) {
      return inflateSync(contents, { maxOutputLength: bytesMax, finishFlush: constants.Z_SYNC_FLUSH });
    }
    if (filters.length > 1 || contents.byteLength > OTHER_BYTES_MAX) return null;
    const decoded = lib.decodePDFRawStream(stream).decode();
    return decoded.byteLength <= bytesMax ? decoded : null;
  } catch {
    return null;
  }
}

const SHORT: Readonly<Record<string, string>> = { Fl: 'FlateDecode', DCT: 'DCTDecode', LZW: 'LZWDecode' };

/** The names of a stream's filters, in the order in which they are undone. What is no name is `?`. */
export function filtersOf(dictionary: PDFDict, { PDFName, PDFArray }: PdfLib): readonly string[] {
  const filter = dictionary.lookup(PDFName.of('Filter'));
  const text = (of: PDFObject): string => {
    const name = of instanceof PDFName ? of.decodeText() : '?';
    return SHORT[name] ?? name;
  };
  if (filter === undefined) return [];
  return filter instanceof PDFArray ? Array.from({ length: filter.size() }, (_, at) => text(filter.lookup(at) ?? filter)) : [text(filter)];
}
