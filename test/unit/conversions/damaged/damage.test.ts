import { describe, expect, it } from 'vitest';
import { type Damage, damagedOf, DAMAGES } from '#test/conversions/damaged/damage.ts';
import { sha256Of } from '#test/corpus/listed.ts';
import { seededRandom } from '#test/support/seeded-random.ts';

const OTHER = seededRandom(2).bytes(50_000);

function damaged(bytes: Uint8Array, damage: Damage): Buffer {
  const copy = damagedOf(bytes, { damage, sha256: sha256Of(bytes), other: OTHER });
  if (copy === null) throw new Error('not damaged');
  return Buffer.from(copy);
}

/** The first and the last byte that differ. */
function changed(one: Uint8Array, other: Uint8Array): { readonly from: number; readonly to: number } {
  const differing = [...one.keys()].filter((at) => one[at] !== other[at]);
  return { from: differing[0] ?? -1, to: (differing.at(-1) ?? -1) + 1 };
}

describe.each([4_000, 20_000, 60_000])('a copy of %i bytes', (size) => {
  const whole = seededRandom(size).bytes(size);

  it.each(DAMAGES)('damaged by %s is another one, is the same each time, and leaves the whole file alone', (damage) => {
    const before = Buffer.from(whole);
    expect(damaged(whole, damage).equals(damaged(whole, damage))).toBe(true);
    expect(damaged(whole, damage).equals(whole)).toBe(false);
    expect(before.equals(whole)).toBe(true);
  });

  it('lacks bytes, and all others are there', () => {
    const copy = damaged(whole, 'bytes-missing');
    const { from } = changed(copy, whole.subarray(0, copy.length));
    expect(copy.length).toBeLessThan(size);
    expect(copy.subarray(from).equals(whole.subarray(from + size - copy.length))).toBe(true);
  });

  it.each<[Damage, number]>([
    ['ff-pages', 255],
    ['unaligned-zeros', 0],
    ['aligned-zeros', 0],
  ])('by %s has only such bytes where it differs', (damage, value) => {
    const copy = damaged(whole, damage);
    const { from, to } = changed(copy, whole);
    expect(copy.length).toBe(size);
    expect(from).toBeGreaterThan(0);
    expect(copy.subarray(from, to).every((byte) => byte === value)).toBe(true);
  });

  it('of two halves begins as one file and ends as the other', () => {
    const copy = damaged(whole, 'halves');
    expect(copy.subarray(0, size / 2).equals(whole.subarray(0, size / 2))).toBe(true);
    expect(copy.subarray(-1_000).equals(OTHER.subarray(-1_000))).toBe(true);
  });

  it('that was sent as text has a CR before each LF', () => {
    const copy = damaged(whole, 'crlf').toString('latin1');
    expect(copy.replaceAll('\r\n', '\n')).toBe(Buffer.from(whole).toString('latin1'));
    expect(copy).not.toMatch(/[^\r]\n/);
  });
});

it('a file that has nothing to damage has no such copy', () => {
  const zeros = new Uint8Array(9_000);
  const all = DAMAGES.filter((damage) => damagedOf(zeros, { damage, sha256: sha256Of(zeros), other: zeros }) === null);
  expect(all).toEqual(['unaligned-zeros', 'crlf', 'halves', 'aligned-zeros']);
});
