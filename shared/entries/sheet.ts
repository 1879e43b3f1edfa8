import type { EntriesFault, TableRow } from './entry-lines.ts';
import { CELL_LENGTH_MAX, COLUMNS_MAX, LINES_MAX } from './rows.ts';
import { attribute, type CellStyle, scanXml, unescaped, wholeNumber, type XmlListener } from './workbook.ts';

/** Cells of a sheet that are kept; more is not a journal, and would cost too much memory. */
const CELLS_MAX = 4_000_000;
/** A sheet's last row in the format. */
const SHEET_ROWS_MAX = 1_048_576;

export type SheetParts = {
  /** Texts that cells refer to by number. */
  readonly strings: readonly string[];
  /** By the number that a cell gives. */
  readonly styles: readonly CellStyle[];
  /** Days are counted from 1904 instead of 1900. */
  readonly from1904: boolean;
};

/**
 * Rows of a worksheet's XML (ECMA-376, part 1, 18.3): texts as they are, numbers as their decimal text with the 15 digits that spreadsheets
 * show, dates as `yyyy-mm-dd`, formulas as the value that was computed last. Rows without a filled cell are left out; rows end with their last
 * cell.
 */
export function sheetRows(xml: string, parts: SheetParts): SheetRows | 'damaged' | 'too-many-lines' {
  const sheet = new SheetReader(parts);
  if (!scanXml(xml, sheet)) return 'damaged';
  return sheet.tooLarge ? 'too-many-lines' : { rows: sheet.rows, faults: sheet.faults };
}

export type SheetRows = { readonly rows: readonly TableRow[]; readonly faults: readonly EntriesFault[] };

class SheetReader implements XmlListener {
  readonly rows: TableRow[] = [];
  readonly faults: EntriesFault[] = [];
  tooLarge = false;
  readonly #parts: SheetParts;
  #line = 0;
  #column = 0;
  #cells: string[] = [];
  #kind = '';
  #style: CellStyle = 0;
  /** The element whose text belongs to the cell: its value, or text that stands in the cell itself. */
  #in: 'v' | 't' | null = null;
  #phonetic = false;
  #value = '';
  #count = 0;

  constructor(parts: SheetParts) {
    this.#parts = parts;
  }

  open(name: string, attributes: string): void {
    if (name === 'row') this.#beginRow(attribute(attributes, 'r'));
    else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'v' && this.#kind !== 'inlineStr') this.#in = 'v';
    else if (name === 't' && this.#kind === 'inlineStr' && !this.#phonetic) this.#in = 't';
  }

  text(text: string): void {
    if (this.#in !== null) this.#value += text;
  }

  close(name: string): void {
    if (name === this.#in) this.#in = null;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
  }

  #beginRow(number: string | null): void {
    this.#line = number === null ? this.#line + 1 : wholeNumber(number, SHEET_ROWS_MAX);
    this.#cells = [];
    this.#column = 0;
  }

  #beginCell(attributes: string): void {
    this.#column = columnOf(attribute(attributes, 'r')) ?? this.#column + 1;
    this.#kind = attribute(attributes, 't') ?? 'n';
    this.#style = this.#parts.styles[wholeNumber(attribute(attributes, 's') ?? '', 1e6)] ?? 0;
    this.#value = '';
  }

  #endCell(): void {
    const cell = this.#cell();
    if (cell === '') return;
    const place = { line: this.#line, column: this.#column };
    if (this.#column > COLUMNS_MAX) this.#fault({ ...place, kind: 'cells', value: String(this.#column), meant: String(COLUMNS_MAX) });
    else if (cell.length > CELL_LENGTH_MAX) this.#fault({ ...place, kind: 'cell-too-long', value: String(cell.length) });
    else {
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      if (/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(cell)) this.#fault({ ...place, kind: 'control-character' });
      while (this.#cells.length < this.#column) this.#cells.push('');
      this.#cells[this.#column - 1] = cell;
    }
  }

  /** One of a kind in a row is enough to find the others. */
  #fault(fault: EntriesFault): void {
    const last = this.faults.at(-1);
    if (last?.line !== fault.line || last.kind !== fault.kind) this.faults.push(fault);
  }

  #cell(): string {
    const value = this.#value;
    switch (this.#kind) {
      case 's':
        return this.#parts.strings[wholeNumber(value.trim(), 1e9)] ?? '';
      case 'str':
      case 'inlineStr':
        return unescaped(value);
      case 'b':
        return value.trim() === '1' ? 'TRUE' : 'FALSE';
      case 'd':
        return /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? value;
      default:
        return shownNumber(value.trim(), this.#style, this.#parts.from1904);
    }
  }

  #endRow(): void {
    this.#count += this.#cells.length;
    this.tooLarge ||= this.rows.length >= LINES_MAX || this.#count > CELLS_MAX;
    if (this.#cells.length > 0 && !this.tooLarge) this.rows.push({ line: this.#line, cells: this.#cells });
    this.#cells = [];
  }
}

/** Digits that a spreadsheet shows; the 16th and 17th in the file are noise of the binary fraction (`2497.5500000000002`). */
const DIGITS_SHOWN = 15;

/** A number of the file as decimal text, computed on its digits alone. What is no number (an error as `#REF!`) stays as it is. */
function shownNumber(text: string, style: CellStyle, from1904: boolean): string {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text);
  if (parts === null || text === '') return text;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const number = rounded(whole + fraction, whole.length + Number(exponent));
  if (number === null) return text;
  const [before = '', after] = number.split('.');
  const day = style === 'date' && sign !== '-' ? dayOf(before, from1904) : null;
  if (day !== null) return day;
  const minus = sign === '-' && number !== '0' ? '-' : '';
  return `${minus}${style === 'date' ? before : before.padStart(style, '0')}${after === undefined ? '' : `.${after}`}`;
}

const EXPONENT_MAX = 400;

/** `point`: how many of the digits stand before the decimal point; it may lie outside them. Null for what is too large. */
function rounded(digits: string, point: number): string | null {
  const leading = /^0*/.exec(digits)?.[0].length ?? 0;
  let [kept, at] = [digits.slice(leading), point - leading];
  // Beyond what a number of the format can be: written out, it would be a long row of zeros.
  if (at > EXPONENT_MAX) return null;
  if (kept === '' || at < -EXPONENT_MAX) return '0';
  if (kept.length > DIGITS_SHOWN) {
    const up = (kept[DIGITS_SHOWN] ?? '0') >= '5';
    kept = kept.slice(0, DIGITS_SHOWN);
    if (up) kept = String(BigInt(kept) + 1n);
    if (kept.length > DIGITS_SHOWN) at += 1;
  }
  const whole = at <= 0 ? '0' : kept.slice(0, at).padEnd(at, '0');
  const fraction = (at <= 0 ? '0'.repeat(-at) + kept : kept.slice(at)).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const DAYS_BEFORE_1970 = { 1900: 25_569, 1904: 24_107 } as const;
/** 9999-12-31. */
const LAST_DAY = 2_958_465;

/** The day of a serial number, or null. The system of 1900 counts a 29 February 1900 that never was: its 60th day, which is no date. */
function dayOf(serial: string, from1904: boolean): string | null {
  const number = wholeNumber(serial, LAST_DAY);
  if (number < 0) return null;
  if (from1904) return isoDay(number - DAYS_BEFORE_1970[1904]);
  if (number === 0 || number === 60) return null;
  return isoDay(number - DAYS_BEFORE_1970[1900] + (number < 60 ? 1 : 0));
}

function isoDay(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

/** The number of the column that a cell's name begins with (`AB12`), from 1, or null. */
function columnOf(name: string | null): number | null {
  const letters = /^[A-Z]{1,3}/.exec(name ?? '')?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
