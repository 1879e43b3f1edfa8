import { behindPicture } from '../pdf/content.ts';
import { endOfLiteral } from '../pdf/pdf-strings.ts';
import { isPdfSpace } from '../pdf/pdf-text.ts';

const [OPENS, COMMENT, SPACE] = [0x28, 0x25, 0x20];
const [LETTER_I, LETTER_D] = [0x49, 0x44];

const [PLAIN, BLANK, OTHER] = [0, 1, 2];
/** What a byte may begin: a word, a space or a comment, or a string or the operator of a picture. */
const KIND = Uint8Array.from({ length: 256 }, (_, byte) =>
  isPdfSpace(byte) || byte === COMMENT ? BLANK : byte === OPENS || byte === LETTER_I ? OTHER : PLAIN,
);

/**
 * A page description, with one space for all spaces, line ends and comments between two words: how a program wraps lines does not count.
 * In strings and pictures each byte counts: the codes of letters are among them.
 */
export function contentText(bytes: Buffer): Buffer {
  const made = Buffer.allocUnsafe(bytes.byteLength);
  const length = bytes.byteLength;
  let [at, to] = [0, 0];
  while (at < length) {
    const byte = bytes[at] ?? 0;
    const kind = KIND[byte];
    if (kind === PLAIN) {
      made[to++] = byte;
      at += 1;
    } else if (kind === OTHER) {
      const end = byte === OPENS ? endOfLiteral(bytes, at) : beginsPicture(bytes, at) ? behindPicture(bytes, at + 2) : at + 1;
      while (at < end) made[to++] = bytes[at++] ?? 0;
    } else {
      at = byte !== COMMENT && KIND[bytes[at + 1] ?? 0] !== BLANK ? at + 1 : behindSpaces(bytes, at);
      made[to++] = SPACE;
    }
  }
  return made.subarray(made[0] === SPACE ? 1 : 0, to > 1 && made[to - 1] === SPACE ? to - 1 : to);
}

function behindSpaces(bytes: Buffer, from: number): number {
  let at = from;
  for (let inComment = false; at < bytes.byteLength; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === COMMENT) inComment = true;
    else if (byte === 0x0a || byte === 0x0d) inComment = false;
    else if (!inComment && !isPdfSpace(byte)) break;
  }
  return at;
}

/** The operator behind which the bytes of an inline picture lie. */
function beginsPicture(bytes: Buffer, at: number): boolean {
  return bytes[at] === LETTER_I && bytes[at + 1] === LETTER_D && isPdfSpace(bytes[at - 1] ?? 0) && isPdfSpace(bytes[at + 2] ?? SPACE);
}
