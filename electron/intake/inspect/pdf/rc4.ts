/** The cipher of old PDFs, which libraries no longer offer. It protects nothing of Intray's: it only tells whether a password is needed. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Buffer<ArrayBuffer> {
  const box = Uint8Array.from({ length: 256 }, (_, at) => at);
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + byte(box, at) + byte(key, at % key.length)) & 0xff;
    swap(box, at, other);
  }
  const made = Buffer.alloc(bytes.length);
  for (let n = 0, other = 0; n < bytes.length; n += 1) {
    const at = (n + 1) & 0xff;
    other = (other + byte(box, at)) & 0xff;
    swap(box, at, other);
    made[n] = byte(bytes, n) ^ byte(box, (byte(box, at) + byte(box, other)) & 0xff);
  }
  return made;
}

function byte(from: Uint8Array, at: number): number {
  return from[at] ?? 0;
}

function swap(box: Uint8Array, one: number, other: number): void {
  const kept = byte(box, one);
  box[one] = byte(box, other);
  box[other] = kept;
}
