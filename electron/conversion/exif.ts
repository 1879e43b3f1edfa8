import type { Resolution } from './picture.ts';
import { readDirectories } from '#shared/tiff/directories.ts';
import { TAG, tiffResolution } from '#shared/tiff/tiff-page.ts';

/** "Exif" and two zeros; some programs put them before the block. */
const HEAD: readonly number[] = [0x45, 0x78, 0x69, 0x66, 0, 0];

/** `orientation`: 1 to 8, as EXIF numbers it; 1 is upright. */
export type Exif = { readonly orientation: number; readonly resolution: Resolution | null };

/** What a block of EXIF says, which is built like a TIFF. */
export function readExif(block: Uint8Array): Exif {
  const hasHead = HEAD.every((byte, at) => block[at] === byte);
  const read = readDirectories(hasHead ? block.subarray(HEAD.length) : block);
  const [first] = read.ok ? read.value : [];
  const one = (tag: number, absent: number): number => first?.directory.values(tag)?.[0] ?? absent;
  return { orientation: one(TAG.orientation, 1), resolution: tiffResolution(one) };
}
