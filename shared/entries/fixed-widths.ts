import type { MemberPlaces } from './check-lines.ts';
import { type EntriesFault, type EntriesReading, type EntriesRefusal, type EntryLine, inCurrency, type ReadLine } from './entry-lines.ts';
import { firstLines, LINE_LENGTH_MAX, LINES_MAX, splitLines } from './rows.ts';
import { codePoint, type DatePattern, readAmount, readDate, type ValueFault } from './values.ts';

/** Ciel's and Sage 50's XIMPORT.TXT: lines of 142 characters, one for each line of an entry. */
export function isXimport(text: string): boolean {
  return firstLines(text).some((line) => /^[ 0-9]{5}[^\t;|,]{2}[0-9]{8}(?:[0-9]{8}| {8})/.test(line) && line.length >= XIMPORT_LENGTH_MIN);
}

/** Quadratus' ASCII: lines of entries begin with `M`, third parties with `C`. */
export function isQuadra(text: string): boolean {
  const lines = firstLines(text);
  return (
    lines.every((line) => /^[MCRI]/.test(line)) &&
    lines.some((line) => /^M[^\t;|]{13}[0-9]{6}/.test(line) && line.length >= QUADRA_LENGTH_MIN)
  );
}

export function readXimport(text: string): EntriesReading | EntriesRefusal {
  return readMoves(text, 'ximport', (line) => ({ length: XIMPORT_LENGTH_MIN, read: (number) => ximportMove(number, line) }));
}

/** The labels of third parties (`C`) become the labels of their accounts; `R` and `I` are due dates and pictures, and no entries. */
export function readQuadra(text: string): EntriesReading | EntriesRefusal {
  const lines = splitLines(text);
  const parties = lines.filter((line) => line.startsWith('C')).map((line) => cut(line, QUADRA_PARTY));
  const labels = new Map(parties.map(({ account, name }) => [account?.text ?? '', name?.text ?? '']));
  return readMoves(text, 'quadra', (line) => {
    if (/^[CRI]/.test(line)) return null;
    if (!line.startsWith('M'))
      return {
        length: 0,
        read: (number) => ({ read: null, faults: [{ line: number, column: 1, kind: 'type', value: line.slice(0, 1), meant: 'M' }] }),
      };
    return { length: QUADRA_LENGTH_MIN, read: (number) => quadraMove(number, line, labels) };
  });
}

/** Where each member stands in a line that has no accents; both sides are the amount. */
export function fixedPlaces(format: 'ximport' | 'quadra'): MemberPlaces {
  const cells = cut('', format === 'ximport' ? XIMPORT : QUADRA);
  const members = ['date', 'dueDate', 'journal', 'account', 'reference', 'label', 'documentReference'] as const;
  const places = members.flatMap((name) => (cells[name] === undefined ? [] : [[name, { column: cells[name].column, name }] as const]));
  const amount = { column: cells['amount']?.column ?? 1, name: 'amount' };
  return { ...Object.fromEntries(places), debit: amount, credit: amount };
}

type Move = { readonly read: ReadLine | null; readonly faults: readonly EntriesFault[] };
type MoveReader = (line: string) => { readonly length: number; readonly read: (number: number) => Move } | null;

function readMoves(text: string, format: 'ximport' | 'quadra', reader: MoveReader): EntriesReading | EntriesRefusal {
  const written = splitLines(text.startsWith('\u{FEFF}') ? text.slice(1) : text);
  if (written.length > LINES_MAX) return { refused: 'too-many-lines' };
  const lines: ReadLine[] = [];
  const errors: EntriesFault[] = [];
  for (const [index, line] of written.entries()) {
    const move = line.trim() === '' ? null : reader(line);
    if (move === null) continue;
    const number = index + 1;
    const fault = lineFault(line, move.length);
    const { read, faults } = fault === null ? move.read(number) : { read: null, faults: [{ line: number, ...fault }] };
    errors.push(...faults);
    // More decimals than cents are asked about, and the cents that are meant are shown meanwhile (C46).
    if (read !== null && faults.every(({ kind, meant }) => kind === 'decimals' && meant !== undefined)) lines.push(read);
  }
  return lines.length + errors.length === 0 ? { refused: 'empty' } : { format, lines, errors, warnings: [] };
}

/** What makes a line unreadable as a whole: one with fewer bytes has no amount. Tabs occur in labels. */
function lineFault(line: string, length: number): Omit<EntriesFault, 'line'> | null {
  if (line.length > LINE_LENGTH_MAX) return { kind: 'line-too-long', value: String(line.length) };
  const control = line.search(CONTROL);
  if (control >= 0) return { kind: 'control-character', column: control + 1, value: codePoint(line.charAt(control)) };
  const bytes = bytesIn(line, 0, line.length);
  return bytes < length ? { kind: 'line-too-short', value: String(bytes), meant: String(length) } : null;
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/;

/** One field after another: how many characters it has, what fits it, and whether it is a free text. */
type Field = { readonly name: string; readonly width: number; readonly fits?: RegExp; readonly free?: boolean };
/** What stands in a field, without the blanks around it, and the character at which it begins, from 1. */
type Cut = Readonly<Record<string, { readonly text: string; readonly column: number } | undefined>>;

/**
 * Cuts a line into its fields. Programs that write UTF-8 cut texts by characters and fill them up by bytes, so a free text with accents may
 * have fewer characters than its field: of all ways of cutting, the one counts in which most fields hold what fits them.
 */
function cut(line: string, fields: readonly Field[]): Cut {
  const counts = fields.reduce<readonly (readonly number[])[]>(
    (ways, field) => {
      if (field.free !== true) return ways.map((way) => [...way, field.width]);
      return ways.flatMap((way) => widthsAt(line, sumOf(way), field.width).map((width) => [...way, width])).slice(0, WAYS_MAX);
    },
    [[]],
  );
  const scored = counts.map((widths) => ({ widths, fitting: fittingFields(line, fields, widths) }));
  const best = scored.reduce((one, other) => (other.fitting > one.fitting ? other : one));
  let at = 0;
  const cells = fields.map(({ name }, index) => {
    const from = at;
    at += best.widths[index] ?? 0;
    return [name, { text: line.slice(from, at).trim(), column: from + 1 }] as const;
  });
  return Object.fromEntries(cells);
}

/** A label of accents alone has 17 ways, and a reference hardly more than two. */
const WAYS_MAX = 60;

/** From as many characters as the field has down to as many as fill its bytes. */
function widthsAt(line: string, from: number, width: number): readonly number[] {
  const widths = [width];
  let bytes = bytesIn(line, from, from + width);
  for (let fewer = width - 1; fewer > 0; fewer -= 1) {
    bytes -= bytesIn(line, from + fewer, from + fewer + 1);
    if (bytes < width) break;
    widths.push(fewer);
  }
  return widths;
}

/** Bytes of a part of a text in UTF-8; of a character beyond the first plane each half counts two. */
function bytesIn(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let at = from; at < Math.min(to, text.length); at += 1) {
    const code = text.charCodeAt(at);
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return bytes;
}

function fittingFields(line: string, fields: readonly Field[], widths: readonly number[]): number {
  let [at, fitting] = [0, 0];
  for (const [index, { fits }] of fields.entries()) {
    const to = at + (widths[index] ?? 0);
    if (fits?.test(line.slice(at, to)) === true) fitting += 1;
    at = to;
  }
  return fitting;
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

const CODE = /^(?:\S+ *| +)$/;
const SIDE = /^[DC]$/;

const XIMPORT_LENGTH_MIN = 85;
const XIMPORT: readonly Field[] = [
  { name: 'entry', width: 5 },
  { name: 'journal', width: 2 },
  { name: 'date', width: 8 },
  { name: 'dueDate', width: 8 },
  { name: 'reference', width: 12, free: true },
  { name: 'account', width: 11, fits: CODE },
  { name: 'label', width: 25, free: true },
  { name: 'amount', width: 13, fits: /^ *-?[0-9]+(?:[.,][0-9]+)? *$/ },
  { name: 'side', width: 1, fits: SIDE },
  { name: 'pointing', width: 12 },
  { name: 'analysis', width: 6 },
  { name: 'accountLabel', width: 40 },
];

function ximportMove(number: number, line: string): Move {
  const cells = cut(line, XIMPORT);
  const text = (name: string): string => cells[name]?.text ?? '';
  const cents = text('amount') === '' ? EMPTY_AMOUNT : readAmount(text('amount'), ',');
  // What follows the account's label is the version of the format.
  const accountLabel = text('accountLabel')
    .replace(/O20[0-9]{2}$/, '')
    .trim();
  const beside = { entry: text('entry'), accountLabel, unsent: { Pointage: text('pointing'), 'Code analytique': text('analysis') } };
  return moveOf(number, cells, { days: 'yyyymmdd', cents }, beside);
}

const QUADRA_LENGTH_MIN = 55;
const QUADRA: readonly Field[] = [
  { name: 'type', width: 1 },
  { name: 'account', width: 8 },
  { name: 'shortJournal', width: 2 },
  { name: 'folio', width: 3 },
  { name: 'date', width: 6 },
  { name: 'labelCode', width: 1 },
  { name: 'shortLabel', width: 20, free: true },
  { name: 'side', width: 1, fits: SIDE },
  { name: 'sign', width: 1, fits: /^[+-]$/ },
  { name: 'amount', width: 12, fits: /^[0-9]{12}$/ },
  { name: 'counterpart', width: 8 },
  { name: 'dueDate', width: 6 },
  { name: 'lettering', width: 2 },
  { name: 'statistics', width: 3 },
  { name: 'shortReference', width: 5 },
  { name: 'analysis', width: 10 },
  { name: 'quantity', width: 10 },
  { name: 'reference', width: 8 },
  { name: 'currency', width: 3, fits: /^(?:[A-Z]{3}| {3})$/ },
  { name: 'journal', width: 3 },
  { name: 'flags', width: 3 },
  { name: 'label', width: 30, free: true },
  { name: 'tax', width: 2, fits: /^[ 0-9]*$/ },
  { name: 'documentReference', width: 10, fits: /^(?:\S.*| *)$/ },
];
const QUADRA_PARTY: readonly Field[] = [
  { name: 'type', width: 1 },
  { name: 'account', width: 8 },
  { name: 'name', width: 30, free: true },
  { name: 'key', width: 7 },
  { name: 'balances', width: 52, fits: /^ *$/ },
];

function quadraMove(number: number, line: string, labels: ReadonlyMap<string, string>): Move {
  const cells = cut(line, QUADRA);
  const text = (name: string): string => cells[name]?.text ?? '';
  const unsigned = /^[0-9]+$/.test(text('amount')) ? Number(text('amount')) : { kind: 'no-amount' as const, value: text('amount') };
  const cents = text('sign') === '-' && typeof unsigned === 'number' && unsigned > 0 ? -unsigned : unsigned;
  const instead = { journal: cells['shortJournal'], label: cells['shortLabel'], reference: cells['shortReference'] };
  const unsent = {
    Contrepartie: text('counterpart'),
    Lettrage: text('lettering'),
    Statistique: text('statistics'),
    'Code analytique': text('analysis'),
  };
  const filled = Object.entries(instead).filter(([name]) => text(name) === '');
  const beside = { entry: text('reference'), accountLabel: labels.get(text('account')) ?? '', unsent };
  return moveOf(number, { ...cells, ...Object.fromEntries(filled) }, { days: 'ddmmyy', cents }, beside);
}

type Values = { readonly days: DatePattern; readonly cents: number | ValueFault };
type Beside = { readonly entry: string; readonly accountLabel: string; readonly unsent: Readonly<Record<string, string>> };

const EMPTY_AMOUNT: ValueFault = { kind: 'missing' };

function moveOf(number: number, cells: Cut, { days, cents }: Values, { entry, accountLabel, unsent }: Beside): Move {
  const text = (name: string): string => cells[name]?.text ?? '';
  const [date, dueDate] = [dayOf(text('date'), days), dayOf(text('dueDate').replace(/^0+$/, ''), days)];
  const meant = typeof cents === 'number' ? cents : readAmount(cents.meant ?? '', '.');
  const amount = typeof meant === 'number' ? meant : 0;
  const [debit, credit] = text('side') === 'D' ? [amount, 0] : [0, amount];
  const line: EntryLine = {
    date: typeof date === 'string' ? date : '',
    debit: inCurrency(debit),
    credit: inCurrency(credit),
    journal: text('journal'),
    account: text('account'),
    reference: text('reference'),
    ...named('dueDate', typeof dueDate === 'string' ? dueDate : ''),
    ...named('label', text('label')),
    ...named('documentReference', text('documentReference')),
  };
  const kept = Object.entries(unsent).filter(([, value]) => value !== '');
  const read: ReadLine = {
    place: { line: number },
    line,
    ...named('entry', entry),
    ...named('accountLabel', accountLabel),
    ...(kept.length === 0 ? {} : { unsent: Object.fromEntries(kept) }),
  };
  const found = { date, dueDate, amount: cents, side: sideFault(text('side')), currency: currencyFault(text('currency')) };
  const faults = Object.entries(found).flatMap(([name, value]): readonly EntriesFault[] =>
    typeof value === 'object' ? [{ line: number, column: cells[name]?.column ?? 1, name, ...value }] : [],
  );
  return { read, faults };
}

/** Empty for an empty field: whether it may be is a matter of the rules that all formats share. */
function dayOf(text: string, days: DatePattern): string | ValueFault {
  return text === '' ? '' : readDate(text, days);
}

function sideFault(text: string): ValueFault | '' {
  return SIDE.test(text) ? '' : { kind: 'no-side', value: text };
}

function currencyFault(text: string): ValueFault | '' {
  return text === '' || text === 'EUR' ? '' : { kind: 'currency', value: text, meant: 'EUR' };
}

function named<Name extends string>(name: Name, text: string): { readonly [Key in Name]?: string } {
  return text === '' ? {} : ({ [name]: text } as { readonly [Key in Name]: string });
}
