import { describe, expect, it } from 'vitest';
import { InspectBudget } from '#electron/intake/inspect/inspect-budget.ts';
import { isBlankPicture } from '#electron/intake/inspect/pictures/blank-picture.ts';
import { faxState, isBlankFax, walkFax } from '#electron/intake/inspect/pictures/fax.ts';
import { bmp, line, paper, png, scan } from '#test/support/scans/make-pictures.ts';

const A5 = { width: 400, height: 640 };
const isBlank = (type: 'jpeg' | 'png' | 'bmp', bytes: Uint8Array): boolean => isBlankPicture(type, bytes, new InspectBudget());

describe('a sheet without anything on it', () => {
  it.each<[string, Buffer]>([
    ['with noise', png({ ...A5, level: paper(250, { noise: 1.5 }) })],
    ['with noise that is cut at white', png({ ...A5, level: paper(255, { noise: 2 }) })],
    ['with a light that fades', png({ ...A5, level: paper(248, { noise: 1, fade: 6 }) })],
    ['of yellow paper', png({ ...A5, colour: 2, level: (x, y, c) => ([252, 246, 205][c] ?? 0) - 250 + NOISE(x, y, c) })],
    ['whose rows lie between each other', png({ ...A5, level: paper(250, { noise: 1 }), isInterlaced: true })],
    ['with a palette', png({ ...A5, colour: 3, level: paper(250, { noise: 1 }) })],
  ])('is blank in a PNG: %s', (_what, bytes) => {
    expect(isBlank('png', bytes)).toBe(true);
  });

  it.each(['noise', 'noise-progressive'])('is blank in a JPEG: %s', (name) => {
    expect(isBlank('jpeg', scan(`${name}.jpg`))).toBe(true);
  });

  it('is blank in a BMP, by a palette and in colour', () => {
    expect(isBlank('bmp', bmp({ ...A5, bits: 8, pixels: pixels(1, paper(250, { noise: 1 })) }))).toBe(true);
    expect(isBlank('bmp', bmp({ ...A5, bits: 24, pixels: pixels(3, paper(250, { noise: 1 })) }))).toBe(true);
  });
});

const NOISE = paper(250, { noise: 1 });

function pixels(channels: number, level: ReturnType<typeof paper>): Buffer {
  const each = A5.width * channels;
  return Buffer.from(
    Array.from({ length: each * A5.height }, (_, n) =>
      Math.round(level(Math.floor((n % each) / channels), Math.floor(n / each), n % channels)),
    ),
  );
}

describe('a sheet with something on it', () => {
  it.each<[string, Buffer]>([
    ['a faint line', png({ ...A5, level: line(paper(255), 9) })],
    ['a faint line in noise', png({ ...A5, level: line(paper(252, { noise: 2 }), 9) })],
    ['a faint line under a light that fades', png({ ...A5, level: line(paper(252, { noise: 1, fade: 8 }), 9) })],
    ['a line in yellow', png({ ...A5, colour: 2, level: line(paper(252, { noise: 1 }), 12, [2]) })],
    ['a faint line, with rows between each other', png({ ...A5, level: line(paper(252, { noise: 1 }), 12), isInterlaced: true })],
    ['a faint line by a palette', png({ ...A5, colour: 3, level: line(paper(252, { noise: 1 }), 9) })],
    ['one dark point', png({ ...A5, level: (x, y) => (x === 399 && y === 639 ? 100 : 255) })],
    ['a field of another shade', png({ ...A5, level: (x, y) => (x > 100 && x < 300 && y > 200 && y < 500 ? 248 : 252) })],
    ['noise that may hide a print', png({ ...A5, level: paper(240, { noise: 8 }) })],
  ])('is not blank in a PNG: %s', (_what, bytes) => {
    expect(isBlank('png', bytes)).toBe(false);
  });

  it.each(['faint', 'faint-progressive'])('is not blank in a JPEG: %s', (name) => {
    expect(isBlank('jpeg', scan(`${name}.jpg`))).toBe(false);
  });

  it('is not blank in a BMP, by a palette and in colour', () => {
    expect(isBlank('bmp', bmp({ ...A5, bits: 8, pixels: pixels(1, line(paper(252, { noise: 1 }), 9)) }))).toBe(false);
    expect(isBlank('bmp', bmp({ ...A5, bits: 24, pixels: pixels(3, line(paper(252, { noise: 1 }), 12, [0])) }))).toBe(false);
  });
});

const RECEIPT = { width: 496, height: 640, isAligned: false };
const KINDS = [
  ['g4', -1],
  ['g31d', 0],
  ['g32d', 4],
] as const;

describe('a fax', () => {
  it('has the same lines by each code, and all of them', () => {
    const [one, ...others] = KINDS.map(([kind, k]) => {
      const lines: string[] = [];
      const state = walkFax(scan(`receipt.${kind}`), { ...RECEIPT, k }, new InspectBudget(), (changes, count) => {
        lines.push(changes.subarray(0, count).join());
        return true;
      });
      return { state, lines };
    });
    expect(one).toMatchObject({ state: 'whole', lines: { length: 640 } });
    // From the first stroke of a letter on, the lines are not empty.
    expect(new Set(one?.lines).size).toBeGreaterThan(50);
    for (const other of others) expect(other).toEqual(one);
  });

  it.each(KINDS)('is damaged where it is cut or was not written: %s', (kind, k) => {
    const whole = scan(`receipt.${kind}`);
    const stateOf = (bytes: Buffer): string => faxState(bytes, { ...RECEIPT, k }, new InspectBudget());
    expect([stateOf(whole), isBlankFax(whole, { ...RECEIPT, k }, new InspectBudget())]).toEqual(['whole', false]);
    for (let at = 0; at + 600 < whole.length; at += 512) {
      expect([at, stateOf(whole.subarray(0, at)), stateOf(Buffer.from(whole).fill(0, at, at + 512))]).toEqual([at, 'damaged', 'damaged']);
    }
  });

  it('is blank where all is white or all is black', () => {
    // A black line: no white, and 1,728 black. Each following line changes where the previous one does.
    const black = `0010011010100000011001010000110111${'11'.repeat(99)}`;
    for (const [lines, is] of [
      ['1'.repeat(100), true],
      [black, true],
      [`${'1'.repeat(99)}${black.slice(0, 34)}`, false],
    ] as const) {
      const bytes = Buffer.from((lines.match(/.{1,8}/g) ?? []).map((bits) => Number.parseInt(bits.padEnd(8, '0'), 2)));
      expect(isBlankFax(bytes, { width: 1_728, height: 100, k: -1, isAligned: false }, new InspectBudget())).toBe(is);
    }
  });
});
