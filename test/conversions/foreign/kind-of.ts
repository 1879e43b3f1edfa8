import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';

const AVIF_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis']);
const HEIF_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** The kind of a picture by its signature, not by its name. Null for everything else: raw photos and pointers of Git LFS have such names too. */
export function kindOf(bytes: Uint8Array): ConvertedKind | null {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  // The fourth byte of BigTIFF is another one; a file that says so is a TIFF for whoever scans it.
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return 'tiff';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.slice(4, 8) !== 'ftyp') return null;
  const brands = [head.slice(8, 12), ...(head.slice(16).match(/.{4}/gs) ?? [])];
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return 'avif';
  return brands.some((brand) => HEIF_BRANDS.has(brand)) ? 'heic' : null;
}
