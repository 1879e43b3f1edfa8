import { ENTRIES_BYTES_MAX } from '#shared/contract/limits.ts';
import { JSON_TYPE } from '#shared/contract/routes.ts';
import type { FitFile, Inspected } from '#shared/domain/folder/inspected.ts';
import { FAULT_VALUE_CHARACTERS_MAX, FAULTS_KEPT } from '#shared/domain/item/entries.ts';
import type { ReadEntries } from '#shared/domain/item/entries-schemas.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { totalsOf } from '#shared/entries/balance.ts';
import { canonicalText, entriesBody } from '#shared/entries/canonical.ts';
import type { EntriesFault, EntriesReading, EntryLine } from '#shared/entries/entry-lines.ts';
import { readEntries } from '#shared/entries/read-entries.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';

/** `contentSha256`: hexadecimal, of its bytes. */
type EntriesFile = { readonly name: string; readonly bytes: Uint8Array; readonly contentSha256: string };

/** `body`: the JSON text that goes into the request as `entries`; null for a file that is not sent. Never more than the service takes. */
export type InspectedEntries = { readonly inspected: Inspected; readonly body: Uint8Array<ArrayBuffer> | null };

/**
 * Reads a file of an entries folder: all of its lines can be sent, or none. Pure and total, and the same on every computer. Lines are asked about before
 * anything of them is sent, whatever they are.
 */
export function inspectEntries({ name, bytes, contentSha256 }: EntriesFile): InspectedEntries {
  const unfit = (problem: Problem): InspectedEntries => ({ inspected: { kind: 'unfit', problem, sha256: contentSha256 }, body: null });
  const reading = readEntries({ bytes, name });
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

/** Null if a total is too large to be written exactly. */
function readAs({ warnings }: EntriesReading, lines: readonly EntryLine[], linesSha256: string): ReadEntries | null {
  const { debit, credit } = totalsOf(lines);
  const [debitCents, creditCents] = [Number(debit), Number(credit)];
  if (!Number.isSafeInteger(debitCents) || !Number.isSafeInteger(creditCents)) return null;
  return { lines: lines.length, debitCents, creditCents, warnings: warnings.length, linesSha256, mappingSha256: null };
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

function shortened(text: string): string {
  return text.length <= FAULT_VALUE_CHARACTERS_MAX ? text : `${text.slice(0, FAULT_VALUE_CHARACTERS_MAX).toWellFormed()}…`;
}
