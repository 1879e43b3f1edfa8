import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TakenKind } from '#shared/domain/item/file-kinds.ts';
import type { Copy } from './copies.ts';

export type Listed = {
  readonly sha256: string;
  readonly bytes: number;
  readonly kind: TakenKind;
  /** A key of the list of sources. */
  readonly source: string;
  /** Inside its source. */
  readonly path: string;
};

/** The files themselves may not be redistributed with this project; what they are and where they come from may. */
const FILES = join(import.meta.dirname, '../../docs/corpus/files.tsv');

export function listedFiles(list: string = FILES): readonly Listed[] {
  if (!existsSync(list)) return [];
  const lines = readFileSync(list, 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const [sha256 = '', bytes = '', kind = '', source = '', path = ''] = line.split('\t');
    return { sha256, bytes: Number(bytes), kind: kind as TakenKind, source, path };
  });
}

export function writeList(files: readonly Listed[]): void {
  const sorted = files.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const lines = sorted.map(({ sha256, bytes, kind, source, path }) => [sha256, bytes, kind, source, path].join('\t'));
  writeFileSync(FILES, ['sha256\tbytes\tkind\tsource\tpath', ...lines, ''].join('\n'));
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * By the formats' own signatures, not by our inspection, which would leave out whatever it does not know. Null for a type that the service
 * does not accept.
 */
export function kindOf(bytes: Uint8Array): TakenKind | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_024)).toString('latin1');
  if (head.includes('%PDF-')) return 'pdf';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  return head.startsWith('BM') ? 'bmp' : null;
}

/** Where a gathered file is stored: by its content. */
export function placeOf(corpus: string, file: Pick<Listed, 'sha256' | 'kind'>): string {
  return join(corpus, 'files', `${file.sha256}.${file.kind}`);
}

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
