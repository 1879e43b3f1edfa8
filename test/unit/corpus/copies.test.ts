import { describe, expect, it } from 'vitest';
import { sha256Of } from '#test/corpus/listed.ts';
import { applied, cuts, holes } from '#test/corpus/copies.ts';

const SHA = sha256Of(new Uint8Array(0));

describe('copies of a file', () => {
  it.each([2, 511, 512, 513, 1_500, 16_383, 16_384, 70_000, 5_242_880])('of %i bytes are cut inside it', (size) => {
    const all = cuts(size, SHA);
    expect(all.length).toBeGreaterThan(0);
    for (const { from, to } of all) {
      expect(from).toBeGreaterThan(0);
      expect(from).toBeLessThan(size);
      expect(to).toBe(size);
    }
    expect(new Set(all.map(({ from }) => from)).size).toBe(all.length);
  });

  it.each([
    [1_500, 512],
    [16_384, 4_096],
    [70_000, 4_096],
    [5_242_880, 4_096],
  ])('of %i bytes have holes neither in the first block of %i nor in the last', (size, unit) => {
    const all = holes(size, SHA);
    expect(all.length).toBeGreaterThan(0);
    for (const { from, to } of all) {
      expect(from % unit).toBe(0);
      expect(from).toBeGreaterThanOrEqual(unit);
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThanOrEqual(Math.ceil(size / unit) * unit - unit);
    }
  });

  it('that are too small for a hole have none', () => {
    expect(holes(1_024, SHA)).toEqual([]);
    expect(holes(1_025, SHA).map(({ from, to }) => [from, to])).toEqual([[512, 1_024]]);
  });

  it('are the same each time, and others for another file', () => {
    const other = sha256Of(Uint8Array.of(1));
    expect(holes(1_000_000, SHA)).toEqual(holes(1_000_000, SHA));
    expect(holes(1_000_000, SHA)).not.toEqual(holes(1_000_000, other));
  });

  it('leave the file as it is', () => {
    const bytes = new Uint8Array(2_048).fill(7);
    const holed = applied(bytes, { what: '', kind: 'hole', from: 512, to: 1_024 });
    expect([holed[511], holed[512], holed[1_023], holed[1_024]]).toEqual([7, 0, 0, 7]);
    expect(applied(bytes, { what: '', kind: 'cut', from: 512, to: 2_048 }).byteLength).toBe(512);
    expect(bytes.every((byte) => byte === 7)).toBe(true);
  });
});
