import type { EntriesFault, EntriesFaultKind } from './entry-lines.ts';

/** What is wrong with one cell; whoever reads it adds the place. `meant` is an amount with a dot ("1234567.89"). */
export type ValueFault = Pick<EntriesFault, 'value' | 'meant'> & { readonly kind: EntriesFaultKind };

export type Decimals = ',' | '.';

/** No amount that a program writes is longer, however many zeros fill it up. */
const AMOUNT_LENGTH_MAX = 64;
const SHOWN_LENGTH = 80;
const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£' };

/**
 * Cents of an amount as programs and people write it, or what is wrong with it; money is never a float. An empty cell is 0, the side without
 * an amount (C46).
 *
 * Read: `-12,5`, `12,50-`, `(12,50)` (negative in the formats of spreadsheets), `+12`, `000000000012345,67`, `12 345,67` with any blank,
 * `12’345.67`, `12.345,67`, `1.234.567`, `EUR -12,00`, `-€12.00`, `12,00 €`, `,50`, `1186,890` (a zero of no weight).
 *
 * Faults: `no-amount`; `currency` for another one than `currency` beside the figures (C47); `amount-too-large`; `decimals` for more than two
 * that count, with the cents that are meant ("1234567.8899999999" → "1234567.89", half a cent up). `12,345` and `12.345` are `decimals` with
 * nothing meant under either sign: a thousand in one country, three decimals in the next, and neither is chosen silently.
 */
export function readAmount(text: string, decimals: Decimals, currency = 'EUR'): number | ValueFault {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  const value = trimmed.slice(0, SHOWN_LENGTH);
  if (trimmed.length > AMOUNT_LENGTH_MAX) return { kind: 'no-amount', value };
  const plain = withoutCurrency(trimmed, currency);
  if (plain === null) return { kind: 'currency', value };
  const signed = signOf(plain);
  const parts = signed === null ? null : figuresOf(signed.figures, decimals);
  if (signed === null || parts === null) return { kind: 'no-amount', value };
  const counting = parts.fraction.replace(/0+$/, '');
  if (parts.unclear) return { kind: 'decimals', value };
  const [cents, up] = [parts.whole + counting.slice(0, 2).padEnd(2, '0'), (counting[2] ?? '0') >= '5' ? 1 : 0];
  const amount = Number(cents) + up;
  if (!Number.isSafeInteger(amount)) return { kind: 'amount-too-large', value };
  if (counting.length > 2) return { kind: 'decimals', value, meant: `${signed.negative ? '-' : ''}${plainAmount(amount)}` };
  return signed.negative && amount !== 0 ? -amount : amount;
}

/** A character that cannot be shown, as its number in Unicode: `U+0000`. */
export function codePoint(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Cents as text with a dot, as in faults and in JSON: "-0.05". */
export function plainAmount(cents: number | bigint): string {
  const digits = String(cents < 0 ? -cents : cents).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The text without the currency's code or symbol before or behind the figures; null where another currency's stands there. */
function withoutCurrency(text: string, currency: string): string | null {
  const found = /^([-+−(]?)\s?([A-Z]{3}|[€$£])|([A-Z]{3}|[€$£])([-)]?)$/.exec(text);
  if (found === null || !/\d/.test(text)) return text;
  const [all, before = '', leading, trailing, behind = ''] = found;
  const name = leading ?? trailing;
  if (name !== currency && name !== SYMBOLS[currency]) return null;
  const rest = leading === undefined ? text.slice(0, found.index) : text.slice(all.length);
  return before + rest.trim() + behind;
}

type Signed = { readonly negative: boolean; readonly figures: string };

/** One sign at most: before the figures, behind them, or brackets around them. */
function signOf(text: string): Signed | null {
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : null;
  const before = /^[-+−]/.test(text);
  const after = text.endsWith('-');
  if (before && after) return null;
  const figures = (inner ?? text.slice(before ? 1 : 0, after ? -1 : undefined)).trim();
  return /^[\d.,]/.test(figures) ? { negative: inner !== null || after || /^[-−]/.test(text), figures } : null;
}

type Figures = { readonly whole: string; readonly fraction: string; readonly unclear: boolean };

/** Figures without sign: groups of three with one kind of separator, then the decimals. Null where they are no number. */
function figuresOf(text: string, decimals: Decimals): Figures | null {
  const other = decimals === ',' ? '.' : ',';
  const [integer = '', fraction, more] = text.split(decimals);
  if (more !== undefined || (fraction !== undefined && !/^\d+$/.test(fraction)) || (fraction === undefined && integer === '')) return null;
  const groups = integer.split(/[\s'’.,]/);
  const separators = new Set(integer.replaceAll(/\d/g, ''));
  const [first = '', ...rest] = groups;
  if (!/^\d*$/.test(first) || separators.size > 1) return null;
  if (rest.length > 0 && !(/^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group)))) return null;
  // One group behind a dot or a comma could be decimals as well, unless nothing or a zero stands before it.
  const oneGroup = fraction === undefined ? rest.length === 1 && separators.has(other) : fraction.length === 3 && rest.length === 0;
  return { whole: groups.join(''), fraction: fraction ?? '', unclear: oneGroup && /^[1-9]\d{0,2}$/.test(first) };
}

export type DecimalsGuess = { readonly decimals: Decimals | null; readonly comma: number; readonly dot: number; readonly unclear: number };

/**
 * The decimal sign that a column of amounts is written with, by the values that say it: `comma` and `dot` of them; `unclear` ones could be
 * either ("12,345"). Null where none says it, or as many say the one as the other.
 */
export function guessDecimals(values: Iterable<string>): DecimalsGuess {
  const count = { comma: 0, dot: 0, unclear: 0 };
  for (const value of values) {
    if (value.length > AMOUNT_LENGTH_MAX) continue;
    const signs = value.replaceAll(/[^.,]/g, '');
    const last = signs.at(-1);
    if (last === undefined) continue;
    // A sign that occurs twice separates thousands.
    const grouping = signs.length > 1 && signs === last.repeat(signs.length);
    if (/(?:^|\D)[1-9]\d{0,2}[.,]\d{3}(?:\D|$)/.test(value) && signs.length === 1) count.unclear += 1;
    else count[(last === ',') === grouping ? 'dot' : 'comma'] += 1;
  }
  return { decimals: count.comma === count.dot ? null : count.comma > count.dot ? ',' : '.', ...count };
}

/** `D` or `C` in French, `S` or `H` in German, `+1` or `-1` (FEC), or the words; the sign of an amount is no side. */
export function readSide(text: string): 'debit' | 'credit' | ValueFault {
  const letter = text.trim().toLowerCase();
  if (['d', '+1', '1', '+', 's', 'debit', 'débit'].includes(letter)) return 'debit';
  if (['c', '-1', '-', 'h', 'credit', 'crédit'].includes(letter)) return 'credit';
  return { kind: letter === '' ? 'missing' : 'no-side', value: text.slice(0, SHOWN_LENGTH) };
}

/** Of two that read the same, the stricter one comes first. */
export const DATE_PATTERNS = [
  'yyyymmdd',
  'ddmmyyyy',
  'ddmmyy',
  'yyyy-mm-dd',
  'yyyy/mm/dd',
  'dd/mm/yyyy',
  'dd.mm.yyyy',
  'dd-mm-yyyy',
  'd/m/yyyy',
  'dd/mm/yy',
  'mm/dd/yyyy',
  'm/d/yyyy',
  'mm/dd/yy',
] as const;
export type DatePattern = (typeof DATE_PATTERNS)[number];

/** By pattern: a form with named parts. A time behind a date with separators is no part of the day. */
const FORMS: ReadonlyMap<DatePattern, RegExp> = new Map(
  DATE_PATTERNS.map((pattern) => {
    const form = pattern.replaceAll('.', '\\.').replaceAll(/y+|m+|d+/g, partOf);
    const time = /\W/.test(pattern) ? '(?:[ T]\\d\\d:\\d\\d(?::\\d\\d)?)?' : '';
    return [pattern, new RegExp(`^${form}${time}$`)];
  }),
);

function partOf(letters: string): string {
  return `(?<${letters.charAt(0)}>\\d{${letters.length === 1 ? '1,2' : letters.length}})`;
}

/**
 * The day as `yyyy-mm-dd`. A fault for what is written otherwise than the pattern says and for days that no calendar has (`no-date`), and for
 * an empty cell (`missing`). Two digits of a year are 1970 to 2069; years before 1900 and after 2099 are taken for slips.
 */
export function readDate(text: string, pattern: DatePattern): string | ValueFault {
  const value = text.trim();
  if (value === '') return { kind: 'missing' };
  return dayOf(value, pattern) ?? { kind: 'no-date', value: value.slice(0, SHOWN_LENGTH) };
}

function dayOf(text: string, pattern: DatePattern): string | null {
  const { y = '', m = '', d = '' } = FORMS.get(pattern)?.exec(text)?.groups ?? {};
  if (y === '') return null;
  const year = y.length === 2 ? (y < '70' ? 2000 : 1900) + Number(y) : Number(y);
  const [month, day] = [Number(m), Number(d)];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  if (year < 1900 || year > 2099 || day < 1 || day > days) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export type DateGuess = {
  /** Null where no value is a date, or day and month could stand in either order. */
  readonly pattern: DatePattern | null;
  /** Then: one pattern for each order, for a person to choose from. */
  readonly ambiguous: readonly DatePattern[];
  /** How many values that are not empty there are, and how many of them are dates. */
  readonly values: number;
  readonly fitting: number;
};

/** The pattern that reads most values of a column as days. */
export function guessDatePattern(values: Iterable<string>): DateGuess {
  const distinct = new Map<string, number>();
  for (const value of values) if (value.trim() !== '') distinct.set(value.trim(), (distinct.get(value.trim()) ?? 0) + 1);
  const total = [...distinct.values()].reduce((sum, count) => sum + count, 0);
  const readings = DATE_PATTERNS.map((pattern) => {
    const days = [...distinct].filter(([value]) => dayOf(value, pattern) !== null);
    return {
      pattern,
      order: pattern.replaceAll(/\W/g, '').replaceAll(/(.)\1+/g, '$1'),
      fitting: days.reduce((sum, [, count]) => sum + count, 0),
    };
  });
  const most = Math.max(...readings.map(({ fitting }) => fitting));
  const best = readings.filter(({ fitting }) => fitting === most && most > 0);
  const orders = best.filter(({ order }, index) => best.findIndex((one) => one.order === order) === index).map(({ pattern }) => pattern);
  const clear = orders.length === 1;
  return { pattern: clear ? (orders[0] ?? null) : null, ambiguous: clear ? [] : orders, values: total, fitting: most };
}

/** What a pattern is filled with; `date` as `yyyy-mm-dd`. */
export type Words = { readonly date: string; readonly entry: string };
export const NO_WORDS: Words = { date: '', entry: '' };

/** The text of a mapping's pattern; '' where a word that the pattern asks for is missing in the line. */
export function patternText(pattern: string, { date, entry }: Words): string {
  const values: Readonly<Record<string, string>> = {
    'yyyy-mm': date.slice(0, 7),
    yyyy: date.slice(0, 4),
    mm: date.slice(5, 7),
    dd: date.slice(8),
    entry,
  };
  let whole = true;
  const text = pattern.replaceAll(/\{([\w-]+)\}/g, (_, word: string) => {
    const value = values[word] ?? '';
    whole &&= value !== '';
    return value;
  });
  return whole ? text : '';
}
