import { lineStartsOf, placeAt } from '../lib/json-tree.ts';
import { readingScore } from './french.ts';
import type { EntriesFault, TableRow } from './entry-lines.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | SingleByte;
export type SingleByte = 'cp1252' | 'iso-8859-15' | 'cp850' | 'macroman';

export type Decoded = {
  /** Without the byte order mark. */
  readonly text: string;
  readonly encoding: Encoding;
  /** Chosen by what reads like French, since the bytes alone do not say it. */
  readonly guessed: boolean;
  /** Only of a guess: the next best reading, where it differs and makes sense as well. Each character has the same place in both texts. */
  readonly other: { readonly encoding: SingleByte; readonly text: string } | null;
  /** UTF-8 or UTF-16 with bytes that are no character of it; U+FFFD stands in their place. */
  readonly damaged: boolean;
};

/**
 * The text of a file. A byte order mark decides, then strict UTF-8 (which ASCII is); a text that is UTF-8 but for some bytes, as of labels that
 * were cut within a letter, is `damaged` UTF-8. Anything else is one byte a letter, in the set that a person said, else the one whose reading is the most
 * French one.
 */
export function decodeText(bytes: Uint8Array, said: Encoding | null = null): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, 'utf-16be');
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const utf8 = utf8Units(marked ? bytes.subarray(3) : bytes);
  if (utf8.wrong === 0 || marked || utf8.letters > utf8.wrong) {
    return { text: textOf(utf8.units), encoding: 'utf-8', guessed: false, other: null, damaged: utf8.wrong > 0 };
  }
  const set = SINGLE_BYTE.find((one) => one === said);
  if (set !== undefined) return { text: decodeAs(bytes, set), encoding: set, guessed: false, other: null, damaged: false };
  const words = foreignWords(bytes);
  const scored = SINGLE_BYTE.map((encoding) => ({ encoding, score: scoreOf(words, encoding) })).toSorted((a, b) => b.score - a.score);
  const encoding = scored[0]?.encoding ?? 'cp1252';
  return { text: decodeAs(bytes, encoding), encoding, guessed: true, other: plausibleOther(bytes, words, scored), damaged: false };
}

/**
 * What the letters of a file leave in doubt: cells that the other reading has otherwise (`guessed-letters`, a warning, with that reading as
 * `meant`), and cells with bytes that are no letters (`encoding`, an error). `others`: the rows of `decoded.other`, read like `rows`.
 */
export function letterFaults(decoded: Decoded, rows: readonly TableRow[], others: readonly TableRow[]): readonly EntriesFault[] {
  const lines = new Map(others.map(({ line, cells }) => [line, cells]));
  return rows.flatMap(({ line, cells }) => {
    const other = lines.get(line);
    return cells.flatMap((value, index): readonly EntriesFault[] => {
      const place = { line, column: index + 1 };
      if (decoded.damaged && value.includes(DAMAGED)) return [{ ...place, kind: 'encoding', value }];
      const meant = other?.[index];
      return meant === undefined || meant === value ? [] : [{ ...place, kind: 'guessed-letters', value, meant }];
    });
  });
}

const DAMAGED = '\ufffd';

/** Where the first byte stands that is no UTF-8: physical line and character, from 1. For a text without such a byte, its beginning. */
export function brokenPlace(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  const { units, firstWrong } = utf8Units(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes);
  const before = textOf(units.subarray(0, Math.max(firstWrong, 0) + 1));
  return placeAt(lineStartsOf(before), Math.max(firstWrong, 0));
}

/** The likelier ones first: they are preferred where several read alike. */
const SINGLE_BYTE: readonly SingleByte[] = ['cp1252', 'iso-8859-15', 'cp850', 'macroman'];

const LATIN1 = codes(0x80, 0x100);
/** Where ISO-8859-15 differs from Latin-1. */
const LATIN9: Readonly<Record<string, string>> = { '¤': '€', '¦': 'Š', '¨': 'š', '´': 'Ž', '¸': 'ž', '¼': 'Œ', '½': 'œ', '¾': 'Ÿ' };
/** By byte from 0x80 on, as of the tables of unicode.org. What cp1252 leaves undefined is the control of that number. */
const HIGH: Readonly<Record<SingleByte, string>> = {
  cp1252: `€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ${codes(0xa0, 0x100)}`,
  'iso-8859-15': LATIN1.replaceAll(/[¤¦¨´¸¼½¾]/g, (letter) => LATIN9[letter] ?? letter),
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶\u00a7÷¸°¨·¹³²■\u00a0',
  macroman:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£\u00a7•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø' +
    '¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
};

function codes(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from }, (_, index) => from + index));
}

function decodeAs(bytes: Uint8Array, encoding: SingleByte): string {
  const table = Uint16Array.from({ length: 0x100 }, (_, byte) => (byte < 0x80 ? byte : HIGH[encoding].charCodeAt(byte - 0x80)));
  const units = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) units[at] = table[bytes[at] ?? 0] ?? 0;
  return textOf(units);
}

/** In pieces, since a function takes only so many arguments. */
function textOf(units: Uint16Array): string {
  let text = '';
  for (let from = 0; from < units.length; from += 8_192) text += String.fromCharCode(...units.subarray(from, from + 8_192));
  return text;
}

function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Decoded {
  const [low, high] = encoding === 'utf-16le' ? [0, 1] : [1, 0];
  const units = new Uint16Array(Math.floor(bytes.length / 2) - 1);
  for (let index = 0; index < units.length; index += 1) {
    const at = 2 * index + 2;
    units[index] = (bytes[at + low] ?? 0) | ((bytes[at + high] ?? 0) << 8);
  }
  const text = textOf(units) + (bytes.length % 2 === 1 ? DAMAGED : '');
  const damaged = !text.isWellFormed() || bytes.length % 2 === 1;
  return { text: text.toWellFormed(), encoding, guessed: false, other: null, damaged };
}

type Utf8 = { readonly units: Uint16Array; readonly wrong: number; readonly letters: number; readonly firstWrong: number };

/**
 * UTF-16 units of UTF-8, U+FFFD for each byte that is `wrong` in it, of which the first stands at `firstWrong`. `letters`: those of more than one byte
 * that a French text may hold.
 */
function utf8Units(bytes: Uint8Array): Utf8 {
  const units = new Uint16Array(bytes.length);
  let [length, wrong, letters, at, firstWrong] = [0, 0, 0, 0, -1];
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    const more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let code = more === 0 ? first : first & (0x3f >> more);
    let right = more === 0 || (first >= 0xc2 && first <= 0xf4);
    for (let index = 1; index <= more && right; index += 1) {
      const next = bytes[at + index] ?? 0;
      right = (next & 0xc0) === 0x80;
      code = (code << 6) | (next & 0x3f);
    }
    // Longer than need be, half of a pair, or beyond Unicode.
    right &&= code >= (LEAST[more] ?? 0) && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
    if (!right && wrong === 0) firstWrong = length;
    if (!right) wrong += 1;
    else if (more > 0 && (code < 0x250 || (code >= 0x2000 && code < 0x2200))) letters += 1;
    if (right && code > 0xffff) {
      units[length] = 0xd800 + ((code - 0x1_0000) >> 10);
      length += 1;
      code = 0xdc00 + (code & 0x3ff);
    }
    units[length] = right ? code : 0xfffd;
    length += 1;
    at += right ? more + 1 : 1;
  }
  return { units: units.subarray(0, length), wrong, letters, firstWrong };
}

const LEAST = [0, 0x80, 0x800, 0x1_0000];

/** A word with letters beyond ASCII, one unit for each byte, and what stands before it in the cell ('' for nothing). */
type ForeignWord = { readonly raw: string; readonly before: string };

const WORDS_MAX = 5_000;
const WORD_LENGTH_MAX = 40;
/** Tab, ends of lines, blank, and what separates cells or encloses them. */
const BETWEEN = new Set([0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x3b, 0x7c]);

/** Each different word once, so that a label which stands on a thousand lines counts as one. */
function foreignWords(bytes: Uint8Array): readonly ForeignWord[] {
  const words = new Map<string, ForeignWord>();
  let start = 0;
  let foreign = false;
  for (let at = 0; at <= bytes.length && words.size < WORDS_MAX; at += 1) {
    const byte = bytes[at] ?? 0x0a;
    if (!BETWEEN.has(byte)) {
      foreign ||= byte >= 0x80;
      continue;
    }
    if (foreign) {
      const raw = String.fromCharCode(...bytes.subarray(start, Math.min(at, start + WORD_LENGTH_MAX)));
      const before = bytes[start - 1] === 0x20 ? String.fromCharCode(bytes[start - 2] ?? 0x20).trim() : '';
      words.set(`${before} ${raw}`, { raw, before });
    }
    start = at + 1;
    foreign = false;
  }
  return [...words.values()];
}

function readWord({ raw }: ForeignWord, encoding: SingleByte): string {
  const high = HIGH[encoding];
  // oxlint-disable-next-line no-control-regex
  return raw.replaceAll(/[\u0080-\u00ff]/g, (letter) => high.charAt(letter.charCodeAt(0) - 0x80));
}

function scoreOf(words: readonly ForeignWord[], encoding: SingleByte): number {
  return words.reduce((sum, word) => sum + readingScore(readWord(word, encoding), word.before), 0);
}

/** A word that reads worse than this, on the average, is none that somebody typed. */
const PLAUSIBLE = -2.5;
/** A lead that two or three words give is no certainty. */
const THIN_LEAD = 12;
/** Below it, there are controls in words. */
const IMPOSSIBLE = -15;

type Scored = { readonly encoding: SingleByte; readonly score: number };

function plausibleOther(bytes: Uint8Array, words: readonly ForeignWord[], scored: readonly Scored[]): Decoded['other'] {
  const [best] = scored;
  if (best === undefined) return null;
  // The likelier set first, whatever the words say.
  const rest = SINGLE_BYTE.flatMap((encoding) => scored.filter((one) => one.encoding === encoding && one !== best));
  const other = rest.find(({ encoding, score }) => {
    const different = words.filter((word) => readWord(word, encoding) !== readWord(word, best.encoding));
    const each = scoreOf(different, encoding) / different.length;
    return different.length > 0 && (each >= PLAUSIBLE || (best.score - score <= THIN_LEAD && each > IMPOSSIBLE));
  });
  return other === undefined ? null : { encoding: other.encoding, text: decodeAs(bytes, other.encoding) };
}
