import { readDirectories } from './tiff/directories.ts';
import { TAG } from './tiff/tiff-page.ts';

const HEAD = 'Exif\0\0';

/** The orientation in a block of EXIF, which is built like a TIFF; 1 if there is none. */
export function exifOrientation(block: Uint8Array): number {
  const hasHead = [...HEAD].every((letter, at) => block[at] === letter.charCodeAt(0));
  const read = readDirectories(hasHead ? block.subarray(HEAD.length) : block);
  return read.ok ? (read.value[0]?.values(TAG.orientation)?.[0] ?? 1) : 1;
}
