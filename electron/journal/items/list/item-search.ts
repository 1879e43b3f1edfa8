import type { SQLInputValue } from 'node:sqlite';
import { REFERENCE_STEM_CHARACTERS } from '#shared/domain/item/reference.ts';
import { foldText } from '#shared/lib/text/fold-text.ts';

/** A condition on rows of `items`. */
export type Clause = { readonly sql: string; readonly values: readonly SQLInputValue[] };

/** A company by its name, folded as the names of documents are. */
export type NamedCompany = { readonly id: string; readonly folded: string };

/** More words than anybody types; the rest of a pasted page is ignored. */
const WORDS_MAX = 8;
/** The beginning of a documentId. Fewer digits would be those of invoice numbers and years, and find numbers by chance. */
const NUMBER_MIN = 6;
const NUMBER_MAX = 32;
const NUMBER = /^[0-9a-f][0-9a-f-]+$/;
/** Where a documentId has hyphens, counted in digits; numbers are also copied without them. */
const HYPHENS_AFTER = [20, 16, 12, 8];
/** The beginning of one of our references (C10). */
const REFERENCE = /^iy2[a-z2-7]{5,52}\d{0,2}$/;
/** Sorts after every character that can follow in such a number or reference. */
const LAST = '~';

/**
 * Every word that was typed has to be found: in the document's name, in the name of its company, or as the beginning of its number or
 * reference, of this sending or of an earlier one.
 */
export function searched(search: string, companies: readonly NamedCompany[]): readonly Clause[] {
  return wordsOf(search).flatMap((typed) => {
    const ways = [...named(typed, companies), ...numbered(typed)];
    return ways.length === 0 ? [] : [{ sql: `(${ways.map(({ sql }) => sql).join(' OR ')})`, values: ways.flatMap(({ values }) => values) }];
  });
}

/** Those of the words that may be numbers or references: what each of them finds, as `n` and `value`. */
export function foundByNumber(search: string): readonly (Clause & { readonly kind: 'number' | 'reference' })[] {
  return wordsOf(search).flatMap((typed) => {
    const [number, stem] = [numberOf(typed), stemOf(typed)];
    return [
      ...(number === null ? [] : [{ kind: 'number' as const, sql: BY_NUMBER, values: [...rangeOf(number), ...rangeOf(number)] }]),
      ...(stem === null ? [] : [{ kind: 'reference' as const, sql: BY_REFERENCE, values: rangeOf(stem) }]),
    ];
  });
}

function wordsOf(search: string): readonly string[] {
  return search
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
}

/** What is neither letter nor digit separates words, as in the folded names: "2026-118" are two of them. */
function named(typed: string, companies: readonly NamedCompany[]): readonly Clause[] {
  const words = foldText(typed)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
  if (words.length === 0) return [];
  const clauses = words.map((word): Clause => {
    const ids = companies.filter(({ folded }) => folded.includes(word)).map(({ id }) => id);
    if (ids.length === 0) return { sql: 'instr(folded, ?) > 0', values: [word] };
    return { sql: `(instr(folded, ?) > 0 OR company_id IN (${ids.map(() => '?').join(', ')}))`, values: [word, ...ids] };
  });
  return [{ sql: `(${clauses.map(({ sql }) => sql).join(' AND ')})`, values: clauses.flatMap(({ values }) => values) }];
}

function numbered(typed: string): readonly Clause[] {
  return foundByNumber(typed).map(({ sql, values }) => ({ sql: `n IN (SELECT n FROM (${sql}))`, values }));
}

const BY_NUMBER = `SELECT n, document_id AS value FROM items WHERE document_id >= ? AND document_id < ? UNION ALL
  SELECT i.n, s.document_id AS value FROM submissions s JOIN items i ON i.id = s.item_id WHERE s.document_id >= ? AND s.document_id < ?`;
const BY_REFERENCE = 'SELECT n, stem AS value FROM reference_stems WHERE stem >= ? AND stem < ?';

function rangeOf(beginning: string): readonly [string, string] {
  return [beginning, beginning + LAST];
}

/** The beginning of a documentId, with its hyphens. */
function numberOf(typed: string): string | null {
  const digits = typed.toLowerCase().replaceAll('-', '');
  if (!NUMBER.test(typed.toLowerCase()) || digits.length < NUMBER_MIN || digits.length > NUMBER_MAX) return null;
  const cuts = HYPHENS_AFTER.filter((at) => at < digits.length);
  return cuts.reduce((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, digits);
}

/** Without the number of the sending, which is not part of the stem. */
function stemOf(typed: string): string | null {
  const lower = typed.toLowerCase();
  return REFERENCE.test(lower) ? lower.slice(0, REFERENCE_STEM_CHARACTERS) : null;
}
