/**
 * Where a disk's name is no UTF-8, each of its bytes that is none stands as one of these code points, at the end of the last
 * private plane: 0x80 is U+10FF80. So every name is a text that a database keeps and that leads back to the very same bytes.
 */
export const RAW_BYTE_FROM = 0x10_ff00;
const RAW_BYTES = /[\u{10ff80}-\u{10ffff}]/gu;
const UNKNOWN = '\u{fffd}';

/** As a person sees it: one form for letters with accents, and a mark for every byte that means nothing. */
export function shownName(name: string): string {
  return withoutRawBytes(name, UNKNOWN).normalize('NFC');
}

export function withoutRawBytes(name: string, instead: string): string {
  return name.replaceAll(RAW_BYTES, instead);
}
