import { isPdfSpace } from './pdf-text.ts';

/** Where the last object of this name begins, behind its `obj`; null when there is none. One pass from the end over the bytes. */
export function lastObject(bytes: Buffer, object: number, generation: number): number | null {
  for (let at = bytes.lastIndexOf('obj', undefined, 'latin1'); at > 0; at = bytes.lastIndexOf('obj', at - 1, 'latin1')) {
    if (isWordByte(bytes[at + 3])) continue;
    const before = numberBefore(bytes, at, generation);
    const start = before === null ? null : numberBefore(bytes, before, object);
    if (start !== null && !isDigit(bytes[start - 1])) return at + 3;
  }
  return null;
}

/** Where this number begins, if it and at least one space stand before `at`. No space is looked at for two places. */
function numberBefore(bytes: Uint8Array, at: number, number: number): number | null {
  let end = at;
  while (end > 0 && isPdfSpace(bytes[end - 1] ?? 0)) end -= 1;
  const written = String(number);
  const from = end - written.length;
  if (end === at || from < 0) return null;
  for (let n = 0; n < written.length; n += 1) if (bytes[from + n] !== written.charCodeAt(n)) return null;
  return from;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Goes on with the word. */
function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return isDigit(byte) || byte === 0x5f || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
