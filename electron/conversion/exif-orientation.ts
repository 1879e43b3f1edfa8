import { readDirectories } from '#shared/tiff/directories.ts';
import { TAG } from '#shared/tiff/tiff-page.ts';

/** "Exif" and two zeros; some programs put them before the block. */
const HEAD: readonly number[] = [0x45, 0x78, 0x69, 0x66, 0, 0];

/** The orientation in a block of EXIF, which is built like a TIFF; 1 if there is none. */
export function exifOrientation(block: Uint8Array): number {
  const hasHead = HEAD.every((byte, at) => block[at] === byte);
  const read = readDirectories(hasHead ? block.subarray(HEAD.length) : block);
  return read.ok ? (read.value[0]?.values(TAG.orientation)?.[0] ?? 1) : 1;
}
