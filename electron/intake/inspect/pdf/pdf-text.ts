import { bufferOf } from '../bytes.ts';
/** Zeros, line ends and spaces have no higher code. */
const SPACE = 0x20;

/**
 * The bytes of a PDF as text of one character per byte. Searches work on the bytes, and only cut-out parts become strings: a string of the
 * whole file would be created and discarded for every document.
 */
export class PdfText {
  readonly length: number;
  readonly bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.length = bytes.byteLength;
    this.bytes = bufferOf(bytes);
  }

  indexOf(words: string, from = 0): number {
    return this.bytes.indexOf(words, Math.max(0, from), 'latin1');
  }

  /** The last occurrence that begins at or before `from`. */
  lastIndexOf(words: string, from: number): number {
    return this.bytes.lastIndexOf(words, from, 'latin1');
  }

  /** Positions outside are ignored. */
  slice(from: number, to: number): string {
    return this.bytes.toString('latin1', Math.max(0, from), to);
  }

  /** The position after the last byte that is not a control character or space; `from` if nothing else follows it. */
  endOfContent(from: number): number {
    let to = this.length;
    while (to > from && this.codeAt(to - 1) <= SPACE) to -= 1;
    return to;
  }

  /** 0 to 255; NaN outside. */
  codeAt(at: number): number {
    return this.bytes[at] ?? Number.NaN;
  }
}

/** Zero, tab, line feed, form feed, carriage return, space. */
export function isPdfSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0 || byte === 0x0c;
}
