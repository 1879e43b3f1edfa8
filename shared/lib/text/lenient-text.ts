import { utf8 as coder } from '@scure/base';

export type LenientText = {
  readonly text: string;
  /** Whether it began with a byte order mark, which is not part of the text. */
  readonly marked: boolean;
  /** Whether all of it was UTF-8. */
  readonly isUtf8: boolean;
};

const MARK = '\u{FEFF}';
/** What may be a multi-byte UTF-8 character, in a text with one character per byte. */
const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/**
 * Decodes bytes that should be UTF-8. An invalid byte is read as ISO 8859-1, the other encoding that programs use without declaring it. Never
 * fails; ASCII, and thus all of JSON's own syntax, is the same either way.
 */
export function lenientText(bytes: Uint8Array): LenientText {
  const strict = strictly(bytes);
  const text = strict ?? bytewise(bytes).replace(SEQUENCE, (found) => strictly(Uint8Array.from(found, codeOf)) ?? found);
  const marked = text.startsWith(MARK);
  return { text: marked ? text.slice(MARK.length) : text, marked, isUtf8: strict !== null };
}

function strictly(bytes: Uint8Array): string | null {
  try {
    return coder.encode(bytes);
  } catch {
    return null;
  }
}

function bytewise(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
