import { latin1 } from './bytes.ts';
import { opensWithoutPassword } from './pdf-password.ts';
import { pdfDictionary } from './pdf-values.ts';

/** Where readers look for the end of a file. */
const TAIL = 2_048;
/** A cross-reference stream's dictionary is a few hundred bytes. */
const DICTIONARY_MAX = 8_192;

/** Zeros, ends of lines and spaces have no higher code. */
const SPACE = 0x20;

export type PdfFault = 'damaged' | 'password' | 'blank';

/**
 * Whether a PDF is whole, opens without a password and has a page, as far as that can be seen without a reader. Repaired
 * by every viewer, hence none of our business: junk before the header or after the end.
 */
export function checkPdf(bytes: Uint8Array): PdfFault | null {
  const text = latin1(bytes);
  const headerAt = text.search(/%PDF-/);
  const endAt = endOf(text);
  if (headerAt < 0 || endAt === null || isCutLinearized(text.slice(headerAt, headerAt + TAIL), bytes.byteLength)) return 'damaged';
  const xrefAt = crossReference(text, { headerAt, endAt });
  if (xrefAt === null) return 'damaged';
  if (isLocked(text, xrefAt)) return 'password';
  return isWithoutPages(text) ? 'blank' : null;
}

/** Where the last `%%EOF` is; null when the end is missing, or another part was begun after it. */
function endOf(text: string): number | null {
  // Some programs fill up to a whole block with zeros.
  let to = text.length;
  while (to > 0 && text.charCodeAt(to - 1) <= SPACE) to -= 1;
  const at = text.lastIndexOf('%%EOF', to);
  if (at < 0 || at < to - TAIL) return null;
  return /^%%EOF\s*\d+ \d+ obj\b/.test(text.slice(at, at + TAIL)) ? null : at;
}

/** A file made for the web says its length first: shorter than that, the rest has not come. */
function isCutLinearized(head: string, length: number): boolean {
  const said = /\/Linearized\b[^>]*?\/L\s+(\d{1,15})\b/.exec(head)?.[1];
  return said !== undefined && Number(said) > length;
}

/** Where the last `startxref` leads: a table or an object that is really there. Offsets count from the header or from byte 0. */
function crossReference(text: string, at: { readonly headerAt: number; readonly endAt: number }): number | null {
  const keyAt = text.lastIndexOf('startxref', at.endAt);
  const said = keyAt < 0 ? undefined : /^startxref\s+(\d{1,15})\b/.exec(text.slice(keyAt, keyAt + 64))?.[1];
  if (said === undefined) return null;
  for (const from of [0, at.headerAt]) {
    const xrefAt = from + Number(said);
    if (xrefAt < at.endAt && /^\s{0,32}(xref\b|\d{1,10} \d{1,5} obj\b)/.test(text.slice(xrefAt, xrefAt + 64))) return xrefAt;
  }
  return null;
}

function isLocked(text: string, xrefAt: number): boolean {
  const trailer = dictionaryAt(text, xrefAt);
  if (!/\/Encrypt\b/.test(trailer)) return false;
  const read = pdfDictionary(trailer, 0);
  return read === null || !opensWithoutPassword(text, read);
}

/** The trailer of the table, or the dictionary of the cross-reference stream. */
function dictionaryAt(text: string, xrefAt: number): string {
  const isTable = /^\s*xref/.test(text.slice(xrefAt, xrefAt + 64));
  const from = isTable ? text.indexOf('trailer', xrefAt) : xrefAt;
  const ends = isTable ? text.indexOf('startxref', from) : text.indexOf('stream', from);
  return from < 0 ? '' : text.slice(from, Math.min(ends < 0 ? text.length : ends, from + DICTIONARY_MAX));
}

/** Certain only where every object lies open: then a tree without leaves and a file without a page object. */
function isWithoutPages(text: string): boolean {
  if (text.includes('/ObjStm') || !/\/Count\s+0\b/.test(text)) return false;
  return /\/Type\s*\/Pages\b/.test(text) && !/\/Type\s*\/Page\b/.test(text) && !/\/Kids\s*\[\s*\d/.test(text);
}
