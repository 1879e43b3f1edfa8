import { behindPicture } from '../pdf/content.ts';
import { endOfLiteral } from '../pdf/pdf-strings.ts';
import { isPdfSpace } from '../pdf/pdf-text.ts';

const [RETURN, NEWLINE, SPACE, OPENS] = [0x0d, 0x0a, 0x20, 0x28];
const [LETTER_I, LETTER_D] = [0x49, 0x44];
const LINE_END = Buffer.of(NEWLINE);

/**
 * A page description from its parts, joined as the format says: which line ends a program writes, and the spaces where it joins parts, do not
 * count. All other bytes do; programs that write a description anew write more than its spaces in another way.
 */
export function contentText(parts: readonly Buffer[]): Buffer {
  const trimmed = parts.map(withoutOuterSpaces).filter(({ byteLength }) => byteLength > 0);
  const [only = Buffer.alloc(0)] = trimmed;
  const joined = trimmed.length <= 1 ? only : Buffer.concat(trimmed.flatMap((part, at) => (at === 0 ? [part] : [LINE_END, part])));
  return joined.includes(RETURN) ? withNewlines(joined) : joined;
}

function withoutOuterSpaces(part: Buffer): Buffer {
  let [from, to] = [0, part.byteLength];
  while (from < to && isPdfSpace(part[from] ?? 0)) from += 1;
  while (to > from && isPdfSpace(part[to - 1] ?? 0)) to -= 1;
  return part.subarray(from, to);
}

/** In strings and pictures each byte counts: the codes of letters are among them. */
function withNewlines(bytes: Buffer): Buffer {
  const length = bytes.byteLength;
  const made = Buffer.allocUnsafe(length);
  let [at, to] = [0, 0];
  while (at < length) {
    const byte = bytes[at] ?? 0;
    if (byte === RETURN) {
      made[to] = NEWLINE;
      to += 1;
      at += bytes[at + 1] === NEWLINE ? 2 : 1;
      continue;
    }
    const end = byte === OPENS ? endOfLiteral(bytes, at) : beginsPicture(bytes, at) ? behindPicture(bytes, at + 2) : at + 1;
    for (; at < end; at += 1) {
      made[to] = bytes[at] ?? 0;
      to += 1;
    }
  }
  return made.subarray(0, to);
}

/** The operator behind which the bytes of an inline picture lie. */
function beginsPicture(bytes: Buffer, at: number): boolean {
  return bytes[at] === LETTER_I && bytes[at + 1] === LETTER_D && isPdfSpace(bytes[at - 1] ?? 0) && isPdfSpace(bytes[at + 2] ?? SPACE);
}
