import type { ImportType } from '#shared/contract/import-types.ts';
import { ENTRIES_BYTES_MAX, FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { MEDIA_TYPE_OF } from '#shared/domain/item/media-type-of-problem.ts';
import { entriesEndingOf, FOREIGN_KINDS, SCAN_KINDS, type TakenKind } from '#shared/domain/item/file-kinds.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { isQuadra, isXimport } from '#shared/entries/fixed-widths.ts';
import { hex } from '#shared/lib/bytes.ts';
import type { Sha256 } from '#shared/lib/digest.ts';
import { isBlankPdf } from './pdf/blank-pdf.ts';
import { isDoubtfulPdf } from './pdf/doubts.ts';
import { type ContentType, contentType } from './content-type.ts';
import { type EntriesFile, inspectEntries } from './entries-file.ts';
import { pageFingerprints, type ToFingerprint } from './fingerprints/page-fingerprints.ts';
import { InspectBudget } from './inspect-budget.ts';
import { lookAtPicture } from './pictures/look-at-picture.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import type { Inspected } from '#shared/domain/folder/inspected.ts';
import { pagesOf, type ReadPdf } from './pdf/pages.ts';
import type { ReadRequest } from '#shared/ports/file-reader.ts';
import type { LargeFile } from '#shared/ports/files.ts';
import { zeroRuns } from './zero-runs.ts';
import { crossReference, type CrossReference } from './pdf/objects/cross-reference.ts';
import { foundObjects } from './pdf/objects/found-objects.ts';
import { holeIn } from './pdf/hole.ts';
import { lockOf } from './pdf/lock.ts';
import { pdfFile } from './pdf/pdf-file.ts';
import { PdfText } from './pdf/pdf-text.ts';
import { type CheckedPdf, checkUntidy } from './pdf/objects/untidy.ts';

export type ToInspect = {
  readonly name: string;
  /** Null when the file is too large to be sent. */
  readonly bytes: Uint8Array | null;
  /** Of such a file; missing if it was too large to be read at all. */
  readonly large?: LargeFile | undefined;
  /** Size on the disk. */
  readonly size: number;
  /** What its folder is for; missing for an invoice of any type. */
  readonly importType?: ImportType | undefined;
  /** Of a file of entries: how it is read. */
  readonly entriesAs?: ReadRequest['entriesAs'] | undefined;
};

/**
 * Determines what a file is and whether it can be sent as it is. Pure, total, and without a clock: any bytes get an answer, the same on every
 * computer, because the cost of the inspection is counted (ADR-33).
 */
export function inspect(file: ToInspect, sha256: Sha256, budget: InspectBudget = new InspectBudget()): Inspected {
  const { bytes, name, large } = file;
  if (bytes === null) return tooLarge(file, large ?? null);
  if (bytes.byteLength > FILE_BYTES_MAX) return tooLarge(file, { head: bytes, hash: sha256([bytes]) });
  // All empty files have the same content, but to the user each is a file of its own: so no hash.
  if (bytes.byteLength === 0) return unfit(file.importType === 'entries' ? { kind: 'no-entries', why: 'empty' } : unfinished(name), null);
  const digest = hex(sha256([bytes]));
  const type = contentType(bytes);
  const misplaced = inWrongFolder(file, { type, bytes });
  if (misplaced?.kind === 'entries-among-scans') return amongScans(misplaced, { name, bytes, contentSha256: digest, as: file.entriesAs });
  if (misplaced !== null) return unfit(misplaced, digest);
  if (file.importType === 'entries') return inspectEntries({ name, bytes, contentSha256: digest, as: file.entriesAs }).inspected;
  if (!isTaken(type)) {
    return unfit(isAnnounced(bytes) ? unfinished(name) : { kind: 'not-taken', found: type }, digest);
  }
  const { problem, question, ...of } = lookedAt(type, bytes, budget);
  if (problem !== null) return unfit(problem, digest);
  const mediaType = MEDIA_TYPE_OF[type];
  const pages = pageFingerprints({ type, bytes, ...of }, budget);
  const fit = { kind: 'fit', mediaType, sentName: sentName(name, mediaType), sha256: digest, pages } as const;
  return question === null ? fit : { ...fit, question };
}

/** A file of another format has that as its problem: a smaller one would not be taken either. */
function tooLarge(file: ToInspect, large: LargeFile | null): Inspected {
  const { size } = file;
  const problem = { kind: 'too-large', bytes: size, bytesMax: FILE_BYTES_MAX } as const;
  if (large === null) return unfit(problem, null);
  const found = contentType(large.head);
  const digest = hex(large.hash);
  const misplaced = inWrongFolder(file, { type: found, bytes: large.head });
  if (misplaced?.kind === 'entries-among-scans') return { kind: 'unfit', problem: misplaced, sha256: digest, entries: { problem } };
  if (misplaced !== null) return unfit(misplaced, digest);
  if (isTaken(found)) return unfit({ ...problem, found }, digest);
  return unfit(found === 'unknown' ? problem : { kind: 'not-taken', found }, digest);
}

/** It is read all the same, since it may be the entries of a scan beside it. */
function amongScans(problem: Problem, file: EntriesFile): Inspected {
  const { inspected } = inspectEntries(file);
  const of = { kind: 'unfit', problem, sha256: file.contentSha256 } as const;
  if (inspected.kind === 'unfit') return { ...of, entries: { problem: inspected.problem } };
  const { entries, lineKeys } = inspected;
  if (entries === undefined || lineKeys === undefined) return of;
  // A scan is sent under one number, so they would have to leave in one request with it.
  if (entries.parts === undefined) return { ...of, entries, lineKeys };
  return { ...of, entries: { problem: { kind: 'too-large', bytes: file.bytes.byteLength, bytesMax: ENTRIES_BYTES_MAX } } };
}

/** What no program but one for accounting writes: the first heading of a FEC (LPF art. A47 A-1), or the contract's JSON, whatever the file is called. */
const ENTRIES_TEXT = /^\ufeff?(?:"?JournalCode\b|\s{0,32}\{\s{0,32}"(?:entries|data|lines)"\s{0,32}:)/i;
const HEAD_BYTES = 64;
/** The first lines of a file with fixed widths, of which the longest has some 250 characters. */
const LINES_BYTES = 4_096;

function isEntriesText(bytes: Uint8Array): boolean {
  if (ENTRIES_TEXT.test(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)))) return true;
  // Where the columns stand, each byte counts as one letter in whatever encoding.
  const lines = new TextDecoder('windows-1252').decode(bytes.subarray(0, LINES_BYTES));
  return isXimport(lines) || isQuadra(lines);
}

/**
 * Why a file is in the wrong folder; null if it is in the right one. Among scans a text is only that, for instance a note beside one, unless its
 * ending is one of tables, or it begins as a FEC, XIMPORT or Quadra does, or as JSON with lines.
 */
function inWrongFolder(
  { name, importType }: ToInspect,
  { type, bytes }: { readonly type: ContentType; readonly bytes: Uint8Array },
): Problem | null {
  const ending = entriesEndingOf(name);
  const scan = SCAN_KINDS.find((kind) => kind === type);
  if (importType === 'entries') {
    if (scan !== undefined) return { kind: 'scan-among-entries', found: scan };
    const isOther = ending === null && !isAnnounced(bytes);
    return isOther ? { kind: 'not-taken-as-entries', found: FOREIGN_KINDS.find((kind) => kind === type) ?? 'unknown' } : null;
  }
  if (scan !== undefined || ending === null || isAnnounced(bytes)) return null;
  const isEntries = ending !== 'txt' || isEntriesText(bytes);
  return isEntries ? { kind: 'entries-among-scans', found: ending } : null;
}

function isTaken(type: ContentType): type is TakenKind {
  return Object.hasOwn(MEDIA_TYPE_OF, type);
}

function unfit(problem: Problem, sha256: string | null): Inspected {
  return { kind: 'unfit', problem, sha256 };
}

type Looked = { readonly problem: Problem | null; readonly question: 'blank' | 'not-understood' | null } & Pick<
  ToFingerprint,
  'read' | 'png'
>;

function lookedAt(type: TakenKind, bytes: Uint8Array, budget: InspectBudget): Looked {
  if (type !== 'pdf') {
    const { seen, png } = lookAtPicture(type, bytes, budget);
    return seen === 'damaged' ? { problem: { kind: seen, found: type }, question: null } : { problem: null, question: seen, png };
  }
  const { fault, read } = checkPdf(bytes, budget);
  if (fault === null) return { problem: null, question: read === null ? null : questionAbout(read, budget), read };
  if (fault === 'not-understood') return { problem: null, question: fault, read };
  return { problem: fault === 'damaged' ? { kind: 'damaged', found: 'pdf' } : { kind: fault }, question: null };
}

function questionAbout(read: ReadPdf, budget: InspectBudget): Looked['question'] {
  if (isBlankPdf(read, budget)) return 'blank';
  return isDoubtfulPdf(read, budget) ? 'not-understood' : null;
}

/** Whether the start is all zeros: space that was allocated for a file still being copied. */
function isAnnounced(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 1_024).every((byte) => byte === 0);
}

const KIND_OF_ENDING: readonly (readonly [RegExp, TakenKind])[] = [
  [/\.pdf$/i, 'pdf'],
  [/\.(jpe?g|jpe|jfif)$/i, 'jpeg'],
  [/\.png$/i, 'png'],
  [/\.(bmp|dib)$/i, 'bmp'],
];

/** Without content, only the name shows what the file was meant to become. */
function unfinished(name: string): Problem {
  const meant = KIND_OF_ENDING.find(([ending]) => ending.test(name))?.[1];
  return meant === undefined ? { kind: 'not-taken', found: 'unknown' } : { kind: 'damaged', found: meant };
}

/**
 * Whether a PDF is whole, opens without a password and has a page (C40). *Tidy*: its cross-reference leads to its pages. If not, its objects
 * are searched for, as every viewer does; then all that its pages draw must be there and unpack.
 */
export function checkPdf(bytes: Uint8Array, budget: InspectBudget): CheckedPdf {
  const text = new PdfText(bytes);
  const headerAt = text.indexOf('%PDF-');
  if (headerAt < 0) return { fault: 'damaged', read: null };
  const endAt = endOf(text, budget);
  if (endAt === 'begun') return { fault: 'damaged', read: null };
  if (endAt === 'updated') return { fault: 'not-understood', read: null };
  const tidy = endAt === null ? null : tidyFile(text, { headerAt, endAt }, budget);
  if (tidy === 'too-much') return { fault: 'not-understood', read: null };
  const checked = tidy === null ? checkUntidy(text, headerAt, budget) : checkTidy(tidy, budget);
  if (checked.fault === 'damaged') return checked;
  const runs = zeroRuns(bytes).filter(({ from }) => from < (endAt ?? text.length));
  if (runs.length === 0) return checked;
  const hole = holeIn(
    text,
    { headerAt, runs, table: tidy?.table ?? null, isLocked: checked.read?.file.trailer.entries.has('Encrypt') === true },
    budget,
  );
  // Damage takes precedence over any other fault.
  return hole === null || (hole === 'not-understood' && checked.fault !== null) ? checked : { ...checked, fault: hole };
}

type Tidy = ReadPdf & { readonly table: CrossReference };

/** Null if the cross-reference does not lead to the pages. */
function tidyFile(
  text: PdfText,
  at: { readonly headerAt: number; readonly endAt: number },
  budget: InspectBudget,
): Tidy | 'too-much' | null {
  const startxref = startxrefOf(text, at.endAt);
  if (startxref === null || startxref >= at.endAt) return null;
  const table = crossReference(text, { headerAt: at.headerAt, startxref }, budget);
  if (table === null || table === 'too-much') return table;
  const file = pdfFile(text, table, budget);
  const tree = pagesOf(file);
  const { fault, pages } = tree;
  const isRoot = file.dictionary(file.trailer.entries.get('Root')) !== null;
  const isRight = !file.isAstray() && fault !== 'gap' && (fault !== 'none' || isRoot);
  return isRight || file.isTooMuch() || file.isHidden() || (fault === 'loop' && pages.length > 0) ? { file, tree, table } : null;
}

function checkTidy(read: ReadPdf, budget: InspectBudget): CheckedPdf {
  const lock = lockOf(read, budget);
  if (lock !== null) return { fault: lock, read };
  const { fault } = read.tree;
  if (read.file.isTooMuch() || read.file.isHidden() || fault === null) return { fault: null, read };
  return { fault: fault === 'none' ? 'blank' : 'damaged', read };
}

/**
 * Position of the last `%%EOF`; null if there is none, or an update with objects follows it; `begun` if only the beginning of an object
 * follows; `updated` if the beginning of a table does, as of an update without objects. What a portal or a mail program appends is text, and
 * what a disk had in its last block before may contain objects, but does not begin with one.
 */
function endOf(text: PdfText, budget: InspectBudget): number | 'begun' | 'updated' | null {
  const at = text.lastIndexOf('%%EOF', text.length);
  if (at < 0) return null;
  const behind = at + '%%EOF'.length;
  // Most files end here; some programs pad them to a whole block with zeros.
  const to = text.endOfContent(behind);
  if (to === behind) return at;
  const isBegun = /^\s*\d{1,10} \d{1,5} ?(o(bj?)?)?$/.test(text.slice(behind, Math.min(to, behind + 64)));
  if (isBegun) return 'begun';
  const tail = text.slice(behind, Math.min(to, behind + TAIL_BYTES));
  if (UPDATE_OF_OBJECTS.test(tail)) return null;
  if (UPDATE_OF_TABLE.test(tail)) return /startxref\s+\d/.test(tail) ? at : 'updated';
  return to - behind > TAIL_BYTES && foundObjects(text, behind, budget).length > 0 ? null : at;
}

/** A disk's last block is shorter. */
const TAIL_BYTES = 65_536;
/** Comments may stand before it. */
const UPDATE_OF_OBJECTS = /^(?:\s|%[^\r\n]*[\r\n])*\d{1,10}\s{1,4}\d{1,5}\s{1,4}obj\b/;
const UPDATE_OF_TABLE = /^(?:\s|%[^\r\n]*[\r\n])*x(?:r(?:e(?:f(?:\s[^]*)?)?)?)?$/;

/** The offset in the last `startxref`. */
function startxrefOf(text: PdfText, endAt: number): number | null {
  const keyAt = text.lastIndexOf('startxref', endAt);
  const said = keyAt < 0 ? undefined : /^startxref\s{1,32}(\d{1,15})\b/.exec(text.slice(keyAt, keyAt + 64))?.[1];
  return said === undefined ? null : Number(said);
}
