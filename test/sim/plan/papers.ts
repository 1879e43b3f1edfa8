import { hex, utf8 } from '#shared/lib/bytes.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { tinyPdf } from '../tiny-pdf.ts';

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

export function half(bytes: Uint8Array): Uint8Array {
  return bytes.slice(0, Math.floor(bytes.byteLength / 2));
}
