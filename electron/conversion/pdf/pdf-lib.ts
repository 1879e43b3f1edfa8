import type * as Library from 'pdf-lib';
import type { PDFContext, PDFDict, PDFObject, PDFRawStream } from 'pdf-lib';
import { constants, inflateSync } from 'node:zlib';

/** The library, which is loaded only when a file needs it. */
export type PdfLib = typeof Library;

export function loadPdfLib(): Promise<PdfLib> {
  return import('pdf-lib');
}

/** Opens what qpdf has written. The streams stay parts of `bytes`. Throws what it likes. */
export function openDocument(bytes: Uint8Array, { PDFDocument: Documents, ParseSpeeds }: PdfLib): Promise<Library.PDFDocument> {
  return Documents.load(uncopied(bytes), { updateMetadata: false, throwOnInvalidObject: true, parseSpeed: ParseSpeeds.Fastest });
}

/** Every dictionary of a file, also those of streams, and those inside of others. What it held is looked at after the caller was there. */
export function* dictionariesIn(context: PDFContext, lib: PdfLib): Generator<PDFDict> {
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    const dictionary = object instanceof lib.PDFStream ? object.dict : object;
    if (dictionary instanceof lib.PDFDict) {
      yield dictionary;
      for (const value of dictionary.values()) waiting.push(value);
    } else if (dictionary instanceof lib.PDFArray) for (const value of dictionary.asArray()) waiting.push(value);
  }
}

/**
 * Bytes that are not copied when a library takes a part of them: pdf-lib copies each stream of a file, and qpdf's file system each file. The
 * libraries do not write into such parts.
 */
class Uncopied extends Uint8Array<ArrayBuffer> {
  override slice(from?: number, to?: number): Uint8Array<ArrayBuffer> {
    return this.subarray(from, to);
  }
}

export function uncopied({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uncopied(buffer as ArrayBuffer, byteOffset, byteLength);
}

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
