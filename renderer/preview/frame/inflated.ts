/** Decompresses zlib data into at most `bytesMax` bytes. Rejects for what is damaged, longer, or followed by other data. */
export async function inflated(packed: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  // Whatever goes wrong is heard of by the reader.
  writer.write(new Uint8Array(packed)).catch(() => {});
  writer.close().catch(() => {});
  const made: Uint8Array[] = [];
  let bytes = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const read = await reader.read();
    if (read.done) break;
    bytes += read.value.byteLength;
    made.push(read.value);
    if (bytes > bytesMax) {
      await reader.cancel();
      throw new RangeError('too long');
    }
  }
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const part of made) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
