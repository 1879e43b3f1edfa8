import type { PDFContext, PDFDict } from 'pdf-lib';
import { decodedStream } from './decoded-stream.ts';
import { dictionariesIn } from './dictionaries.ts';
import type { PdfLib } from './pdf-lib.ts';

/** What a PDF has that a change of its bytes would break, or that a person would lose. */
export type Untouchable = { readonly isSigned: boolean; readonly hasAttachments: boolean };

const ATTACHMENT_KEYS = ['EF', 'EmbeddedFiles'];
const XMP_BYTES_MAX = 4 * 1_048_576;

/** Looks at every object of the file, and for names that an object of an earlier version of the file may have, in its bytes. */
export function untouchableIn(context: PDFContext, { bytes, lib }: { readonly bytes: Uint8Array; readonly lib: PdfLib }): Untouchable {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let isSigned = file.includes('/ByteRange');
  let hasAttachments = file.includes('/EmbeddedFile');
  for (const dictionary of dictionariesIn(context, lib)) {
    isSigned ||= isOfSignature(dictionary, lib);
    hasAttachments ||= isOfAttachment(dictionary, lib);
  }
  hasAttachments ||= isHybrid(context, lib);
  return { isSigned, hasAttachments };
}

function isOfSignature(dictionary: PDFDict, { PDFName, PDFNumber }: PdfLib): boolean {
  const [type, flags] = [dictionary.lookup(PDFName.of('Type')), dictionary.lookup(PDFName.of('SigFlags'))];
  return (
    dictionary.has(PDFName.of('ByteRange')) ||
    type === PDFName.of('Sig') ||
    type === PDFName.of('DocTimeStamp') ||
    (flags !== undefined && !(flags instanceof PDFNumber && flags.asNumber() === 0))
  );
}

function isOfAttachment(dictionary: PDFDict, { PDFName, PDFArray, PDFDict: Dictionary }: PdfLib): boolean {
  if (ATTACHMENT_KEYS.some((key) => dictionary.has(PDFName.of(key)))) return true;
  // A font or a picture may be called so, too.
  const files = dictionary.lookup(PDFName.of('AF'));
  const isFile = files instanceof Dictionary && files.lookup(PDFName.of('Type')) === PDFName.of('Filespec');
  return files instanceof PDFArray || isFile;
}

/** Whether the file calls itself PDF/A-3, whose purpose is embedded files. XMP that cannot be read counts as that. */
function isHybrid(context: PDFContext, lib: PdfLib): boolean {
  return context.enumerateIndirectObjects().some(([, object]) => {
    if (!(object instanceof lib.PDFRawStream) || object.dict.lookup(lib.PDFName.of('Type')) !== lib.PDFName.of('Metadata')) return false;
    const xmp = decodedStream(object, { lib, bytesMax: XMP_BYTES_MAX });
    if (xmp === null) return true;
    // Without the zero bytes, UTF-16 and UTF-32 read like UTF-8.
    const text = Buffer.from(xmp.filter((byte) => byte !== 0)).toString('latin1');
    return isPartThree(text);
  });
}

const PDF_A = /xmlns:([\w.-]+)\s*=\s*["']http:\/\/www\.aiim\.org\/pdfa\/ns\/id\/?["']/g;

function isPartThree(xmp: string): boolean {
  const prefixes = new Set(['pdfaid', ...[...xmp.matchAll(PDF_A)].map(([, prefix]) => prefix ?? '')]);
  return [...prefixes].some((prefix) =>
    new RegExp(String.raw`\b${prefix.replaceAll('.', String.raw`\.`)}:part\s*(?:=\s*["']|(?:\s[^>]*)?>)\s*3`).test(xmp),
  );
}
