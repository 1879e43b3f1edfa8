import { FILENAME_MAX } from '../../contract/limits.ts';
import { numberedName } from '../../lib/numbered-name.ts';
import { shortenName } from '../../lib/shorten-name.ts';
import { utf8 } from '../../lib/utf8.ts';

/** What two names have in common that are one name on Windows. */
export function sentNameKey(name: string): string {
  return name.normalize('NFC').toUpperCase();
}

/** `scan.pdf`, `scan (2).pdf`, … of a name that a document may be sent under, within the same limit: the number takes its room from the stem. */
export function numberedSentName(name: string, number: number): string {
  const numbered = numberedName(name, number);
  const over = utf8(numbered).byteLength - FILENAME_MAX;
  if (over <= 0) return numbered;
  const ending = name.slice(name.lastIndexOf('.'));
  const stem = name.slice(0, -ending.length);
  return numberedName(shortenName(stem, utf8(stem).byteLength - over) + ending, number);
}
