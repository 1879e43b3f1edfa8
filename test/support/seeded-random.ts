import { hex } from '#shared/lib/bytes.ts';
import type { Random } from '#shared/ports/world.ts';

/** Seeded randomness: the same seed gives the same bytes, UUIDs and fractions, in the order of the calls. */
export function seededRandom(seed: number): Random {
  const next = mulberry32(seed);
  const bytes = (count: number): Uint8Array<ArrayBuffer> => {
    const drawn = new Uint8Array(count);
    for (let at = 0; at < count; at += 1) drawn[at] = next() & 0xff;
    return drawn;
  };
  return {
    bytes,
    uuid: () => {
      const drawn = bytes(16);
      drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40;
      drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80;
      const digits = hex(drawn);
      return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');
    },
    fraction: () => next() / 2 ** 32,
  };
}

/** Mulberry32: small, fast, and even enough for tests; 32 bits per draw. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
