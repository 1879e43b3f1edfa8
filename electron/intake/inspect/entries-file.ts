import { ENTRIES_BYTES_MAX } from '#shared/contract/limits.ts';
import { JSON_TYPE } from '#shared/contract/routes.ts';
import type { FitFile, Inspected } from '#shared/domain/folder/inspected.ts';
import { FAULT_VALUE_CHARACTERS_MAX, FAULTS_KEPT } from '#shared/domain/item/entries.ts';
import type { EntriesMisfit, ReadEntries } from '#shared/domain/item/entries-schemas.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { totalsOf } from '#shared/entries/balance.ts';
import { canonicalText, entriesBody } from '#shared/entries/canonical.ts';
import type { EntriesFault, EntriesReading, EntryLine } from '#shared/entries/entry-lines.ts';
import type { MappingMisfit } from '#shared/entries/fit-mapping.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { ReadRequest } from '#shared/ports/file-reader.ts';
import { readFolderFile } from './mapped-file.ts';

/** `contentSha256`: hexadecimal, of its bytes. `as`: how it is read; without it, as one that needs no mapping. */
type EntriesFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly contentSha256: string;
  readonly as?: ReadRequest['entriesAs'] | undefined;
};

/** `body`: the JSON text that goes into the request as `entries`; null for a file that is not sent. Never more than the service takes. */
export type InspectedEntries = { readonly inspected: Inspected; readonly body: Uint8Array<ArrayBuffer> | null };

/**
 * Reads a file of an entries folder: all of its lines can be sent, or none. Pure and total, and the same on every computer. Lines are asked about before
 * anything of them is sent, whatever they are.
 */
export function inspectEntries({ name, bytes, contentSha256, as }: EntriesFile): InspectedEntries {
  const unfit = (problem: Problem): InspectedEntries => ({ inspected: { kind: 'unfit', problem, sha256: contentSha256 }, body: null });
  const reading = readFolderFile({ bytes, name }, as?.mapping ?? null);
  if ('misfits' in reading) return unfit({ kind: 'entries-misfit', differences: reading.misfits.slice(0, MISFITS_KEPT).map(keptMisfit) });
  if ('refused' in reading) return unfit({ kind: 'no-entries', why: reading.refused });
  if (reading.format === 'fec') return unfit({ kind: 'no-entries', why: 'whole-books' });
  const { errors } = reading;
  if (errors.length > 0) return unfit({ kind: 'entries', errors: errors.length, faults: errors.slice(0, FAULTS_KEPT).map(kept) });
  const lines = reading.lines.map(({ line }) => line);
  const body = utf8(entriesBody(lines));
  if (body.byteLength > ENTRIES_BYTES_MAX) return unfit({ kind: 'too-large', bytes: body.byteLength, bytesMax: ENTRIES_BYTES_MAX });
  const entries = readAs(reading, lines, hex(nodeSha256([utf8(canonicalText(lines))])));
  if (entries === null) return unfit({ kind: 'entries', errors: 1, faults: [{ kind: 'amount-too-large', line: 1 }] });
  // Entries are sent without a name.
  const fit: FitFile = { kind: 'fit', mediaType: JSON_TYPE, sentName: name, sha256: contentSha256, question: 'entries', entries };
  return { inspected: fit, body };
}

/** A file whose reading broke the process is not read again. */
export function unreadEntries(contentSha256: string | null): InspectedEntries {
  return { inspected: { kind: 'unfit', problem: { kind: 'no-entries', why: 'damaged' }, sha256: contentSha256 }, body: null };
}

type Read = EntriesReading & { readonly mappingSha256: string | null };

/** Null if a total is too large to be written exactly. */
function readAs({ warnings, mappingSha256 }: Read, lines: readonly EntryLine[], linesSha256: string): ReadEntries | null {
  const { debit, credit } = totalsOf(lines);
  const [debitCents, creditCents] = [Number(debit), Number(credit)];
  if (!Number.isSafeInteger(debitCents) || !Number.isSafeInteger(creditCents)) return null;
  return { lines: lines.length, debitCents, creditCents, warnings: warnings.length, linesSha256, mappingSha256 };
}

function kept({ kind, line, column, name, value, meant }: EntriesFault): Extract<Problem, { kind: 'entries' }>['faults'][number] {
  return {
    kind,
    line,
    ...(column === undefined ? {} : { column }),
    ...(name === undefined ? {} : { name: shortened(name) }),
    ...(value === undefined ? {} : { value: shortened(value) }),
    ...(meant === undefined ? {} : { meant: shortened(meant) }),
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
