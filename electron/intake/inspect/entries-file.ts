import { ENTRIES_BYTES_MAX } from '#shared/contract/limits.ts';
import { JSON_TYPE } from '#shared/contract/routes.ts';
import type { FitFile, Inspected } from '#shared/domain/folder/inspected.ts';
import { FAULT_VALUE_CHARACTERS_MAX, FAULTS_KEPT, FAULTS_SHOWN } from '#shared/domain/item/entries.ts';
import type { EntriesMisfit, KeptFault, ReadEntries } from '#shared/domain/item/entries-schemas.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { splitBatch, totalsOf } from '#shared/entries/balance.ts';
import { canonicalText, entriesBody } from '#shared/entries/canonical.ts';
import {
  chosenLines,
  isInDoubt,
  isWholeBooks,
  journalsIn,
  leavesOut,
  type LineChoice,
  previewLine,
  proposedChoice,
  tooLarge,
} from '#shared/entries/chosen-lines.ts';
import { decodeText } from '#shared/entries/encoding.ts';
import type { EntriesFault, EntriesReading, ReadLine } from '#shared/entries/entry-lines.ts';
import type { MappingMisfit } from '#shared/entries/fit-mapping.ts';
import { lineKeys } from '#shared/entries/overlap.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { EntriesPreviewed, ReadRequest } from '#shared/ports/file-reader.ts';
import { type FolderReading, readFolderFile } from './mapped-file.ts';

/** `contentSha256`: hexadecimal, of its bytes. `as`: how it is read, and which of its lines are meant; without it as `entriesAs` of a file that needs no mapping. */
export type EntriesFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly contentSha256: string;
  readonly as?: ReadRequest['entriesAs'] | undefined;
};

/**
 * `body`: the JSON text that goes into the request as `entries`; null for a file that is not sent, and for more than the service takes at once.
 */
export type InspectedEntries = { readonly inspected: Inspected; readonly body: Uint8Array<ArrayBuffer> | null };

/**
 * Reads a file of an entries folder: all of the lines that are meant can be sent, or none. Pure and total, and the same on every computer. Lines are asked
 * about before anything of them is sent, unless a user has said otherwise of the folder.
 */
export function inspectEntries({ contentSha256, ...file }: EntriesFile): InspectedEntries {
  const unfit = (problem: Problem): InspectedEntries => ({ inspected: { kind: 'unfit', problem, sha256: contentSha256 }, body: null });
  const reading = readingOf(file);
  if ('misfits' in reading) return unfit({ kind: 'entries-misfit', differences: reading.misfits.slice(0, MISFITS_KEPT).map(keptMisfit) });
  if ('refused' in reading) return unfit({ kind: 'no-entries', why: reading.refused });
  const { errors } = reading;
  if (errors.length > 0) return unfit({ kind: 'entries', errors: errors.length, faults: errors.slice(0, FAULTS_KEPT).map(kept) });
  const choice = file.as?.choice ?? proposedChoice(reading);
  const chosen = chosenLines(reading.lines, choice);
  const part = partIn(chosen, file.as?.part);
  const read = readAs(reading, choice, part);
  if (read === null) return unfit({ kind: 'entries', errors: 1, faults: [{ kind: 'amount-too-large', line: 1 }] });
  const body = utf8(entriesBody(part.map(({ line }) => line)));
  const isTooLarge = body.byteLength > ENTRIES_BYTES_MAX;
  const parts = isTooLarge ? partsOf(part) : null;
  const entries = parts === null ? read : { ...read, parts: parts.flatMap((one) => comesTo(one) ?? []) };
  // Entries are sent without a name.
  const fit: FitFile = { kind: 'fit', mediaType: JSON_TYPE, sentName: file.name, sha256: contentSha256, question: 'entries', entries };
  return {
    inspected: { ...fit, lineKeys: keysOf(parts === null || parts.length === 0 ? part : parts.flat()) },
    body: isTooLarge || part.length === 0 ? null : body,
  };
}

/** One of the parts of what is too large for one import; all of it where it is not cut in so many. */
function partIn(lines: readonly ReadLine[], n: number | undefined): readonly ReadLine[] {
  const split = n === undefined ? null : splitBatch(lines);
  return split === null || 'cannot' in split ? lines : (split.parts[(n ?? 0) - 1] ?? lines);
}

/** The parts in the order in which they are sent, which is also that of the keys; none if it cannot be cut. */
function partsOf(lines: readonly ReadLine[]): readonly (readonly ReadLine[])[] {
  const split = splitBatch(lines);
  return 'cannot' in split ? [] : split.parts;
}

/** What is shown of a file before somebody agrees to its lines, also where it has errors; null if no line of it can be read. */
export function previewEntries(file: Omit<EntriesFile, 'contentSha256'>): EntriesPreviewed | null {
  const reading = readingOf(file);
  if ('refused' in reading || 'misfits' in reading) return null;
  const { format, lines, errors, warnings } = reading;
  const choice = file.as?.choice ?? proposedChoice(reading);
  const decoded = format === 'xlsx' ? null : decodeText(file.bytes, reading.mappingSha256 === null ? null : file.as?.mapping?.encoding);
  return {
    format,
    encoding: decoded === null ? null : { name: decoded.encoding, guessed: decoded.guessed },
    lines: lines.length,
    errors: { count: errors.length, first: errors.slice(0, FAULTS_SHOWN).map(kept) },
    warnings: { count: warnings.length, first: warnings.slice(0, FAULTS_SHOWN).map(kept) },
    journals: journalsIn(lines),
    choice,
    tooLarge: tooLarge(chosenLines(lines, choice)),
    text: utf8(lines.map(previewLine).join('')),
    lineKeys: keysOf(lines),
  };
}

function keysOf(lines: readonly ReadLine[]): Uint8Array {
  return lineKeys(
    lines.map(({ line }) => line),
    nodeSha256,
  );
}

function readingOf({ name, bytes, as }: Omit<EntriesFile, 'contentSha256'>): FolderReading {
  return readFolderFile({ bytes, name }, as?.mapping ?? null);
}

type Read = EntriesReading & { readonly mappingSha256: string | null };

/** A file whose reading broke the process is not read again. */
export function unreadEntries(contentSha256: string | null): InspectedEntries {
  return { inspected: { kind: 'unfit', problem: { kind: 'no-entries', why: 'damaged' }, sha256: contentSha256 }, body: null };
}

function readAs(reading: Read, choice: LineChoice, lines: readonly ReadLine[]): ReadEntries | null {
  const sums = comesTo(lines);
  const isWhole = isWholeBooks(reading.format);
  return sums === null
    ? null
    : {
        ...sums,
        warnings: reading.warnings.length,
        mappingSha256: reading.mappingSha256,
        ...(isWhole || leavesOut(choice) ? { choice } : {}),
        ...(isWhole ? { choose: true } : {}),
        ...(isInDoubt(reading) ? { inDoubt: true } : {}),
      };
}

/** Null if a total is too large to be written exactly. */
function comesTo(read: readonly ReadLine[]): NonNullable<ReadEntries['parts']>[number] | null {
  const lines = read.map(({ line }) => line);
  const { debit, credit } = totalsOf(lines);
  const [debitCents, creditCents] = [Number(debit), Number(credit)];
  if (!Number.isSafeInteger(debitCents) || !Number.isSafeInteger(creditCents)) return null;
  return { lines: lines.length, debitCents, creditCents, linesSha256: hex(nodeSha256([utf8(canonicalText(lines))])) };
}

/** As it is kept with a document. */
export function kept({ kind, line, column, name, value, meant, item }: EntriesFault): KeptFault {
  return {
    kind,
    line,
    ...(column === undefined ? {} : { column }),
    ...(name === undefined ? {} : { name: shortened(name) }),
    ...(value === undefined ? {} : { value: shortened(value) }),
    ...(meant === undefined ? {} : { meant: shortened(meant) }),
    ...(item === undefined ? {} : { item }),
  };
}

/** A file with hundreds of columns can differ in all of them. */
const MISFITS_KEPT = 20;

function keptMisfit(misfit: MappingMisfit): EntriesMisfit {
  const { kind } = misfit;
  return {
    kind,
    ...('name' in misfit ? { name: shortened(misfit.name) } : {}),
    ...('column' in misfit ? { column: misfit.column } : {}),
    ...('line' in misfit ? { line: misfit.line } : {}),
    ...('expected' in misfit ? { expected: misfit.expected } : {}),
    ...('found' in misfit ? { found: typeof misfit.found === 'string' ? shortened(misfit.found) : misfit.found } : {}),
  };
}

function shortened(text: string): string {
  return text.length <= FAULT_VALUE_CHARACTERS_MAX ? text : `${text.slice(0, FAULT_VALUE_CHARACTERS_MAX).toWellFormed()}…`;
}
