import type { TakenKind } from '#shared/domain/item/problem.ts';
import { type Copy } from './copies.ts';

/** How far back the beginning of an object is searched for. */
const BACK = 2_000_000;

/** For the reader of the table: in which part of the original the first lost byte is. A guess by simple rules, which nothing depends on. */
export function where(kind: TakenKind, bytes: Uint8Array, { from, to }: Copy): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'pdf') return `${inPdf(buffer, from)}${buffer.subarray(from, to).includes('endobj') ? ' and on' : ''}`;
  if (kind === 'jpeg') return inJpeg(buffer, from);
  if (kind === 'png') return inPng(buffer, from);
  return from < buffer.readUInt32LE(10) ? 'header' : 'pixels';
}

function inPdf(buffer: Buffer, from: number): string {
  const before = buffer.subarray(Math.max(0, from - BACK), from).toString('latin1');
  const startAt = Math.max(...[...before.matchAll(/\d+ \d+ obj\b/g)].map(({ index }) => index), -1);
  if (before.lastIndexOf('endobj') > startAt || startAt < 0) return 'between objects';
  const object = before.slice(startAt);
  const streamAt = object.search(/\bstream\r?\n/);
  const head = streamAt < 0 ? object : object.slice(0, streamAt);
  const filter = /\/Filter\s*\[?\s*\/(\w+)/.exec(head)?.[1] ?? 'no filter';
  const type = /\/Subtype\s*\/(Image|Form|XML|Type1C|CIDFontType0C|OpenType)/.exec(head)?.[1] ?? /\/Type\s*\/(\w+)/.exec(head)?.[1] ?? '';
  return streamAt < 0 ? `object ${type}`.trim() : `stream ${type} ${filter}`.replace('  ', ' ');
}

function inJpeg(buffer: Buffer, from: number): string {
  let at = 2;
  while (at + 4 <= from) {
    const marker = buffer[at + 1] ?? 0;
    if (buffer[at] !== 0xff || marker === 0xd9) return 'behind the end';
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + buffer.readUInt16BE(at + 2);
    if (marker === 0xda) return 'scan';
    if (end > from) return `segment ff${marker.toString(16)}`;
    at = end;
  }
  return 'between segments';
}

function inPng(buffer: Buffer, from: number): string {
  let at = 8;
  while (at + 8 <= from) {
    const end = at + 12 + buffer.readUInt32BE(at);
    const name = buffer.toString('latin1', at + 4, at + 8);
    if (end > from || name === 'IEND') return end > from ? `chunk ${name}` : 'behind the end';
    at = end;
  }
  return 'between chunks';
}
