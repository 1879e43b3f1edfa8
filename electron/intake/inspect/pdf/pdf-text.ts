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

/** `bytes`: one character per byte; null if the string has no end or is invalid. `end`: position after what was read. */
type ReadText = { readonly bytes: string | null; readonly end: number };

const BACKSLASH = 0x5c;
const [RETURN, NEWLINE] = [0x0d, 0x0a];
const [OPENS, CLOSES] = [0x28, 0x29];
/** Escapes: the byte for each letter after a backslash. */
const ESCAPED: ReadonlyMap<number, number> = new Map([
  [0x6e, NEWLINE],
  [0x72, RETURN],
  [0x74, 0x09],
  [0x62, 0x08],
  [0x66, 0x0c],
]);

/** A literal string from its opening bracket to the matching one, with escapes resolved. */
export function literalText(bytes: Uint8Array, from: number, to: number): ReadText {
  const made: number[] = [];
  let at = from + 1;
  for (let open = 1; at < to; ) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) {
      at = escaped(bytes, at + 1, made);
      continue;
    }
    at += byte === RETURN && bytes[at + 1] === NEWLINE ? 2 : 1;
    if (byte === OPENS) open += 1;
    if (byte === CLOSES) open -= 1;
    if (open === 0) return { bytes: Buffer.from(made).toString('latin1'), end: at };
    made.push(byte === RETURN ? NEWLINE : byte);
  }
  return { bytes: null, end: to };
}

/** Where a literal string ends that begins at `from`: behind its closing bracket, or at the end of the bytes. Brackets in it come in pairs. */
export function endOfLiteral(bytes: Uint8Array, from: number): number {
  let open = 0;
  for (let at = from; at < bytes.byteLength; at += 1) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === OPENS) open += 1;
    else if (byte === CLOSES) open -= 1;
    if (open === 0) return at + 1;
  }
  return bytes.byteLength;
}

/** Resolves an escape: up to three octal digits, a line end to leave out, or a letter. Returns the position after it. */
function escaped(bytes: Uint8Array, at: number, made: number[]): number {
  const byte = bytes[at] ?? 0;
  if (byte === NEWLINE) return at + 1;
  if (byte === RETURN) return bytes[at + 1] === NEWLINE ? at + 2 : at + 1;
  if (!isOctal(byte)) {
    made.push(ESCAPED.get(byte) ?? byte);
    return at + 1;
  }
  let [value, end] = [0, at];
  while (end < at + 3 && isOctal(bytes[end] ?? 0)) {
    value = value * 8 + (bytes[end] ?? 0) - 0x30;
    end += 1;
  }
  made.push(value & 0xff);
  return end;
}

function isOctal(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x37;
}

/** A hexadecimal string from `<` to `>`, possibly with spaces. */
export function hexText(bytes: Uint8Array, from: number, to: number): ReadText {
  const made: number[] = [];
  let half: number | null = null;
  for (let at = from + 1; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x3e) {
      if (half !== null) made.push(half << 4);
      return { bytes: Buffer.from(made).toString('latin1'), end: at + 1 };
    }
    const digit = digitOf(byte);
    if (digit !== null) {
      if (half !== null) made.push((half << 4) | digit);
      half = half === null ? digit : null;
    } else if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return { bytes: null, end: at };
  }
  return { bytes: null, end: to };
}

function digitOf(byte: number): number | null {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const upper = byte & 0xdf;
  return upper >= 0x41 && upper <= 0x46 ? upper - 0x37 : null;
}
