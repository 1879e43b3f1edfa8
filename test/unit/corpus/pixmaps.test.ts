import { describe, expect, it } from 'vitest';
import { pixmapCounter } from '#test/corpus/tools/pixmaps.ts';

const COLOUR = Buffer.concat([Buffer.from('P6\n2 3\n255\n'), Buffer.alloc(18, 9)]);
/** Nine pixels a row take two bytes. */
const BITS = Buffer.concat([Buffer.from('P4\n9 2\n'), Buffer.alloc(4, 0x50)]);
const DEEP = Buffer.concat([Buffer.from('P5\n2 2\n65535\n'), Buffer.alloc(8, 0x50)]);

describe('pictures in a stream', () => {
  it.each([1, 2, 3, 7, 64, 1_000])('are counted when they come in pieces of %i bytes', (piece) => {
    const counter = pixmapCounter();
    const all = Buffer.concat([COLOUR, BITS, DEEP, COLOUR]);
    for (let at = 0; at < all.byteLength; at += piece) counter.take(all.subarray(at, at + piece));
    expect(counter.end().count).toBe(4);
  });

  it('are none where one ends too early', () => {
    const counter = pixmapCounter();
    counter.take(COLOUR);
    counter.take(COLOUR.subarray(0, COLOUR.byteLength - 1));
    expect(counter.end().count).toBe(1);
  });

  it('are none where there is none', () => {
    const counter = pixmapCounter();
    counter.take(Buffer.from('checking file\nno syntax errors'));
    expect(counter.end().count).toBe(0);
  });

  it('have another hash when a point is another', () => {
    const hashes = [COLOUR, Buffer.from(COLOUR.toString('latin1').replace(/.$/s, 'x'), 'latin1')].map((bytes) => {
      const counter = pixmapCounter();
      counter.take(bytes);
      return counter.end().sha256;
    });
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});
