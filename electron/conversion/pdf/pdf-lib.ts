import type * as Library from 'pdf-lib';
import type { PDFContext, PDFDict, PDFObject } from 'pdf-lib';

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
