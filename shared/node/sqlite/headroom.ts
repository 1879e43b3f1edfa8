/**
 * A file's bytes are hashed a second time, after a short prefix. With space for the prefix in front of them, both are hashed in place, and
 * 200 KB need not be copied.
 */
const HEADROOM_BYTES = 128;
/** The buffers made here: in any other buffer, the bytes in front may belong to somebody else. */
const made = new WeakSet<ArrayBufferLike>();

/** The buffer is not zeroed: bytes that were not overwritten must never be shown. */
export function withHeadroom(bytes: number): Uint8Array<ArrayBuffer> {
  const { buffer } = Buffer.allocUnsafeSlow(HEADROOM_BYTES + bytes);
  made.add(buffer);
  return new Uint8Array(buffer, HEADROOM_BYTES, bytes);
}

/** Both as one array, without a copy of the second; null if there is no headroom. Use the result at once: the next call overwrites it. */
export function joinedInHeadroom(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const { buffer, byteOffset, byteLength } = second;
  if (!(buffer instanceof ArrayBuffer) || !made.has(buffer)) return null;
  if (byteOffset !== HEADROOM_BYTES || first.byteLength > HEADROOM_BYTES) return null;
  const whole = new Uint8Array(buffer, HEADROOM_BYTES - first.byteLength, first.byteLength + byteLength);
  whole.set(first);
  return whole;
}
