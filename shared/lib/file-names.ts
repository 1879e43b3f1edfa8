import { foldText } from './text/fold-text.ts';
import { utf8 } from './bytes.ts';

/**
 * If a name on the disk is not valid UTF-8, each invalid byte is represented by one of these code points, at the end of the last
 * private plane: 0x80 is U+10FF80. Thus every name is text that a database can store and that maps back to the same bytes.
 */
export const RAW_BYTE_FROM = 0x10_ff00;
const RAW_BYTES = /[\u{10ff80}-\u{10ffff}]/gu;
const UNKNOWN = '\u{fffd}';

/** The name as a user sees it: accented letters in one form, and a mark for each invalid byte. */
export function shownName(name: string): string {
  return withoutRawBytes(name, UNKNOWN).normalize('NFC');
}

export function withoutRawBytes(name: string, instead: string): string {
  return name.replaceAll(RAW_BYTES, instead);
}

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** Whether Windows treats it as a device, whatever follows its first dot: no file can be saved under such a name there. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}

// oxlint-disable-next-line no-control-regex -- Windows takes none of these in a name, and what stands behind a colon is a stream within a file.
const FORBIDDEN = /[\u0000-\u001f<>:"|?*]/;

/** Whether Windows accepts this as the name of a file or folder, not of a device or of a stream within a file (`scan.pdf:evil`). */
export function isWindowsName(name: string): boolean {
  return !FORBIDDEN.test(name) && !isDeviceName(name);
}

/** Numbers a name, or a path with `/` between its parts: `scan.pdf`, `scan (2).pdf`, … */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const from = name.lastIndexOf('/') + 1;
  const dot = name.lastIndexOf('.');
  // A name whose only dot is its first character has no ending.
  const end = dot > from ? dot : name.length;
  return `${name.slice(0, end)} (${number})${name.slice(end)}`;
}

/** The path separator of the computer that has this path, which may not be the one that displays it. */
export function separatorOf(path: string): string {
  return /^[A-Za-z]:|^\\\\/.test(path) ? '\\' : '/';
}

/** The name of a folder or file, without the path before it. */
export function lastPart(path: string): string {
  return path.split(separatorOf(path)).findLast((part) => part !== '') ?? path;
}

/**
 * What file names are sorted by, compared as plain text: case and accents do not matter, numbers compare by their value ("scan 2" before
 * "scan 10"), and a name comes before the same name with something added ("scan.pdf" before "scan 2.pdf").
 */
export function nameKey(name: string): string {
  const dot = EXTENSION.exec(name)?.index ?? name.length;
  return `${sortable(name.slice(0, dot))}${END}${sortable(name.slice(dot))}`;
}

const EXTENSION = /(?<=.)\.[\p{L}\p{N}]{1,5}$/u;
/** Sorts before every character of a folded text. */
const END = '\u0001';
/** Digits of every script: a folded text has only these beside letters and spaces. */
const NUMBER = /\p{Nd}+/gu;
const LEADING_ZEROS = /^0+(?=.)/;
/** A number's length comes before its digits, so that the longer one is the greater one. */
const LENGTH_DIGITS = 2;
/** Numbers longer than this compare by their first digits. */
const LENGTH_MAX = 99;

function sortable(text: string): string {
  return foldText(text).replace(NUMBER, (digits) => {
    const significant = digits.replace(LEADING_ZEROS, '');
    return `${String(Math.min(LENGTH_MAX, significant.length)).padStart(LENGTH_DIGITS, '0')}${significant}`;
  });
}

/** The start of a name, in at most `bytesMax` bytes of UTF-8. Cut between visible letters, else between code points: never half an é or a flag. */
export function shortenName(name: string, bytesMax: number): string {
  if (utf8(name).byteLength <= bytesMax) return name;
  // Made here: it costs 10 ms and 5 MB, and hardly any program ever shortens a name.
  const letters = new Intl.Segmenter('fr', { granularity: 'grapheme' });
  const bySight = prefix(
    Array.from(letters.segment(name), ({ segment }) => segment),
    bytesMax,
  );
  return trimEnd(bySight === '' ? prefix(Array.from(name), bytesMax) : bySight);
}

/** Removes the trailing dots and spaces, which Windows does not keep. */
export function trimEnd(name: string): string {
  return name.replace(/[\s.]+$/u, '');
}

function prefix(parts: readonly string[], bytesMax: number): string {
  let taken = '';
  let bytes = 0;
  for (const part of parts) {
    bytes += utf8(part).byteLength;
    if (bytes > bytesMax) break;
    taken += part;
  }
  return taken;
}

/** The arguments among which options are read: after `--`, nothing is an option, whatever it looks like. */
export function beforeDashes(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}
