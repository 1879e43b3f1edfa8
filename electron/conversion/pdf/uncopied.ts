/**
 * Bytes that are not copied when a library takes a part of them: pdf-lib copies each stream of a file, and qpdf's file system each file. The
 * libraries do not write into such parts.
 */
class Uncopied extends Uint8Array<ArrayBuffer> {
  override slice(from?: number, to?: number): Uint8Array<ArrayBuffer> {
    return this.subarray(from, to);
  }
}

export function uncopied({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uncopied(buffer as ArrayBuffer, byteOffset, byteLength);
}
