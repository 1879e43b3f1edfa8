/** The same little-endian TIFF with another value of a tag of its first page; where the tag has several values, with another place for them. */
export function withTag(tiff: Uint8Array, tag: number, value: number): Uint8Array {
  const file = new DataView(tiff.slice().buffer);
  const directory = file.getUint32(4, true);
  for (let at = directory + 2; at < directory + 2 + 12 * file.getUint16(directory, true); at += 12) {
    if (file.getUint16(at, true) === tag) file.setUint32(at + 8, value, true);
  }
  return new Uint8Array(file.buffer);
}
