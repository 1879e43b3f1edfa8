import { FILENAME_MAX } from '../../../contract/limits.ts';
import { numberedName } from '../../../lib/numbered-name.ts';
import { shortenName } from '../../../lib/text/shorten-name.ts';
import { utf8 } from '../../../lib/utf8.ts';

/** A key that is equal for names that Windows treats as the same. */
export function sentNameKey(name: string): string {
  return name.normalize('NFC').toUpperCase();
}

/** Numbers a sent name within the same length limit: `scan.pdf`, `scan (2).pdf`, … The number takes its space from the stem. */
export function numberedSentName(name: string, number: number): string {
  const numbered = numberedName(name, number);
  const over = utf8(numbered).byteLength - FILENAME_MAX;
  if (over <= 0) return numbered;
  const ending = name.slice(name.lastIndexOf('.'));
  const stem = name.slice(0, -ending.length);
  return numberedName(shortenName(stem, utf8(stem).byteLength - over) + ending, number);
}
