/**
 * If a name on the disk is not valid UTF-8, each invalid byte is represented by one of these code points, at the end of the last
 * private plane: 0x80 is U+10FF80. Thus every name is text that a database can store and that maps back to the same bytes.
 */
export const RAW_BYTE_FROM = 0x10_ff00;
const RAW_BYTES = /[\u{10ff80}-\u{10ffff}]/gu;
const UNKNOWN = '\u{fffd}';

/** The name as a person sees it: accented letters in one form, and a mark for each invalid byte. */
export function shownName(name: string): string {
  return withoutRawBytes(name, UNKNOWN).normalize('NFC');
}

export function withoutRawBytes(name: string, instead: string): string {
  return name.replaceAll(RAW_BYTES, instead);
}
