/** Packs dots of 0 (black) or another number (white), one byte each, into bits. */
export function packBits(dots: Uint8Array, into: Uint8Array): void {
  into.fill(0);
  for (let x = 0; x < dots.length; x += 1) if (dots[x] !== 0) into[x >> 3] = (into[x >> 3] as number) | (0x80 >> (x & 7));
}
