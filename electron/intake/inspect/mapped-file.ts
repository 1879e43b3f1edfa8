import { type MappedRows, readMapped, readMappedText } from '#shared/entries/apply-mapping.ts';
import { mappingText } from '#shared/entries/canonical.ts';
import type { MemberPlaces } from '#shared/entries/check-lines.ts';
import { type Decoded, decodeText, type Encoding } from '#shared/entries/encoding.ts';
import type { EntriesReading, EntriesRefusal, FilePlace, TableRow } from '#shared/entries/entry-lines.ts';
import { fitsMapping, mappingIn, type MappingDifference, type MappingMisfit, misfitsOf, rowsToGuess } from '#shared/entries/fit-mapping.ts';
import { guessMapping, type MappingGuess } from '#shared/entries/guess-mapping.ts';
import type { EntriesMapping, MappedColumn } from '#shared/entries/mapping.ts';
import type { Dialect } from '#shared/entries/quoting.ts';
import { checkedReading, type EntriesSource, lettersIn, readEntries } from '#shared/entries/read-entries.ts';
import { refusedFormat } from '#shared/entries/refused-formats.ts';
import { guessDialect } from '#shared/entries/rows.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { isWorkbook, readWorkbook } from './xlsx.ts';

/** `mappingSha256`: of the mapping that it was read by; null for a file that needs none. */
export type FolderReading =
  | (EntriesReading & { readonly mappingSha256: string | null })
  | EntriesRefusal
  | { readonly misfits: readonly MappingMisfit[] };

/** Reads a file of a folder of entries in whatever format it is; by the folder's mapping where only that says what its columns mean. */
export function readFolderFile(source: EntriesSource, mapping: EntriesMapping | null): FolderReading {
  const plain = readEntries(source);
  if (!('refused' in plain)) return { ...plain, mappingSha256: null };
  if (plain.refused !== 'needs-mapping' || mapping === null) return plain;
  const mapped = readMappedFile(source.bytes, mapping);
  if ('refused' in mapped) return mapped;
  const { format, lines, errors, warnings, misfits } = mapped;
  return misfits.length > 0 ? { misfits } : { format, lines, errors, warnings, mappingSha256: mappingSha256(mapping) };
}

export function mappingSha256(mapping: EntriesMapping): string {
  return hex(nodeSha256([utf8(mappingText(mapping))]));
}

export type MappedReading = MappedRows & {
  /** How the file differs from those that the mapping was made for. */
  readonly differences: readonly MappingDifference[];
  /** Those that keep it from being read: where there are any, its lines are not to be trusted. */
  readonly misfits: readonly MappingMisfit[];
};

/** Reads a CSV file or a workbook by a mapping, with all its faults at once, and holds its lines against the rules of the contract. */
export function readMappedFile(bytes: Uint8Array, mapping: EntriesMapping): MappedReading | EntriesRefusal {
  const table = tableOf(bytes, mapping.encoding);
  if ('refused' in table) return table;
  const { rows, dialect, decoded } = table;
  const differences = fitsMapping(rows, mapping, dialect);
  const fit = { differences, misfits: misfitsOf(differences, rows, mapping) };
  // A text by the mapping of a sheet, or the other way round.
  if ((dialect === null) !== (mapping.dialect === null))
    return { ...fit, format: dialect === null ? 'xlsx' : 'csv', lines: [], errors: [], warnings: [], leftOut: 0 };
  const here = fit.misfits.length > 0 ? mapping : mappingIn(rows, mapping);
  const reading = decoded === null ? readMapped(rows, here) : readMappedText(decoded.text, here);
  if ('refused' in reading) return reading;
  const letters = decoded === null || mapping.dialect === null ? [] : lettersIn(decoded, mapping.dialect);
  const checked = checkedReading({ ...reading, errors: [...table.faults, ...reading.errors] }, letters, placesOf(here));
  return { ...checked, leftOut: reading.leftOut, ...fit };
}

export type GuessedFile = MappingGuess & {
  /** Null: a workbook. */
  readonly dialect: Dialect | null;
  /** The rows that the guess was made by. */
  readonly rows: readonly TableRow[];
  /** Null: a workbook. `guessed`: chosen by what reads like French. */
  readonly encoding: { readonly name: Encoding; readonly guessed: boolean } | null;
};

/** What the columns of a CSV file or a workbook seem to mean. */
export function guessFile(bytes: Uint8Array): GuessedFile | EntriesRefusal {
  const table = tableOf(bytes);
  if ('refused' in table) return table;
  const { rows, dialect, decoded } = table;
  const encoding = decoded === null ? null : { name: decoded.encoding, guessed: decoded.guessed };
  return { ...guessMapping(rows), dialect, rows, encoding };
}

type Table = {
  readonly rows: readonly TableRow[];
  readonly faults: EntriesReading['errors'];
  readonly dialect: Dialect | null;
  readonly decoded: Decoded | null;
};

function tableOf(bytes: Uint8Array, encoding: Encoding | null = null): Table | EntriesRefusal {
  if (isWorkbook(bytes)) {
    const workbook = readWorkbook(bytes);
    return 'refused' in workbook ? workbook : { rows: workbook.rows, faults: workbook.faults, dialect: null, decoded: null };
  }
  const decoded = decodeText(bytes, encoding);
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
