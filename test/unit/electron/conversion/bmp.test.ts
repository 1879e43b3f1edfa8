import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bmp24, noise } from './a-large-picture.ts';
import { convertHere, sample, seenPages } from './a-conversion.ts';
import { BLACK, BLUE, GREEN, RED, WHITE } from './page-differences.ts';

const GREYS = [BLACK, [54, 54, 54], [18, 18, 18], [126, 126, 126], WHITE];
const COLOURS = [BLACK, RED, BLUE, GREEN, WHITE];
const PLACES = [
  [60, 40],
  [150, 40],
  [60, 230],
  [150, 230],
  [5, 5],
] as const;

async function seen(bytes: Uint8Array) {
  const made = await convertHere(bytes, 'bmp');
  if (!made.ok) throw new Error(made.failure);
  const [page] = await seenPages(made.value.bytes, made.value.mediaType);
  if (page === undefined) throw new Error('no page');
  return { ...page, mediaType: made.value.mediaType, made: made.value.bytes };
}

/** The dots at the places, of a page of 200 dots or of half as many. */
async function dots(name: string): Promise<readonly (readonly number[])[]> {
  const page = await seen(sample(name));
  expect([page.mediaType, page.width * 7, page.bits]).toEqual(['image/png', page.height * 5, 8]);
  return PLACES.map(([x, y]) => page.at(Math.floor((x * page.width) / 200), Math.floor((y * page.width) / 200)));
}

/** `palette4.bmp` with its rows from top to bottom. */
function topDown(): Uint8Array {
  const bytes = sample('palette4.bmp');
  const rows = bytes.slice(118);
  for (let y = 0; y < 280; y += 1) bytes.set(rows.subarray(y * 100, (y + 1) * 100), 118 + (279 - y) * 100);
  new DataView(bytes.buffer).setInt32(22, -280, true);
  return bytes;
}

/** The same with run lengths: each row is a run of its first dots, dots one by one, a jump over nothing, and runs. */
function withRuns(): Uint8Array {
  const plain = sample('palette4.bmp');
  const codes: number[] = [];
  for (let y = 0; y < 280; y += 1) {
    const row = plain.subarray(118 + y * 100, 118 + (y + 1) * 100);
    codes.push(2, row[0] ?? 0, 0, 6, ...row.subarray(1, 4), 0, 0, 2, 0, 0);
    for (let x = 8; x < 200; x += 2) codes.push(2, row[x / 2] ?? 0);
    codes.push(0, y === 279 ? 1 : 0);
  }
  const bytes = new Uint8Array([...plain.subarray(0, 118), ...codes]);
  new DataView(bytes.buffer).setUint32(30, 2, true);
  return bytes;
}

describe('a BMP that is too large', () => {
  it.each(['24-half', 'core-half', '32-half', 'palette4', 'core-palette', 'rle8'])(
    'becomes a PNG with the same colours: %s',
    async (name) => {
      expect(await dots(`${name}.bmp`)).toEqual(COLOURS);
    },
  );

  it('may have 16 bits for each dot', async () => {
    for (const name of ['555-half.bmp', '565-half.bmp']) {
      const [black, red, blue, green, white] = await dots(name);
      expect([black, red, blue, white]).toEqual([BLACK, RED, BLUE, WHITE]);
      // Five bits for a colour are a step of eight.
      expect(GREEN.every((value, at) => Math.abs(value - (green?.[at] ?? 0)) < 8)).toBe(true);
    }
  });

  it('stays grey', async () => {
    expect(await dots('grey-half.bmp')).toEqual(GREYS);
    expect((await seen(sample('grey-half.bmp'))).isGrey).toBe(true);
  });

  it('stays black and white', async () => {
    const page = await seen(sample('bits.bmp'));
    expect(page).toMatchObject({ mediaType: 'image/png', bits: 1, isGrey: true, width: 200, height: 280 });
    expect(PLACES.map(([x, y]) => page.at(x, y)[0])).toEqual([0, 0, 0, 0, 255]);
  });

  it('gives the same bytes in whatever way it is stored', async () => {
    const { made } = await seen(sample('palette4.bmp'));
    expect((await seen(topDown())).made).toEqual(made);
    expect((await seen(withRuns())).made).toEqual(made);
  });

  it('gives the same bytes on each computer', async () => {
    const { made } = await seen(sample('24-half.bmp'));
    expect(createHash('sha256').update(made).digest('hex')).toBe('64bde8056d8fac7f23ea7df806d0b802457cf855a423841426af191d3840d001');
  });

  it('becomes a JPEG if no PNG of it is small enough', async () => {
    const rows = noise(2_400 * 600);
    const bytes = bmp24(800, 600, (y) => rows.subarray(y * 2_400));
    const made = await convertHere(bytes, 'bmp', { bytesMax: 600_000 });
    if (!made.ok) throw new Error(made.failure);
    expect(made.value.mediaType).toBe('image/jpeg');
    const [page] = await seenPages(made.value.bytes, made.value.mediaType);
    expect([page?.width, page?.height]).toEqual([800, 600]);
  });
});
