const [CLEAR, END, FIRST_FREE, CODES_MAX] = [256, 257, 258, 4_096];
const [BITS_MIN, BITS_MAX] = [9, 12];

/**
 * Decompresses TIFF's LZW into at most `bytesMax` bytes. The library's own decoder runs for ever on some damaged files. Throws for a code that cannot
 * be there.
 */
export function unpackedLzw(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const made = new Uint8Array(bytesMax);
  // Where the text of each code begins in what was made, and how long it is.
  const [starts, lengths] = [new Uint32Array(CODES_MAX), new Uint32Array(CODES_MAX)];
  let [free, bits, at, before, held, holds] = [FIRST_FREE, BITS_MIN, 0, -1, 0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xff_ff_ff;
    holds += 8;
    if (holds < bits) continue;
    holds -= bits;
    const code = (held >> holds) & ((1 << bits) - 1);
    if (code === END || at >= bytesMax) break;
    if (code === CLEAR) {
      [free, bits, before] = [FIRST_FREE, BITS_MIN, -1];
      continue;
    }
    if (code > free || (code === free && before < 0) || (before < 0 && code > END)) throw new RangeError('no such code');
    if (before >= 0 && free < CODES_MAX) {
      // The text of the code before, and the first byte of this one, which comes next.
      const length = before < CLEAR ? 1 : (lengths[before] ?? 0);
      [starts[free], lengths[free]] = [at - length, length + 1];
      free += 1;
    }
    at = appended(made, { at, code, start: starts[code] ?? 0, length: lengths[code] ?? 0 });
    before = code;
    // The width grows one code early, as all programs do.
    bits = Math.min(BITS_MAX, Math.max(BITS_MIN, 32 - Math.clz32(free + 1)));
  }
  return made.subarray(0, Math.min(at, bytesMax));
}

function appended(made: Uint8Array, { at, code, start, length }: { at: number; code: number; start: number; length: number }): number {
  if (code < CLEAR) {
    made[at] = code;
    return at + 1;
  }
  // A code may repeat what it is just making.
  for (let index = 0; index < length; index += 1) made[at + index] = made[start + index] ?? 0;
  return at + length;
}
