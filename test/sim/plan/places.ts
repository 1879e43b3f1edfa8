import { join, sep } from 'node:path';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import { liesBelow } from '#test/support/disks/path-map.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { tinyPdf } from '../tiny-pdf.ts';

/** On Windows another drive than that of the profiles: an office's share has a drive letter of its own. */
const OFFICE = sep === '\\' ? 'S:\\office' : '/office';
export const PURCHASES = join(OFFICE, 'Purchases');
export const SALES = join(OFFICE, 'Sales');

/** The folders that both desktops watch. */
export const WATCHED: readonly (readonly [string, InvoiceType])[] = [
  [PURCHASES, 'purchase-invoices'],
  [SALES, 'sales-invoices'],
];

/** Subfolders of a watched folder for files with a result, named in the desktops' language. */
export const RESULT_FOLDERS = { Accepted: 'Acceptés', Refused: 'Refusés' } as const;

/** The watched folder and the result that a path inside a result folder belongs to; null for any other path. */
export function resultFolderOf(path: string): { readonly folder: string; readonly documentState: keyof typeof RESULT_FOLDERS } | null {
  for (const [folder] of WATCHED) {
    for (const documentState of ['Accepted', 'Refused'] as const) {
      if (liesBelow(path, join(folder, RESULT_FOLDERS[documentState]))) return { folder, documentState };
    }
  }
  return null;
}

export function typeOf(path: string): InvoiceType {
  return path === SALES || liesBelow(path, SALES) ? 'sales-invoices' : 'purchase-invoices';
}

/** What a content is to Intray. `half`: part of a file that somebody is still writing. `tiff`: nothing is sent but what is made of it. */
export type PaperKind = 'fit' | 'half' | 'unfit' | 'too-large' | 'tiff';
export type Paper = { readonly kind: PaperKind; readonly bytes: Uint8Array; readonly sha256: string };

/** `maxFileBytes` in runs whose service accepts little. Papers of kind `too-large` exceed it; a tiny PDF is far smaller. */
export const SMALL_SERVICE_BYTES = 4_000;

export function paper(kind: PaperKind, mark: string): Paper {
  const bytes = bytesOf(kind, mark);
  return { kind, bytes, sha256: hex(nodeSha256([bytes])) };
}

/** A whole paper of exactly this many bytes; null if its mark leaves no room. */
export function paperAsLong(mark: string, bytes: number): Paper | null {
  const short = paper('fit', mark);
  const padded = paper('fit', `${mark}${' '.repeat(Math.max(0, bytes - short.bytes.byteLength))}`);
  return padded.bytes.byteLength === bytes ? padded : null;
}

function bytesOf(kind: PaperKind, mark: string): Uint8Array {
  switch (kind) {
    case 'fit':
      return tinyPdf(mark);
    case 'half':
      return half(tinyPdf(mark));
    case 'unfit':
      return utf8(`a letter, no document: ${mark}`);
    case 'too-large':
      return tinyPdf(`${mark}${' '.repeat(SMALL_SERVICE_BYTES)}`);
    case 'tiff':
      return utf8(`II*\0${mark}`);
    default:
      return unreachable(kind);
  }
}

/** What every simulated computer makes of the file with this hash. */
export function madeOf(sha256: string): Uint8Array {
  return tinyPdf(`made of ${sha256}`);
}

function half(bytes: Uint8Array): Uint8Array {
  return bytes.slice(0, Math.floor(bytes.byteLength / 2));
}
