import { foldText } from './fold-text.ts';

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
