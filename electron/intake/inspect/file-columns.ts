import { totalsOf } from '#shared/entries/balance.ts';
import { canonicalText } from '#shared/entries/canonical.ts';
import type { MappingDifference } from '#shared/entries/fit-mapping.ts';
import { proposedMapping } from '#shared/entries/guess-mapping.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { type EntriesSource, readEntries } from '#shared/entries/read-entries.ts';
import type { FileColumns, TriedMapping } from '#shared/ports/file-reader.ts';
import { kept } from './entries-file.ts';
import { guessFile, type MappedReading, readMappedFile } from './mapped-file.ts';

const ROWS_SHOWN = 40;
const CELL_SHOWN_CHARACTERS = 80;
const FAULTS_OF_TRIAL = 50;
const LINES_SHOWN = 5;

/**
 * What a file of rows shows while its columns are given a meaning, and what it comes to by `mapping`, if there is one. Null for a file that needs none, or
 * of which no row can be read. However large the file is, the answer is small.
 */
export function fileColumns(source: EntriesSource, mapping: EntriesMapping | null): FileColumns | null {
  const plain = readEntries(source);
  if (!('refused' in plain) || plain.refused !== 'needs-mapping') return null;
  const guessed = guessFile(source.bytes);
  const reading = mapping === null ? null : readMappedFile(source.bytes, mapping);
  if ('refused' in guessed || (reading !== null && 'refused' in reading)) return null;
  const { rows, dialect, encoding, ...guess } = guessed;
  return {
    dialect,
    encoding,
    rows: rows.slice(0, ROWS_SHOWN).map(({ line, cells }) => ({ line, cells: cells.map(shownCell) })),
    rowCount: rows.length,
    guess,
    proposed: proposedMapping(guess, dialect),
    tried: reading === null ? null : triedMapping(reading),
  };
}

function shownCell(cell: string): string {
  return cell.length <= CELL_SHOWN_CHARACTERS ? cell : `${cell.slice(0, CELL_SHOWN_CHARACTERS).toWellFormed()}…`;
}

function triedMapping(reading: MappedReading): TriedMapping {
  const { errors, warnings, leftOut, differences, misfits } = reading;
  const lines = reading.lines.map(({ line }) => line);
  const { debit, credit } = totalsOf(lines);
  return {
    lines: lines.length,
    debitCents: Number(debit),
    creditCents: Number(credit),
    errors: { count: errors.length, first: errors.slice(0, FAULTS_OF_TRIAL).map(kept) },
    warnings: { count: warnings.length, first: warnings.slice(0, FAULTS_OF_TRIAL).map(kept) },
    leftOut,
    first: lines.slice(0, LINES_SHOWN).map((line) => canonicalText([line]).trimEnd()),
    differences: differences.map((one) => ({ ...one, blocks: (misfits as readonly MappingDifference[]).includes(one) })),
  };
}
