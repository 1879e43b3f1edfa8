import type { InspectBudget } from './inspect-budget.ts';
import { opensWithoutPassword } from './pdf-password.ts';
import { PdfText } from './pdf-text.ts';
import { pdfDictionary } from './pdf-values.ts';

/** Where readers look for the end of a file. */
const TAIL = 2_048;
/** A cross-reference stream's dictionary is a few hundred bytes. */
const DICTIONARY_MAX = 8_192;
/** A tree of pages counts in each of its parts: one for some pages. What has more of them than this has pages. */
const COUNTS_MAX = 10_000;
/** A word, a space and a number. */
const COUNT_MAX = 32;

/** Zeros, ends of lines and spaces have no higher code. */
const SPACE = 0x20;

/** `not-understood`: it says that it is locked, and by more than is read of a lock. */
export type PdfFault = 'damaged' | 'password' | 'blank' | 'not-understood';

/**
 * Whether a PDF is whole, opens without a password and has a page, as far as that can be seen without a reader. Repaired
 * by every viewer, hence none of our business: junk before the header or after the end.
 */
export function checkPdf(bytes: Uint8Array, budget: InspectBudget): PdfFault | null {
  const text = new PdfText(bytes);
  const headerAt = text.indexOf('%PDF-');
  const endAt = endOf(text);
  if (headerAt < 0 || endAt === null || isCutLinearized(text.slice(headerAt, headerAt + TAIL), text.length)) return 'damaged';
  const xrefAt = crossReference(text, { headerAt, endAt });
  if (xrefAt === null) return 'damaged';
  return lockOf(text, xrefAt, budget) ?? (isWithoutPages(text) ? 'blank' : null);
}

/** Where the last `%%EOF` is; null when the end is missing, or another part was begun after it. */
function endOf(text: PdfText): number | null {
  // Some programs fill up to a whole block with zeros.
  let to = text.length;
  while (to > 0 && text.codeAt(to - 1) <= SPACE) to -= 1;
  const at = text.lastIndexOf('%%EOF', to);
  if (at < 0 || at < to - TAIL) return null;
  return /^%%EOF\s*\d+ \d+ obj\b/.test(text.slice(at, at + TAIL)) ? null : at;
}

/** A file made for the web says its length first: shorter than that, the rest has not come. */
function isCutLinearized(head: string, length: number): boolean {
  // The words belong to one dictionary, and are looked for once in each part that can be one.
  for (const part of head.split('>')) {
    const at = part.indexOf('/Linearized');
    const said = at < 0 ? undefined : /\/L\s+(\d{1,15})\b/.exec(part.slice(at))?.[1];
    if (said !== undefined) return Number(said) > length;
  }
  return false;
}

/** Where the last `startxref` leads: a table or an object that is really there. Offsets count from the header or from byte 0. */
function crossReference(text: PdfText, at: { readonly headerAt: number; readonly endAt: number }): number | null {
  const keyAt = text.lastIndexOf('startxref', at.endAt);
  const said = keyAt < 0 ? undefined : /^startxref\s+(\d{1,15})\b/.exec(text.slice(keyAt, keyAt + 64))?.[1];
  if (said === undefined) return null;
  for (const from of [0, at.headerAt]) {
    const xrefAt = from + Number(said);
    if (xrefAt < at.endAt && /^\s{0,32}(xref\b|\d{1,10} \d{1,5} obj\b)/.test(text.slice(xrefAt, xrefAt + 64))) return xrefAt;
  }
  return null;
}

function lockOf(text: PdfText, xrefAt: number, budget: InspectBudget): 'password' | 'not-understood' | null {
  const trailer = dictionaryAt(text, xrefAt);
  if (!/\/Encrypt\b/.test(trailer.toString('latin1'))) return null;
  const read = pdfDictionary(trailer, { from: 0, most: DICTIONARY_MAX, budget });
  const opens = read === null || read === 'too-much' ? read : opensWithoutPassword(text.bytes, read, budget);
  if (opens === 'too-much') return 'not-understood';
  return opens === true ? null : 'password';
}

/** The trailer of the table, or the dictionary of the cross-reference stream. */
function dictionaryAt(text: PdfText, xrefAt: number): Buffer {
  const isTable = /^\s*xref/.test(text.slice(xrefAt, xrefAt + 64));
  const from = isTable ? text.indexOf('trailer', xrefAt) : xrefAt;
  const ends = isTable ? text.indexOf('startxref', from) : text.indexOf('stream', from);
  return from < 0 ? Buffer.alloc(0) : text.bytes.subarray(from, Math.min(ends < 0 ? text.length : ends, from + DICTIONARY_MAX + 1));
}

/** Certain only where every object lies open: then a tree without leaves and a file without a page object. */
function isWithoutPages(text: PdfText): boolean {
  if (!saysNone(text) || text.includes('/ObjStm')) return false;
  const whole = text.whole();
  return /\/Type\s*\/Pages\b/.test(whole) && !/\/Type\s*\/Page\b/.test(whole) && !/\/Kids\s*\[\s*\d/.test(whole);
}

/** Some part of the tree counts nothing: hardly any file, so that most need not be looked through. */
function saysNone(text: PdfText): boolean {
  let at = text.indexOf('/Count');
  for (let n = 0; at >= 0 && n < COUNTS_MAX; n += 1, at = text.indexOf('/Count', at + 1)) {
    if (/^\/Count\s+0\b/.test(text.slice(at, at + COUNT_MAX))) return true;
  }
  return false;
}
