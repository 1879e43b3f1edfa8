import { hexText, isPdfSpace, literalText } from './pdf-text.ts';

/** Names of the pictures that a page draws, and whether it has invisible text. */
export type Shown = { readonly pictures: readonly string[]; readonly hasHiddenText: boolean };

/** Operators that draw nothing: state, unpainted paths, marked content. */
const QUIET = new Set(
  (
    'cm w J j M d ri i gs m l c v y h re n W W* BT ET Tc Tw Tz TL Tf Ts Td TD Tm T* ' +
    'BMC BDC EMC MP DP BX EX CS cs SC SCN sc scn G g RG rg K k true false null'
  ).split(' '),
);
const SHOWS_TEXT = new Set(['Tj', 'TJ', "'", '"']);
/** Rendering mode of text that is neither filled nor stroked nor clips, as OCR puts beneath a scan. */
const HIDDEN = 3;
/** No backtracking over digits: the point separates them, or there is none. */
const NUMBER = /^[+-]?\d*(?:\.\d*)?$/;

/** All others: they paint, clip, save state, or begin an inline picture. */
const LOUD = new Set('Do Tr q Q f F f* B B* b b* s S sh d0 d1 BI ID EI \' " Tj TJ'.split(' '));

/** Whether a page description consists of operators and values. What is between BX and EX may be of a later version of the format. */
export function isOfOperators(content: Buffer): boolean {
  let isOfLater = false;
  for (const token of tokensOf(content)) {
    if (token === null) return false;
    if (token === 'BX' || token === 'EX') isOfLater = token === 'BX';
    if (!isOfLater && !token.startsWith('/') && !NUMBER.test(token) && !QUIET.has(token) && !LOUD.has(token)) return false;
  }
  return true;
}

/** How many numbers come before an operator. */
const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    [
      ['w J j M i g G', 1],
      ['m l Td TD', 2],
      ['rg RG', 3],
      ['re v y k K', 4],
      ['c cm Tm', 6],
      ['q Q BT ET', 0],
    ] as const
  ).flatMap(([operators, count]) => operators.split(' ').map((operator) => [operator, count])),
);

/** Whether each operator has just the numbers that it needs, and what is begun is ended: so nothing is missing between two of them. */
export function hasAllNumbers(content: Buffer): boolean {
  let [numbers, states, texts] = [0, 0, 0];
  for (const token of tokensOf(content)) {
    if (token === null) return false;
    if (NUMBER.test(token)) {
      numbers += 1;
      continue;
    }
    if (token.startsWith('/')) continue;
    if (Object.hasOwn(NUMBERS, token) && NUMBERS[token] !== numbers) return false;
    states += token === 'q' ? 1 : token === 'Q' ? -1 : 0;
    texts += token === 'BT' ? 1 : token === 'ET' ? -1 : 0;
    numbers = 0;
  }
  return states === 0 && texts === 0;
}

/** Null if a page draws, or may draw, anything else. */
export function shownBy(content: Buffer): Shown | null {
  const pictures: string[] = [];
  // The text rendering mode is part of the saved and restored graphics state.
  const saved: number[] = [];
  let [mode, name, number, hasHiddenText] = [0, '', 0, false];
  for (const token of tokensOf(content)) {
    if (token === null) return null;
    if (token.startsWith('/')) name = token.slice(1);
    else if (NUMBER.test(token)) number = Number(token);
    else if (token === 'Do') pictures.push(name);
    else if (token === 'Tr') mode = number;
    else if (token === 'q') saved.push(mode);
    else if (token === 'Q') mode = saved.pop() ?? mode;
    else if (SHOWS_TEXT.has(token) && mode === HIDDEN) hasHiddenText = true;
    else if (!QUIET.has(token)) return null;
  }
  return { pictures, hasHiddenText };
}

const BRACKETS: ReadonlySet<number> = new Set(Buffer.from('[]<>{}', 'latin1'));
/** Zeros count as spaces; as many of them are bytes that were lost. */
const ZEROS = Buffer.alloc(16);
const DELIMITERS: ReadonlySet<number> = new Set(Buffer.from('()<>[]{}/%', 'latin1'));

/** Yields names with their slash, numbers and operators; strings and brackets are left out. Yields null for a string without an end. */
function* tokensOf(content: Buffer): Generator<string | null, void> {
  const length = content.byteLength;
  let at = 0;
  while (at < length) {
    const byte = content[at] ?? 0;
    if (byte === 0x28 || (byte === 0x3c && content[at + 1] !== 0x3c)) {
      const text = byte === 0x28 ? literalText(content, at, length) : hexText(content, at, length);
      if (text.bytes === null) yield null;
      at = text.end;
    } else if (byte === 0x25) {
      while (at < length && content[at] !== 0x0a && content[at] !== 0x0d) at += 1;
    } else if (byte === 0x3c) at += 2;
    else if (byte === 0 && content.indexOf(ZEROS, at) === at) {
      yield null;
      at += ZEROS.byteLength;
    } else if (isPdfSpace(byte) || BRACKETS.has(byte)) at += 1;
    else {
      const from = at;
      do at += 1;
      while (at < length && !isPdfSpace(content[at] ?? 0) && !DELIMITERS.has(content[at] ?? 0));
      const token = content.toString('latin1', from, at);
      yield token;
      if (token === 'ID') at = behindPicture(content, at);
    }
  }
}

/** Where the data of an inline picture ends: at an EI between spaces that an operator or the end follows. */
export function behindPicture(content: Buffer, from: number): number {
  for (let at = content.indexOf('EI', from, 'latin1'); at >= 0; at = content.indexOf('EI', at + 2, 'latin1')) {
    const behind = content.toString('latin1', at + 2, at + 12);
    if (isPdfSpace(content[at - 1] ?? 0) && /^\s*$|^\s+[\x20-\x7e\s]*$/.test(behind)) return at;
  }
  return content.byteLength;
}
