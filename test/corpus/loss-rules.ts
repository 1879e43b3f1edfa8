import type { TakenKind } from '#shared/domain/item/problem.ts';
import { applied, type Copy, isDamage } from './copies.ts';

/** Why a copy may be sent although bytes of it are missing; each is decided by a simple rule on the bytes of the original. */
export const RULES = ['same-bytes', 'behind-the-last-object', 'an-earlier-version', 'end-mark', 'raw-pixels'] as const;
export type Rule = (typeof RULES)[number];

type Whole = { readonly kind: TakenKind; readonly bytes: Uint8Array };

/** Null if no rule holds. */
export function ruleFor({ kind, bytes }: Whole, copy: Copy): Rule | null {
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
