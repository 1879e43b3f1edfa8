import type { PdfDictionary } from './pdf-values.ts';

const [CLEAR, END, FIRST] = [256, 257, 258];
const [BITS_MIN, BITS_MAX] = [9, 12];

/**
 * Undoes the LZW filter of PDF (ISO 32000-2, 7.4.4). Null where a code does not exist yet; some programs write no end mark. Codes become
 * longer one code early, unless the parameters say otherwise (`EarlyChange`).
 */
export function fromLzw(packed: Buffer, parms: PdfDictionary | undefined, bytesMax: number): Buffer | 'too-much' | null {
  const change = parms?.entries.get('EarlyChange');
  const early = !(change?.kind === 'number' && change.value === 0);
  // Each code is its predecessor's bytes and one more; so its bytes are written from the last one.
  const before = new Uint16Array(1 << BITS_MAX);
  const lasts = new Uint8Array(1 << BITS_MAX);
  const lengths = new Uint32Array(1 << BITS_MAX);
  for (let code = 0; code < CLEAR; code += 1) [lasts[code], lengths[code]] = [code, 1];
  let made = Buffer.alloc(Math.min(bytesMax, Math.max(1_024, 4 * packed.byteLength)));
  let [length, next, bits, previous, held, count] = [0, FIRST, BITS_MIN, -1, 0, 0];
  for (const byte of packed) {
    held = ((held << 8) | byte) & 0xff_ff_ff;
    count += 8;
    if (count < bits) continue;
    count -= bits;
    const code = (held >> count) & ((1 << bits) - 1);
    if (code === END) return made.subarray(0, length);
    if (code === CLEAR) {
      [next, bits, previous] = [FIRST, BITS_MIN, -1];
      continue;
    }
    if (code > next || (code === next && previous < 0) || (code >= FIRST && previous < 0)) return null;
    if (previous >= 0 && next < 1 << BITS_MAX) {
      [before[next], lengths[next]] = [previous, (lengths[previous] ?? 0) + 1];
      lasts[next] = firstOf(code === next ? previous : code, before);
      next += 1;
    } else if (code === next) return null;
    const more = lengths[code] ?? 0;
    if (length + more > bytesMax) return 'too-much';
    if (length + more > made.byteLength) made = Buffer.concat([made], Math.min(bytesMax, 2 * (length + more)));
    for (let at = length + more - 1, from = code; at >= length; at -= 1) {
      made[at] = lasts[from] ?? 0;
      from = before[from] ?? 0;
    }
    length += more;
    previous = code;
    if (next + (early ? 1 : 0) >= 1 << bits && bits < BITS_MAX) bits += 1;
  }
  return made.subarray(0, length);
}

function firstOf(code: number, before: Uint16Array): number {
  let at = code;
  while (at >= FIRST) at = before[at] ?? 0;
  return at;
}
