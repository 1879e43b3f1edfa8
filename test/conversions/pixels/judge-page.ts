import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one reader sees of the original. */
export type Seen = {
  readonly reader: string;
  readonly picture: Picture;
  /** The same with the colours of the file's own profile; null if it has none, or the reader does not know profiles. */
  readonly byProfile: Picture | null;
};

/**
 * `right`: as the readers show it · `wrong`: otherwise than every reader shows it · `disputed`: as one shows it and another does not, so that somebody
 * has to look · `unread`: no reader shows it.
 */
export type PageVerdict = 'right' | 'wrong' | 'disputed' | 'unread';

export type JudgedPage = {
  readonly verdict: PageVerdict;
  /** The names of those that read it, and how much what was made differs from each. */
  readonly differences: readonly (Difference & { readonly reader: string })[];
};

/**
 * Above either of them two pictures are not of one page. Of the first 57 right pages of TIFFs, 90 % differed by at most 3.0 and 7.0, and the one that
 * differed most by 10.7 and 19.4: JPEG at quality 85, one bit a dot and softened edges. Pages that are wrong began at 43 and 59.
 */
export const LIMITS: Difference = { mean: 12, worstTile: 40 };

export type PageHow = {
  readonly seen: readonly Seen[];
  /** See `differenceOf`. */
  readonly stretch: number;
};

/** Compares a page of what was made with what readers see of the original. */
export function judgedPage(made: Picture, { seen, stretch }: PageHow): JudgedPage {
  const differences = seen.map(({ reader, picture, byProfile }) => {
    const plain = differenceOf(made, picture, stretch);
    const profiled = byProfile === null ? plain : differenceOf(made, byProfile, stretch);
    return { reader, ...(sizeOf(profiled) < sizeOf(plain) ? profiled : plain) };
  });
  const [agreeing, others] = [true, false].map((isWanted) => seen.filter((_, at) => isWithin(differences[at]) === isWanted));
  return { verdict: verdictOf({ agreeing: agreeing ?? [], others: others ?? [], stretch }), differences };
}

export function isWithin(difference: Difference | undefined, limits: Difference = LIMITS): boolean {
  return difference !== undefined && difference.mean <= limits.mean && difference.worstTile <= limits.worstTile;
}

type Sides = { readonly agreeing: readonly Seen[]; readonly others: readonly Seen[]; readonly stretch: number };

function verdictOf({ agreeing, others, stretch }: Sides): PageVerdict {
  if (agreeing.length === 0) return others.length === 0 ? 'unread' : 'wrong';
  // Where the readers agree with each other, only a limit or a profile lies between them and what was made.
  const isAgreedOn = (other: Seen): boolean => agreeing.some(({ picture }) => isWithin(differenceOf(picture, other.picture, stretch)));
  return others.every(isAgreedOn) ? 'right' : 'disputed';
}

/** In parts of the limits: which of two differences is the larger one. */
function sizeOf({ mean, worstTile }: Difference): number {
  return Math.max(mean / LIMITS.mean, worstTile / LIMITS.worstTile);
}

const LIST = join(import.meta.dirname, '../../../docs/conversions/looked-at.tsv');

/** In place of a reader's name: somebody saw that what was made shows the page, though it differs from every reader by more than the limits. */
export const SHOWN = '-';

/** Readers that show a page wrong, as somebody saw, by hash and page: they are not asked about it. Or `SHOWN`. */
export type LookedAt = ReadonlyMap<string, ReadonlySet<string>>;

/** The list, or another text of its form: hash, page (from 1, or `*`), reader, and what was seen. */
export function lookedAt(text: string = existsSync(LIST) ? readFileSync(LIST, 'utf8') : ''): LookedAt {
  const known = new Map<string, Set<string>>();
  for (const line of text.trimEnd().split('\n').slice(1)) {
    const [sha256 = '', page = '', reader = '', why = ''] = line.split('\t');
    if (!/^[\da-f]{64}$/.test(sha256) || why === '') throw new Error(`not a line of the list of pages that were looked at: ${line}`);
    const key = `${sha256} ${page}`;
    known.set(key, (known.get(key) ?? new Set()).add(reader));
  }
  return known;
}

/** `reader`: its name, or `SHOWN`. `page`: from 1. */
export function isListed(
  list: LookedAt,
  { sha256, page, reader }: { readonly sha256: string; readonly page: number; readonly reader: string },
): boolean {
  return [`${page}`, '*'].some((which) => list.get(`${sha256} ${which}`)?.has(reader) === true);
}

/** Of the three colours, each from 0 to 255, averaged over the page and over the tile that differs most. */
export type Difference = { readonly mean: number; readonly worstTile: number };

/** Dots on the longer side. A line of text on a page is some ten dots high then; how a program softens its edges is averaged out. */
const COMPARED_AT = 512;
/** JPEG keeps one colour for two dots by two. */
const COLOUR_DOTS = 2;
const TILES = 32;
/** A smaller tile says more about how a codec blurs an edge than about what the page shows. */
const TILE_DOTS_MIN = 8;
/** Sizes are rounded: by the shorter side of a page of a few hundred dots, by a PDF's points, and by the programs that draw it. */
const SHAPE_TOLERANCE = 0.03;
const ROUNDING_DOTS = 2;

/**
 * How much two pictures of one page differ, both made as small as the smaller one, half that or at most 512 dots long. Infinite if they have different shapes.
 * `stretch`: width of a dot divided by its height, for fax pages, which some programs draw as they are stored and others as they are printed.
 */
export function differenceOf(one: Picture, other: Picture, stretch = 1): Difference {
  if (!isSameShape(one, other, stretch)) return { mean: Infinity, worstTile: Infinity };
  const size = { width: Math.min(one.width, other.width), height: Math.min(one.height, other.height) };
  const [first, second] = [averaged(one, size), averaged(other, size)];
  const longest = Math.min(COMPARED_AT, Math.ceil(Math.max(size.width, size.height) / COLOUR_DOTS));
  return ofTiles(atMost(first, longest), atMost(second, longest));
}

function isSameShape(one: Picture, other: Picture, stretch: number): boolean {
  return [1, stretch, 1 / stretch].some((by) => {
    const expected = (other.width / other.height) * by;
    const tolerance = SHAPE_TOLERANCE + ROUNDING_DOTS / Math.min(one.width, one.height, other.width, other.height);
    return Math.abs(Math.log(one.width / one.height / expected)) <= tolerance;
  });
}

function ofTiles(one: Picture, other: Picture): Difference {
  const { width, height } = one;
  const [columns, rows] = [tilesOf(width), tilesOf(height)];
  const sums = new Float64Array(columns * rows);
  const counts = new Float64Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1) {
      const tile = row + Math.floor((x * columns) / width);
      const at = 3 * (y * width + x);
      sums[tile] = (sums[tile] ?? 0) + ofColours(one.rgb, other.rgb, at) / 3;
      counts[tile] = (counts[tile] ?? 0) + 1;
    }
  }
  const worstTile = sums.reduce((worst, sum, tile) => Math.max(worst, sum / (counts[tile] ?? 1)), 0);
  return { mean: sums.reduce((all, sum) => all + sum, 0) / (width * height), worstTile };
}

function tilesOf(side: number): number {
  return Math.max(1, Math.min(TILES, Math.floor(side / TILE_DOTS_MIN)));
}

function ofColours(one: Uint8Array, other: Uint8Array, at: number): number {
  let sum = 0;
  for (let colour = at; colour < at + 3; colour += 1) sum += Math.abs((one[colour] ?? 0) - (other[colour] ?? 0));
  return sum;
}

/** Eight bits a colour, without transparency, rows from the top. `rgb`: width × height × 3 bytes. */
export type Picture = { readonly width: number; readonly height: number; readonly rgb: Uint8Array };

const HEAD_BYTES_MAX = 400;

/** The first picture of a PGM, a PPM or a PAM with eight bits a sample, as Netpbm describes them; on white. Null if it is none, or incomplete. */
export function pictureOf(pnm: Uint8Array): Picture | null {
  const buffer = Buffer.from(pnm.buffer, pnm.byteOffset, pnm.byteLength);
  const head = headOf(buffer.subarray(0, HEAD_BYTES_MAX).toString('latin1'));
  if (head === null) return null;
  const { width, height, depth } = head;
  const samples = buffer.subarray(head.bytes);
  if (width * height === 0 || samples.length < width * height * depth) return null;
  if (depth === 3) return { width, height, rgb: samples.subarray(0, 3 * width * height) };
  const rgb = new Uint8Array(3 * width * height);
  for (let at = 0; at < rgb.length; at += 1) {
    const dot = Math.floor(at / 3) * depth;
    const alpha = depth % 2 === 0 ? (samples[dot + depth - 1] ?? 0) : 255;
    const sample = samples[dot + (depth > 2 ? at % 3 : 0)] ?? 0;
    rgb[at] = Math.round((sample * alpha + 255 * (255 - alpha)) / 255);
  }
  return { width, height, rgb };
}

/** `depth`: samples for each dot; an even number has transparency as the last. */
type Head = { readonly width: number; readonly height: number; readonly depth: number; readonly bytes: number };

function headOf(text: string): Head | null {
  const plain = /^P([56])(?:\s+#[^\n]*\n|\s)+(\d+)\s+(\d+)\s+255\s/.exec(text);
  if (plain !== null) return { width: Number(plain[2]), height: Number(plain[3]), depth: plain[1] === '5' ? 1 : 3, bytes: plain[0].length };
  const named = /^P7\n[^]*?ENDHDR\n/.exec(text)?.[0];
  if (named === undefined) return null;
  const [width = 0, height = 0, depth = 0, most] = ['WIDTH', 'HEIGHT', 'DEPTH', 'MAXVAL'].map((name) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(named)?.[1]),
  );
  return most === 255 && depth >= 1 && depth <= 4 ? { width, height, depth, bytes: named.length } : null;
}

/** The same as a file. */
export function ppmOf({ width, height, rgb }: Picture): Uint8Array {
  return Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`, 'latin1'), rgb]);
}

/** Upright: as EXIF's orientation (1 to 8) says that the stored picture is to be shown. */
export function turned(picture: Picture, orientation: number): Picture {
  if (!(orientation > 1 && orientation <= 8)) return picture;
  const { width, height, rgb } = picture;
  const isOnSide = orientation >= 5;
  const [across, down] = isOnSide ? [height, width] : [width, height];
  const [fromRight, fromBelow] = [[2, 3, 7, 8].includes(orientation), [3, 4, 6, 7].includes(orientation)];
  const out = new Uint8Array(rgb.length);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const [column, row] = isOnSide ? [y, x] : [x, y];
      const from = 3 * ((fromBelow ? height - 1 - row : row) * width + (fromRight ? width - 1 - column : column));
      out.set(rgb.subarray(from, from + 3), 3 * (y * across + x));
    }
  }
  return { width: across, height: down, rgb: out };
}

/** At most `longest` dots on the longer side; a smaller picture stays as it is. */
export function atMost(picture: Picture, longest: number): Picture {
  const by = longest / Math.max(picture.width, picture.height);
  if (by >= 1) return picture;
  const side = (dots: number): number => Math.max(1, Math.round(dots * by));
  return averaged(picture, { width: side(picture.width), height: side(picture.height) });
}

/** Another size, of which each dot is the average of the area that it covers; a larger one repeats dots. */
export function averaged(picture: Picture, { width, height }: Pick<Picture, 'width' | 'height'>): Picture {
  if (picture.width === width && picture.height === height) return picture;
  const rows = summed(picture.rgb, { lines: picture.height, before: picture.width, after: width, isAcross: true });
  const dots = summed(rows, { lines: width, before: picture.height, after: height, isAcross: false });
  return { width, height, rgb: Uint8Array.from(dots, Math.round) };
}

/** `lines`: rows, if the dots of a row are averaged, else columns. `before`, `after`: dots on each of them. */
type Summing = { readonly lines: number; readonly before: number; readonly after: number; readonly isAcross: boolean };

/** Every line, with the dots of the new side in place of those of the old one. */
function summed(source: Uint8Array | Float32Array, { lines, before, after, isAcross }: Summing): Float32Array {
  const out = new Float32Array(lines * after * 3);
  const shares = sharesOf(before, after);
  const step = isAcross ? 3 : 3 * lines;
  for (let at = 0; at < after; at += 1) {
    const { first, weights } = shares[at] ?? NOTHING;
    for (let line = 0; line < lines; line += 1) {
      const into = isAcross ? 3 * (line * after + at) : 3 * (at * lines + line);
      let from = isAcross ? 3 * (line * before + first) : 3 * (first * lines + line);
      let [red, green, blue] = [0, 0, 0];
      for (let offset = 0; offset < weights.length; offset += 1, from += step) {
        const weight = weights[offset] ?? 0;
        red += (source[from] ?? 0) * weight;
        green += (source[from + 1] ?? 0) * weight;
        blue += (source[from + 2] ?? 0) * weight;
      }
      out[into] = red;
      out[into + 1] = green;
      out[into + 2] = blue;
    }
  }
  return out;
}

/** For a dot of the new side: the first dot of the old one that it covers, and how much of it and of those behind it. */
type Share = { readonly first: number; readonly weights: Float64Array };

const NOTHING: Share = { first: 0, weights: new Float64Array(0) };

function sharesOf(before: number, after: number): readonly Share[] {
  const by = before / after;
  return Array.from({ length: after }, (_, at) => {
    const [from, to] = [at * by, Math.min(before, (at + 1) * by)];
    const first = Math.floor(from);
    const last = Math.max(first, Math.ceil(to) - 1);
    const weights = Float64Array.from({ length: last - first + 1 }, (_none, offset) => {
      const dot = first + offset;
      return (Math.min(to, dot + 1) - Math.max(from, dot)) / (to - from);
    });
    return { first, weights };
  });
}
