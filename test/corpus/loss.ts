import type { TakenKind } from '#shared/domain/item/file-kinds.ts';
import { applied, type Copy, isDamage } from './copies.ts';
import { sha256Of } from './listed.ts';
import { type Answer, type Answers, ATTACHED, type Content, TOOLS } from './tools.ts';

/**
 * Only `lost` may not be sent. `in-one-reader`: of a damaged copy, one tool shows all of it, and another one does not. `not-asked`: only known
 * answers were wanted, and there is none.
 */
export type Loss = Rule | 'not-visible' | 'in-one-reader' | 'lost' | 'not-asked';

export type Original = {
  readonly kind: TakenKind;
  readonly content: Content;
  readonly bytes: Uint8Array;
  /** By the tools that can read it. */
  readonly reads: readonly Read[];
};

/** Whether a copy that would be sent lacks something. Decided by simple rules on the bytes, then by the tools; never by our own code. */
export async function measureLoss(original: Original, copy: Copy, answers: Answers): Promise<Loss> {
  return ruleFor(original, copy) ?? (await bySight(original, copy, answers));
}

/** How many tools that read the original show other pixels for the copy, and whether its attachments are the same. */
async function bySight({ kind, content, bytes, reads }: Original, copy: Copy, answers: Answers): Promise<Loss> {
  const copied = applied(bytes, copy);
  const same: Content = { sha256: sha256Of(copied), at: () => copied };
  let [alike, other] = [0, 0];
  for (const tool of TOOLS[kind]) {
    const before = reads.find((read) => read.tool === tool.name);
    if (before === undefined) continue;
    const now = await answers.of(tool, same);
    if (now === null) return 'not-asked';
    if (now.pixels === before.answer.pixels) alike += 1;
    else other += 1;
    if (other > 0 && !isDamage(copy)) return 'lost';
  }
  if (other > 0) return alike > 0 ? 'in-one-reader' : 'lost';
  if (kind !== 'pdf') return 'not-visible';
  const [attached, then] = [await answers.of(ATTACHED, same), await answers.of(ATTACHED, content)];
  if (attached === null || then === null) return 'not-asked';
  return attached.pixels === then.pixels ? 'not-visible' : 'lost';
}

/** Why a copy may be sent although bytes of it are missing; each is decided by a simple rule on the bytes of the original. */
export const RULES = ['same-bytes', 'behind-the-last-object', 'an-earlier-version', 'end-mark', 'raw-pixels'] as const;
export type Rule = (typeof RULES)[number];

type Whole = { readonly kind: TakenKind; readonly bytes: Uint8Array };

/** Null if no rule holds. */
function ruleFor({ kind, bytes }: Whole, copy: Copy): Rule | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isDamage(copy)) return damageRule(kind, buffer, copy);
  if (copy.kind === 'hole') return holeRule(kind, buffer, copy);
  if (kind === 'pdf')
    return isBehindLastObject(buffer, copy.from) ? 'behind-the-last-object' : isVersion(buffer, copy.from) ? 'an-earlier-version' : null;
  return isEndMark(kind, buffer, copy.from) ? 'end-mark' : null;
}

/** Damage can be told from pixels no better than a hole can; bytes that are missing can. */
function damageRule(kind: TakenKind, buffer: Buffer, copy: Copy): Rule | null {
  if (buffer.equals(applied(buffer, copy))) return 'same-bytes';
  if (copy.kind !== 'erased' && copy.kind !== 'random' && copy.kind !== 'zeros') return null;
  const isRaw = kind === 'bmp' ? isRawBmp(buffer, copy) : kind === 'pdf' && isRawPicture(buffer, copy);
  return isRaw ? 'raw-pixels' : null;
}

function holeRule(kind: TakenKind, buffer: Buffer, { from, to }: Copy): Rule | null {
  if (buffer.subarray(from, to).every((byte) => byte === 0)) return 'same-bytes';
  const isRaw = kind === 'bmp' ? isRawBmp(buffer, { from, to }) : kind === 'pdf' && isRawPicture(buffer, { from, to });
  return isRaw ? 'raw-pixels' : null;
}

const END_OF_OBJECT = 'endobj';

/** Every object is complete, except for a cross-reference, which every viewer rebuilds. */
function isBehindLastObject(buffer: Buffer, from: number): boolean {
  const ended = buffer.subarray(0, from).lastIndexOf(END_OF_OBJECT, undefined, 'latin1');
  const behind = buffer.subarray(ended < 0 ? 0 : ended + END_OF_OBJECT.length).toString('latin1');
  const heads = [...behind.matchAll(/\b\d+ \d+ obj\b[^]{0,600}/g)].map(([head]) => head);
  return ended >= 0 && heads.every((head) => /\/Type\s*\/XRef\b/.test(head.slice(0, head.indexOf('stream'))));
}

const END_OF_FILE = '%%EOF';
/** `startxref`, a number and their line ends. */
const END_BYTES_MAX = 64;

/** The file was saved incrementally, and is cut where one step ended: the rest is the file as it was then. */
function isVersion(buffer: Buffer, from: number): boolean {
  const before = buffer
    .subarray(Math.max(0, from - END_BYTES_MAX), from)
    .toString('latin1')
    .split(END_OF_FILE);
  const behind = buffer
    .subarray(from, from + END_BYTES_MAX)
    .toString('latin1')
    .split(END_OF_FILE);
  return [before.length > 1 ? before.at(-1) : undefined, behind.length > 1 ? behind[0] : undefined].some(
    (between) => between !== undefined && !/obj\b/.test(between),
  );
}

/** Only the end marker is lost, and what may follow it. */
function isEndMark(kind: TakenKind, buffer: Buffer, from: number): boolean {
  const mark = kind === 'png' ? Buffer.from('0000000049454e44ae426082', 'hex') : Buffer.from('ffd9', 'hex');
  const at = buffer.lastIndexOf(mark);
  return (kind === 'png' || kind === 'jpeg') && at > 0 && from >= at;
}

type Part = Pick<Copy, 'from' | 'to'>;
/** BI_RGB and BI_BITFIELDS: each pixel takes as many bits of the file as the header says. */
const UNPACKED: ReadonlySet<number> = new Set([0, 3]);

/** Zeros are pixels of the first colour there, as valid as any other, or black in the palette. */
function isRawBmp(buffer: Buffer, { from, to }: Part): boolean {
  const [pixelsAt, headerBytes] = [buffer.readUInt32LE(10), buffer.readUInt32LE(14)];
  const isUnpacked = headerBytes === 12 || UNPACKED.has(buffer.readUInt32LE(30));
  return from >= 14 + headerBytes && (isUnpacked || to <= pixelsAt);
}

/** An unfiltered picture in a PDF, from its first byte to its last. */
function isRawPicture(buffer: Buffer, { from, to }: Part): boolean {
  const before = buffer.subarray(0, from).toString('latin1');
  const object = before.slice(before.lastIndexOf(' obj'));
  const head = object.slice(0, Math.max(0, object.search(/\bstream\r?\n/)));
  const end = buffer.indexOf('endstream', from, 'latin1');
  return /\/Subtype\s*\/Image\b/.test(head) && !/\/Filter\b/.test(head) && end >= to;
}

export type Read = {
  readonly tool: string;
  readonly answer: Answer;
};

/** Two tools of its kind have to read a file to its end. For a PDF there are two, and they have to count the same pages. */
export function readBy(reads: readonly Read[]): readonly Read[] {
  return reads.filter(({ tool, answer }) => isSound(answer) && complaints(tool, answer).length === 0);
}

export function isReadable(kind: TakenKind, reads: readonly Read[]): boolean {
  const [first, second] = readBy(reads);
  return first !== undefined && second !== undefined && (kind !== 'pdf' || first.answer.count === second.answer.count);
}

/** For the list of files left out: the first objection. */
export function whyNot(reads: readonly Read[]): string {
  for (const { tool, answer } of reads) {
    const [complaint] = complaints(tool, answer);
    if (answer.exit === null) return `${tool}: not done within its time`;
    if (complaint !== undefined) return `${tool}: ${complaint}`;
    if (!isSound(answer)) return `${tool}: exit code ${answer.exit}, ${answer.count} pages`;
  }
  return reads.length === 0 ? 'not asked' : 'another number of pages';
}

function isSound({ exit, count }: Answer): boolean {
  return exit === 0 && count >= 1;
}

function complaints(tool: string, { said }: Answer): readonly string[] {
  return said.filter((line) => HARMLESS[tool]?.test(line) !== true);
}

const TAIL = 1_000_000;

/**
 * A PDF that ends inside an object was cut there. Its pages may be before the cut, so that viewers show them all. It is left out nevertheless,
 * because it is just what has to wait.
 */
export function endsInsideObject(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-TAIL).toString('latin1');
  const begun = [...text.matchAll(/(?<!\d)\d{1,10} \d{1,5} obj\b/g)].at(-1)?.index ?? -1;
  return begun >= 0 && !/endobj|%%EOF/.test(text.slice(begun));
}

/** What MuPDF says when it rebuilds a table of offsets, and about what no page shows. */
const MUPDF = [
  'ICC support is not available',
  'repairing PDF document',
  'trying to repair broken xref',
  'cannot (recognize|find|read) .*(xref|version marker|startxref|trailer)',
  'expected trailer (marker|dictionary)',
  'xref (subsection|offset|entr|section|table|object|stream|generation)',
  "expected '(obj|endobj)",
  'expected (object|generation) number',
  'PDF stream Length incorrect',
  'line feed missing after stream',
  'repeated # times',
  'non-embedded font',
  'no builtin cmap file',
  'CIDToGIDMap',
  'closepath with no current point',
  'undefined link destination',
  'ignoring transfer function',
  'unknown PDF version',
  'missing file identifier',
  'No default Layer config',
  'cmap Adobe-Identity-UCS',
  'No common ancestor in structure tree',
  '(Bad|Missing|Unbalanced|Non-?tag).*(structure|parent tree|tag)',
];

/** The same for Poppler. */
const POPPLER = [
  "Couldn't find trailer dictionary",
  "Couldn't read xref table",
  '(Invalid|Failed to parse) XRef entry',
  'No valid XRef size in trailer',
  'try to reconstruct',
  'hints table',
  "Missing 'endstream' or incorrect stream length",
  "[cC]ouldn't find a font for",
  'Missing language pack',
  'Unknown character collection',
  'Invalid Font Weight',
  'CIDToGIDMap',
  'Mismatch between font type',
  'non-embedded font',
  'ToUnicode',
  'No current point in closepath',
  'not an ICC profile',
  "Can't get Fields array",
  'Invalid form field',
  'May not be a PDF file',
  'PDF file is damaged - attempting to reconstruct',
  '(Struct|ParentTree|StructTree|structure)',
  '(outline|Outline|bookmark|named destination|Bad annotation destination|action)',
];

/**
 * What a tool may say about an intact file: a table of offsets that it rebuilt, a length that it worked out itself, a missing font or profile,
 * fields and properties that no page shows, and what it is doing. Anything else may indicate lost content.
 */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  mupdf: new RegExp(MUPDF.join('|')),
  poppler: new RegExp(POPPLER.join('|')),
  libpng: /libpng warning: (?!IHDR|PLTE|IDAT|Invalid|Image|Too|Not)|fewer significant bits|non-square pixels/,
  libjpeg: /^$/,
  ffmpeg:
    /deprecated pixel format|Last message repeated|EOI missing, emulating|decode APP fields|EXIF data|TIFF tag|Duplicate ICC|Broken zTXt|bytes left$/,
  netpbm: /Windows \(v#\) BMP|OS\/# BMP|WRITING P.M|some image data remains unread/,
  imagemagick: /^$/,
};
