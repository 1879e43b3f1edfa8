/**
 * A file's bytes are hashed a second time, behind a few words: with room for them in front, both are hashed where they lie, and
 * 200 KB are not copied together first.
 */
const HEADROOM_BYTES = 128;
/** Only what was made here: before other bytes there may lie somebody's. */
const made = new WeakSet<ArrayBufferLike>();

/** Not zeroed first: what is not written over must never be shown. */
export function withHeadroom(bytes: number): Uint8Array<ArrayBuffer> {
  const { buffer } = Buffer.allocUnsafeSlow(HEADROOM_BYTES + bytes);
  made.add(buffer);
  return new Uint8Array(buffer, HEADROOM_BYTES, bytes);
}

/** Both as one, without a copy of the second; null where there is no room. What it returns is to be used at once: the next call writes there. */
export function joinedInHeadroom(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const { buffer, byteOffset, byteLength } = second;
  if (!(buffer instanceof ArrayBuffer) || !made.has(buffer)) return null;
  if (byteOffset !== HEADROOM_BYTES || first.byteLength > HEADROOM_BYTES) return null;
  const whole = new Uint8Array(buffer, HEADROOM_BYTES - first.byteLength, first.byteLength + byteLength);
  whole.set(first);
  return whole;
}
