import { RAW_BYTE_FROM } from '#shared/lib/disk-name.ts';

/** The high surrogate of every code point that stands for a byte; hardly any other name contains it. */
const MARK = '\udbff';
const REPLACED = '\u{fffd}';
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A path for system calls: bytes, if its text stands for bytes that are not UTF-8. */
export function toDisk(path: string): string | Buffer {
  if (!path.includes(MARK)) return path;
  return Buffer.concat(Array.from(path, (letter) => bytesOf(letter)));
}

function bytesOf(letter: string): Buffer {
  const code = letter.codePointAt(0) ?? 0;
  return isRaw(code) ? Buffer.from([code - RAW_BYTE_FROM]) : Buffer.from(letter);
}

/** Whether a name read as text may not lead back to its file. */
export function isDoubtful(name: string): boolean {
  return name.includes(REPLACED) || name.includes(MARK);
}

/** Decodes a file name. Bytes that would read as Intray's own marks become marks themselves, so nothing is ambiguous. */
export function fromDisk(bytes: Uint8Array): string {
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0);
    const letter = decoded(bytes.subarray(at, at + length));
    name += letter ?? String.fromCodePoint(RAW_BYTE_FROM + (bytes[at] ?? 0));
    at += letter === null ? 1 : length;
  }
  return name;
}

/** Length in bytes of a UTF-8 character with this first byte. */
function lengthOf(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    const letter = strict.decode(bytes);
    return isRaw(letter.codePointAt(0) ?? 0) ? null : letter;
  } catch {
    return null;
  }
}

function isRaw(code: number): boolean {
  return code >= RAW_BYTE_FROM + 0x80;
}
