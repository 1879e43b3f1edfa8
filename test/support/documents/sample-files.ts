import { fileURLToPath } from 'node:url';
import type { MediaType } from '#shared/contract/media-types.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import type { KnownFile } from '#electron/intake/store.ts';
import { wallMs } from '#shared/lib/duration.ts';

export type SampleFile = {
  readonly name: string;
  readonly path: string;
  readonly expected:
    | { readonly verdict: 'fit'; readonly mediaType: MediaType; readonly sentName: string }
    | { readonly verdict: 'unfit'; readonly problem: Problem };
};

/** The folder of the samples; `npm run samples` makes them. */
export const SAMPLE_FOLDER = fileURLToPath(new URL('../files/', import.meta.url));

/** The project's scans, by name, each with what inspection must find. */
export const sampleFiles = {
  invoice: fit('facture-2026-031.pdf', 'application/pdf'),
  /** The same bytes under another name. */
  copy: fit('copie-de-facture-2026-031.pdf', 'application/pdf'),
  threePages: fit('facture-trois-feuilles.pdf', 'application/pdf'),
  accented: fit('Reçu boulangerie été.pdf', 'application/pdf'),
  capitals: fit('facture-chauffage.PDF', 'application/pdf', 'facture-chauffage.pdf'),
  /** A quote, which an accountant refuses. */
  quote: fit('devis-toiture.pdf', 'application/pdf'),
  /** A PDF whose name says JPEG. */
  misnamed: fit('scan-mal-nomme.jpg', 'application/pdf', 'scan-mal-nomme.pdf'),
  jpeg: fit('ticket-de-parking.jpg', 'image/jpeg'),
  png: fit('note-de-restaurant.png', 'image/png'),
  bmp: fit('recu-de-timbres.bmp', 'image/bmp'),
  cutPdf: unfit('coupe.pdf', { kind: 'damaged', found: 'pdf' }),
  cutJpeg: unfit('coupe.jpg', { kind: 'damaged', found: 'jpeg' }),
  cutPng: unfit('coupe.png', { kind: 'damaged', found: 'png' }),
  cutBmp: unfit('coupe.bmp', { kind: 'damaged', found: 'bmp' }),
  empty: unfit('vide.pdf', { kind: 'damaged', found: 'pdf' }),
  password: unfit('protege.pdf', { kind: 'password' }),
  noPages: unfit('sans-page.pdf', { kind: 'blank' }),
  tiff: unfit('scan-ancien.tiff', { kind: 'not-taken', found: 'tiff' }),
  gif: unfit('logo.gif', { kind: 'not-taken', found: 'gif' }),
  webp: unfit('photo.webp', { kind: 'not-taken', found: 'webp' }),
  heic: unfit('photo-de-telephone.heic', { kind: 'not-taken', found: 'heic' }),
  xml: unfit('facture-electronique.xml', { kind: 'not-taken', found: 'xml' }),
  zip: unfit('factures-de-janvier.zip', { kind: 'not-taken', found: 'zip' }),
  office: unfit('lettre.docx', { kind: 'not-taken', found: 'office' }),
  text: unfit('a-lire.txt', { kind: 'not-taken', found: 'text' }),
} as const;

function fit(name: string, mediaType: MediaType, sentName: string = name): SampleFile {
  return { name, path: SAMPLE_FOLDER + name, expected: { verdict: 'fit', mediaType, sentName } };
}

function unfit(name: string, problem: Problem): SampleFile {
  return { name, path: SAMPLE_FOLDER + name, expected: { verdict: 'unfit', problem } };
}

/** A program of a letter: a width, a move, two lines and the end. */
const LETTER = Buffer.from([139, 139, 139, 21, 150, 160, 5, 14]);
const RETURNS = Buffer.from([139, 139, 5, 11]);

/** A font in Adobe's compact format with as many letters, and a few subroutines. */
export function compactFont(letters: number): Buffer {
  const head = Buffer.from([1, 0, 4, 1]);
  const [names, strings, shared] = [indexOf([Buffer.from('Font')]), indexOf([]), indexOf([RETURNS])];
  const programs = indexOf(Array.from({ length: letters }, () => LETTER));
  const parts = indexOf(Array.from({ length: letters }, () => RETURNS));
  const top = (from: number): Buffer =>
    indexOf([Buffer.concat([long(from), Buffer.from([17]), long(PRIVATE_BYTES), long(from + programs.byteLength), Buffer.from([18])])]);
  const from = head.byteLength + names.byteLength + top(0).byteLength + strings.byteLength + shared.byteLength;
  const own = Buffer.concat([long(PRIVATE_BYTES), Buffer.from([19])]);
  return Buffer.concat([head, names, top(from), strings, shared, programs, own, parts]);
}

/** One number and its operator. */
const PRIVATE_BYTES = 6;

function long(value: number): Buffer {
  const bytes = Buffer.from([29, 0, 0, 0, 0]);
  bytes.writeInt32BE(value, 1);
  return bytes;
}

function indexOf(parts: readonly Buffer[]): Buffer {
  if (parts.length === 0) return Buffer.from([0, 0]);
  const head = Buffer.from([parts.length >> 8, parts.length & 255, 2]);
  const offsets = Buffer.alloc(2 * (parts.length + 1));
  let at = 1;
  for (const [n, part] of parts.entries()) {
    offsets.writeUInt16BE(at, 2 * n);
    at += part.byteLength;
  }
  offsets.writeUInt16BE(at, 2 * parts.length);
  return Buffer.concat([head, offsets, ...parts]);
}

/** A box of one contour, without instructions, and with as many bytes as a small letter has. */
const OUTLINE = Buffer.from([0, 1, 0, 0, 0, 0, 0, 90, 0, 90, 0, 3, 0, 0, 1, 1, 1, 1, 0, 9, 9, 9, 9, 9, 9, 9]);

/** A TrueType font of as many letters. `sums`: those of its tables; some programs leave old ones. */
export function trueTypeFont(letters: number, sums: 'right' | 'old' = 'right'): Buffer {
  const head = Buffer.alloc(54);
  head[51] = 1;
  const places = Buffer.alloc(4 * (letters + 1));
  for (let n = 0; n <= letters; n += 1) places.writeUInt32BE(n * OUTLINE.byteLength, 4 * n);
  const tables = { glyf: Buffer.concat(Array.from({ length: letters }, () => OUTLINE)), head, loca: places };
  const directory = Buffer.alloc(12 + 16 * 3);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(3, 4);
  let at = directory.byteLength;
  for (const [n, [name, table]] of Object.entries(tables).entries()) {
    const row = 12 + 16 * n;
    directory.write(name, row, 'latin1');
    directory.writeUInt32BE(sums === 'old' ? 7 : sumOf(table), row + 4);
    directory.writeUInt32BE(at, row + 8);
    directory.writeUInt32BE(table.byteLength, row + 12);
    at += table.byteLength;
  }
  return Buffer.concat([directory, ...Object.values(tables)]);
}

function sumOf(table: Buffer): number {
  const filled = Buffer.concat([table], 4 * Math.ceil(table.byteLength / 4));
  let sum = 0;
  for (let at = 0; at < filled.byteLength; at += 4) sum = (sum + filled.readUInt32BE(at)) >>> 0;
  return sum;
}

/** A KnownFile for a file that is on no disk. */
export function aKnownFile(bytes: number, modifiedAt: number): KnownFile {
  return { bytes, modifiedAt: wallMs(modifiedAt), changedAt: wallMs(modifiedAt), inode: 4711 };
}
