import { readMapped, readMappedText } from '#shared/entries/apply-mapping.ts';
import type { MemberPlaces } from '#shared/entries/check-lines.ts';
import { type Decoded, decodeText } from '#shared/entries/encoding.ts';
import type { EntriesReading, EntriesRefusal, FilePlace, TableRow } from '#shared/entries/entry-lines.ts';
import { fitsMapping, type MappingDifference, rowsToGuess } from '#shared/entries/fit-mapping.ts';
import { guessMapping, type MappingGuess } from '#shared/entries/guess-mapping.ts';
import type { EntriesMapping, MappedColumn } from '#shared/entries/mapping.ts';
import type { Dialect } from '#shared/entries/quoting.ts';
import { checkedReading, lettersIn } from '#shared/entries/read-entries.ts';
import { refusedFormat } from '#shared/entries/refused-formats.ts';
import { guessDialect } from '#shared/entries/rows.ts';
import { isWorkbook, readWorkbook } from './xlsx.ts';

export type MappedReading = EntriesReading & {
  /** How the file differs from those that the mapping was made for. */
  readonly differences: readonly MappingDifference[];
};

/** Reads a CSV file or a workbook by a mapping, with all its faults at once, and holds its lines against the rules of the contract. */
export function readMappedFile(bytes: Uint8Array, mapping: EntriesMapping): MappedReading | EntriesRefusal {
  const table = tableOf(bytes);
  if ('refused' in table) return table;
  const { rows, dialect, decoded } = table;
  const reading = decoded === null ? readMapped(rows, mapping) : readMappedText(decoded.text, mapping);
  if ('refused' in reading) return reading;
  const letters = decoded === null || mapping.dialect === null ? [] : lettersIn(decoded, mapping.dialect);
  const checked = checkedReading({ ...reading, errors: [...table.faults, ...reading.errors] }, letters, placesOf(mapping));
  return { ...checked, differences: fitsMapping(rows, mapping, dialect) };
}

export type GuessedFile = MappingGuess & {
  /** Null: a workbook. */
  readonly dialect: Dialect | null;
  /** The rows that the guess was made by. */
  readonly rows: readonly TableRow[];
};

/** What the columns of a CSV file or a workbook seem to mean. */
export function guessFile(bytes: Uint8Array): GuessedFile | EntriesRefusal {
  const table = tableOf(bytes);
  if ('refused' in table) return table;
  const { rows, dialect } = table;
  return { ...guessMapping(rows), dialect, rows };
}

type Table = {
  readonly rows: readonly TableRow[];
  readonly faults: EntriesReading['errors'];
  readonly dialect: Dialect | null;
  readonly decoded: Decoded | null;
};

function tableOf(bytes: Uint8Array): Table | EntriesRefusal {
  if (isWorkbook(bytes)) {
    const workbook = readWorkbook(bytes);
    return 'refused' in workbook ? workbook : { rows: workbook.rows, faults: workbook.faults, dialect: null, decoded: null };
  }
  const decoded = decodeText(bytes);
  if (decoded.text.trim() === '') return { refused: 'empty' };
  const refusal = refusedFormat(decoded.text);
  if (refusal !== null) return refusal;
  const { dialect } = guessDialect(decoded.text);
  return { rows: rowsToGuess(decoded.text, dialect), faults: [], dialect, decoded };
}

/** Where the files of a mapping have each member, for the faults that are found in the lines. */
function placesOf({ sources, amounts }: EntriesMapping): MemberPlaces {
  const columns = Object.entries(sources).flatMap(([member, list]) => {
    const first = list?.find((source) => source.from === 'column');
    return first === undefined ? [] : [[member, placeOf(first)] as const];
  });
  const sides =
    amounts.form === 'two'
      ? { debit: placeOf(amounts.debit), credit: placeOf(amounts.credit) }
      : { debit: placeOf(amounts.amount), credit: placeOf(amounts.amount) };
  return { ...Object.fromEntries(columns), ...sides };
}

function placeOf({ column, name }: MappedColumn): Omit<FilePlace, 'line'> {
  return { column, ...(name === undefined ? {} : { name }) };
}
