import type * as Library from 'pdf-lib';
import { uncopied } from './uncopied.ts';

/** The library, which is loaded only when a file needs it. */
export type PdfLib = typeof Library;

export function loadPdfLib(): Promise<PdfLib> {
  return import('pdf-lib');
}

/** Opens what qpdf has written. The streams stay parts of `bytes`. Throws what it likes. */
export function openDocument(bytes: Uint8Array, { PDFDocument: Documents, ParseSpeeds }: PdfLib): Promise<Library.PDFDocument> {
  return Documents.load(uncopied(bytes), { updateMetadata: false, throwOnInvalidObject: true, parseSpeed: ParseSpeeds.Fastest });
}
