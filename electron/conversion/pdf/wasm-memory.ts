const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const PAGE_BYTES = 65_536;

/**
 * The same WebAssembly module with a smaller maximum of memory, so that a hostile file fails at the same point on every computer. Throws if the
 * module has no maximum.
 */
export function withMemoryMax(wasm: Uint8Array, bytesMax: number): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(wasm);
  for (let at = HEADER_BYTES; at < changed.byteLength; ) {
    const size = numberAt(changed, at + 1);
    if (changed[at] === MEMORY_SECTION) {
      // The number of memories, flags, the minimum, the maximum.
      const flags = numberAt(changed, numberAt(changed, size.end).end);
      const minimum = numberAt(changed, flags.end);
      if (flags.value !== 1) break;
      replace(changed, { from: minimum.end, to: numberAt(changed, minimum.end).end, value: Math.floor(bytesMax / PAGE_BYTES) });
      return changed;
    }
    at = size.end + size.value;
  }
  throw new RangeError('no maximum of memory');
}

/** LEB128: seven bits a byte, the lowest first; the highest bit is set in all but the last byte. */
function numberAt(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = from; ; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) throw new RangeError('cut off');
    value += (byte & 0x7f) * 2 ** (7 * (at - from));
    if (byte < 0x80) return { value, end: at + 1 };
  }
}

/** A smaller number may have as many bytes as the larger one. */
function replace(bytes: Uint8Array, { from, to, value }: { readonly from: number; readonly to: number; readonly value: number }): void {
  for (let at = from; at < to; at += 1) bytes[at] = ((value >>> (7 * (at - from))) & 0x7f) | (at + 1 < to ? 0x80 : 0);
}
