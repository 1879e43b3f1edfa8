import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { convertHere, seenPages } from './a-conversion.ts';

type Dot = readonly [number, number, number];
/** The colours of the page that all samples show. */
export const [WHITE, BLACK, RED, BLUE, GREEN]: readonly [Dot, Dot, Dot, Dot, Dot] = [
  [255, 255, 255],
  [0, 0, 0],
  [255, 0, 0],
  [0, 0, 255],
  [32, 160, 64],
];
/** What encoders may change of a colour, far from any edge. */
const TOLERANCE = 12;

/** The dots of the page, upright, with the colours that a place of the page has in colour, in grey and in black and white. */
const DOTS = [
  { x: 60, y: 40, colour: BLACK, grey: 0, bit: 0 },
  { x: 150, y: 40, colour: RED, grey: 54, bit: 0 },
  { x: 60, y: 230, colour: BLUE, grey: 18, bit: 0 },
  { x: 150, y: 230, colour: GREEN, grey: 126, bit: 0 },
  { x: 5, y: 5, colour: WHITE, grey: 255, bit: 255 },
  { x: 110, y: 140, colour: WHITE, grey: 255, bit: 255 },
  { x: 194, y: 274, colour: WHITE, grey: 255, bit: 255 },
] as const;

type Tones = 'colour' | 'grey' | 'bits';

function expected(dot: (typeof DOTS)[number], tones: Tones): readonly number[] {
  if (tones === 'colour') return dot.colour ?? [];
  const value = tones === 'grey' ? dot.grey : dot.bit;
  return [value, value, value];
}

/** Where a dot of the upright page is in the file that was made of a turned one. */
const TURNS: Readonly<Record<number, (x: number, y: number) => readonly [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y) => [199 - x, y],
  3: (x, y) => [199 - x, 279 - y],
  4: (x, y) => [x, 279 - y],
  6: (x, y) => [279 - y, x],
  7: (x, y) => [279 - y, 199 - x],
  8: (x, y) => [y, 199 - x],
};

export type Asked = {
  readonly tones: Tones;
  readonly index?: number;
  readonly orientation?: number;
  readonly pages?: number;
  /** Dots of the file for one of the page, in each direction. */
  readonly scale?: number;
  readonly mediaType?: string;
};

/** What of a page is not as it was drawn. */
export async function pageDifferences(bytes: Uint8Array, kind: ConvertedKind, asked: Asked): Promise<readonly string[]> {
  const { tones, index = 0, orientation = 1, pages = 1, scale = 1 } = asked;
  const made = await convertHere(bytes, kind);
  if (!made.ok) return [made.failure];
  const seen = await seenPages(made.value.bytes, made.value.mediaType);
  const page = seen[index];
  if (page === undefined || seen.length !== pages || made.value.pages !== pages) return ['number of pages'];
  const [width, height] = orientation >= 5 ? [280, 200] : [200, 280];
  const mediaType = asked.mediaType ?? (pages === 1 && tones !== 'bits' ? 'image/jpeg' : 'application/pdf');
  const wrong = [
    made.value.mediaType === mediaType ? '' : 'type',
    page.width === width * scale && page.height === height * scale ? '' : 'size',
    page.bits === (tones === 'bits' ? 1 : 8) ? '' : 'bits',
    page.isGrey === (tones !== 'colour') ? '' : 'tones',
    ...DOTS.map((dot) => {
      const [x, y] = TURNS[orientation]?.(dot.x, dot.y) ?? [0, 0];
      const found = page.at(Math.floor(x * scale), Math.floor(y * scale));
      const isNear = expected(dot, tones).every((value, at) => Math.abs(value - (found[at] ?? -255)) <= (tones === 'bits' ? 0 : TOLERANCE));
      return isNear ? '' : `${dot.x}, ${dot.y} is ${found.join(' ')}`;
    }),
  ];
  return wrong.filter((text) => text !== '');
}
