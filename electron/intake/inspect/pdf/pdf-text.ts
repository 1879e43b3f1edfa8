/** Zeros, ends of lines and spaces have no higher code. */
const SPACE = 0x20;

/**
 * The bytes of a PDF as text of one character a byte. It is searched where it lies, and only what is cut out of it becomes a text:
 * one of the whole file would be made, and thrown away, for each document.
 */
export class PdfText {
  readonly length: number;
  readonly bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.length = bytes.byteLength;
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  indexOf(words: string, from = 0): number {
    return this.bytes.indexOf(words, Math.max(0, from), 'latin1');
  }

  /** The last that begins at `from` or before. */
  lastIndexOf(words: string, from: number): number {
    return this.bytes.lastIndexOf(words, from, 'latin1');
  }

  /** What lies outside is left out. */
  slice(from: number, to: number): string {
    return this.bytes.toString('latin1', Math.max(0, from), to);
  }

  /** Behind the last byte that is no zero, end of line or space; `from` where nothing else stands behind it. */
  endOfContent(from: number): number {
    let to = this.length;
    while (to > from && this.codeAt(to - 1) <= SPACE) to -= 1;
    return to;
  }

  /** Of 0 to 255; not a number outside. */
  codeAt(at: number): number {
    return this.bytes[at] ?? Number.NaN;
  }
}

/** Zero, tab, line feed, form feed, return, space. */
export function isPdfSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0 || byte === 0x0c;
}
