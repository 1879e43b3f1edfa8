import { isDeviceName } from '#shared/lib/device-name.ts';
import { numberedName } from '#shared/lib/numbered-name.ts';
import { utf8 } from '#shared/lib/utf8.ts';

/** Shorter than every system's limit of 255 bytes, with room for a number. */
const BYTES_MAX = 200;
const ENDING = /\.[^.]{1,10}$/u;
// oxlint-disable-next-line no-control-regex -- No system takes these in a name, and a separator would lead elsewhere.
const FORBIDDEN = /[\u0000-\u001f<>:"/\\|?*\u007f]+/g;
/** In a folder with this many files of one name, nobody looks for a file. */
const NUMBERS_MAX = 99;

/** A file name that every system accepts, whatever browser or system it came from: never a path, never longer than a disk allows. */
export function cleanName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(FORBIDDEN, '_')
    .replace(/[. ]+$/u, '');
  const safe = isDeviceName(plain) ? `_${plain}` : plain;
  const ending = ENDING.exec(safe)?.[0] ?? '';
  const stem = shortened(safe.slice(0, safe.length - ending.length), BYTES_MAX - utf8(ending).byteLength);
  return `${stem}${ending}`;
}

/** The name itself, then the name with numbers. */
export function freeNames(name: string): readonly string[] {
  return Array.from({ length: NUMBERS_MAX }, (_, at) => numberedName(name, at + 1));
}

function shortened(stem: string, bytesMax: number): string {
  const letters = Array.from(stem);
  // Each turn removes one letter, and a name that comes in has at most 255.
  while (utf8(letters.join('')).byteLength > bytesMax) letters.pop();
  return letters.join('');
}
