import type { EntriesRefusal } from './entry-lines.ts';

/**
 * Whether a text is of a kind that is known and not taken: why, or null. DATEV's EXTF has two postings and a tax key in each row, which its
 * accounts split by themselves; a statement has one side only, and the other is nobody's to guess.
 */
export function refusedFormat(text: string): EntriesRefusal | null {
  const start = text
    .slice(0, START_LENGTH)
    .replace(/^\u{FEFF}/u, '')
    .trimStart();
  if (isDatev(start)) return { refused: 'datev', place: { line: 1, column: 1 } };
  if (isStatement(start)) return { refused: 'statement' };
  return OTHERS.some((other) => other.test(start)) ? { refused: 'not-entries' } : null;
}

/** What a format is known by stands in its first lines. */
const START_LENGTH = 4_000;

/** The first cell names DATEV's format, made by DATEV (`DTVF`) or by others (`EXTF`). */
function isDatev(start: string): boolean {
  return /^"?(?:EXTF|DTVF)"?[;,\t]/.test(start);
}

/**
 * Statements of banks and wallets: OFX, QIF, MT940, CAMT.053, CFONB 120, and the list of operations that skrooge writes. Statements as
 * plain CSV have no common heading, so those are asked about as any table is.
 */
function isStatement(start: string): boolean {
  if (MARKS.some((mark) => mark.test(start))) return true;
  const heading = start.split(/[\r\n]/, 1)[0] ?? '';
  const columns = new Set(heading.split(/[;,\t]/).map((cell) => cell.replaceAll('"', '').trim().toLowerCase()));
  return SKROOGE.every((column) => columns.has(column));
}

const MARKS: readonly RegExp[] = [
  /^OFXHEADER:/,
  /^<\?OFX /,
  /^<OFX>/,
  /^!(?:Type|Account|Option):/i,
  /^(?:\{1:|:20:)/,
  /^<\?xml[^>]*>\s*<(?:\w+:)?Document[^>]*camt\.05[234]/,
  /^01[0-9]{5}[ 0-9]{9}[ 0-9]{5}/,
];
const SKROOGE = ['date', 'bank', 'account', 'amount', 'sign', 'category', 'idtransaction'];

/** Texts that lie among exports, and have no lines of entries. */
const OTHERS: readonly RegExp[] = [/^%PDF-/, /^<\?xml/, /^<!doctype html/i, /^<html/i, /^\{\\rtf/];
