import { endOfLiteral } from '#electron/intake/inspect/pdf/pdf-text.ts';

/** An operator of a content stream, with the numbers and the name before it. */
export type Operator = { readonly name: string; readonly numbers: readonly number[]; readonly operand: string | null };

const SPACES = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));
const [OPEN, LESS, MORE, SLASH, PERCENT] = [0x28, 0x3c, 0x3e, 0x2f, 0x25];
const [LINE_FEED, RETURN] = [0x0a, 0x0d];
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
/** No operator has more; a longer list is an array of text. */
const NUMBERS_MAX = 6;

/** Reads a content stream. The data of pictures that lie in it are skipped. */
export function* operatorsIn(content: Uint8Array): Generator<Operator> {
  let numbers: number[] = [];
  let operand: string | null = null;
  for (let at = 0; at < content.byteLength; ) {
    const byte = content[at] ?? 0;
    if (SPACES.has(byte)) at += 1;
    else if (byte === PERCENT) at = endOfLine(content, at);
    else if (byte === OPEN) at = endOfLiteral(content, at);
    else if (byte === LESS) at = content[at + 1] === LESS ? at + 2 : endOfHexText(content, at);
    else if (byte === SLASH) {
      const end = endOfWord(content, at + 1);
      operand = nameIn(content, at + 1, end);
      at = end;
    } else if (DELIMITERS.has(byte)) at += 1;
    else {
      const end = endOfWord(content, at);
      const word = Buffer.from(content.buffer, content.byteOffset + at, end - at).toString('latin1');
      at = end;
      if (NUMBER.test(word)) numbers = [...numbers.slice(1 - NUMBERS_MAX), Number(word)];
      else {
        yield { name: word, numbers, operand };
        [numbers, operand] = [[], null];
        if (word === 'ID') at = endOfPicture(content, at);
      }
    }
  }
}

function endOfWord(content: Uint8Array, from: number): number {
  let at = from;
  while (at < content.byteLength && !SPACES.has(content[at] ?? 0) && !DELIMITERS.has(content[at] ?? 0)) at += 1;
  return at;
}

function endOfLine(content: Uint8Array, from: number): number {
  let at = from;
  while (at < content.byteLength && content[at] !== LINE_FEED && content[at] !== RETURN) at += 1;
  return at;
}

function endOfHexText(content: Uint8Array, from: number): number {
  const end = content.indexOf(MORE, from);
  return end === -1 ? content.byteLength : end + 1;
}

/** `#20` stands for a byte. */
function nameIn(content: Uint8Array, from: number, to: number): string {
  const text = Buffer.from(content.buffer, content.byteOffset + from, to - from).toString('latin1');
  return text.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The data are bytes of any kind, which may look like their own end: what follows the end is text. */
const TEXT_AFTER = 12;
const [LARGE_E, LARGE_I] = [0x45, 0x49];

function endOfPicture(content: Uint8Array, from: number): number {
  for (let at = content.indexOf(LARGE_E, from); at !== -1; at = content.indexOf(LARGE_E, at + 1)) {
    const isAlone = content[at + 1] === LARGE_I && SPACES.has(content[at - 1] ?? 0) && SPACES.has(content[at + 2] ?? LINE_FEED);
    if (isAlone && content.subarray(at + 2, at + 2 + TEXT_AFTER).every((byte) => SPACES.has(byte) || (byte >= 0x20 && byte < 0x7f)))
      return at + 2;
  }
  return content.byteLength;
}
