/** The bytes as text of one character per byte, for searching; positions outside are ignored. */
export function latin1(bytes: Uint8Array, from = 0, to: number = bytes.byteLength): string {
  const start = Math.max(0, from);
  const end = Math.min(to, bytes.byteLength);
  return end <= start ? '' : Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

export function startsWith(bytes: Uint8Array, start: readonly number[], at = 0): boolean {
  return start.every((byte, n) => bytes[at + n] === byte);
}

/** The same bytes, not a copy. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
