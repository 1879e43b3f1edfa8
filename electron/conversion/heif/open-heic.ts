import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { fail, ok } from '#shared/lib/result.ts';
import {
  type Colour,
  type ConvertDeps,
  type FileOfPages,
  type OpenedFile,
  type Page,
  PAGES_MAX,
  PIXELS_MAX,
  USUAL_QUALITY,
} from '../picture.ts';
import { pageOfRows } from '../resample.ts';
import { heifItems } from './heif-items.ts';
import { type ColourCode, type HeicFile, loadHeic, openLibheif, type Plane, type Planes } from './libheif.ts';
import { vipsPage } from '../vips/vips-page.ts';

export { loadHeic };

export type OpenHeic = Pick<ConvertDeps, 'codec' | 'vips' | 'isLenient'> & { readonly allPictures?: boolean };

/** Opens the main picture of a HEIC file, or all of them as pages, in the order of the file. libheif itself turns them upright. */
export async function openHeic(bytes: Uint8Array, { codec, vips, isLenient = false, allPictures = false }: OpenHeic): Promise<OpenedFile> {
  if (heifItems(bytes)?.hasMisalignedAlpha === true) return fail('not-understood');
  const file = await openLibheif(bytes, { codec, isLenient });
  const { main, all } = file.ids;
  const wanted = allPictures ? all : [main];
  if (wanted.length > PAGES_MAX) return fail('too-many-pages');
  const sizes = wanted.map((id) => file.size(id));
  if (!sizes.every(({ width, height }) => width > 0 && height > 0)) return fail('not-understood');
  if (sizes.some(({ width, height }) => width * height > PIXELS_MAX)) return fail('too-many-pixels');
  const how = { tool: 'heic', quality: USUAL_QUALITY } as const;
  if (wanted.length === 1) return ok(onlyMain(file, { ...how, vips }));
  const remarks: Remark[] = [];
  return ok({
    ...how,
    pages: wanted.length,
    allPictures: true,
    remarks: () => remarks,
    page: async (index) => {
      const { picture, remark } = await anew(bytes, wanted[index], { codec, isLenient });
      if (remark !== null) remarks.push(remark);
      return drawnPage(picture, vips);
    },
  });
}

type OneHow = { readonly tool: 'heic'; readonly quality: number } & Pick<ConvertDeps, 'vips'>;

function onlyMain(file: HeicFile, how: OneHow): FileOfPages {
  const { main, all } = file.ids;
  const remarks: Remark[] = all.length === 1 ? [] : [{ kind: 'one-of', pictures: all.length }];
  const page = onePage(how, async () => {
    const { picture, remark } = decoded(file, main);
    if (remark !== null) remarks.push(remark);
    return picture;
  });
  return { ...page, remarks: handingOut(remarks) };
}

/** A function made beside the others would hold what they hold. */
function handingOut(remarks: readonly Remark[]): NonNullable<FileOfPages['remarks']> {
  return () => remarks;
}

const REMARKS: Readonly<Record<ReturnType<typeof comparedWith>, Remark | null>> = {
  same: null,
  other: { kind: 'damaged' },
  unknown: { kind: 'unsure', about: 'content' },
};

type Checked = { readonly picture: Colour; readonly remark: Remark | null };

/** The memory of the library never shrinks, and encoding needs as much again: so each page has a library of its own. */
async function anew(bytes: Uint8Array, id: number | undefined, deps: Pick<ConvertDeps, 'codec' | 'isLenient'>): Promise<Checked> {
  if (id === undefined) throw new RangeError('no such page');
  const page = decoded(await openLibheif(bytes, deps), id);
  collectGarbage();
  return page;
}

/** Nothing in the code of a picture would show that some of it is damaged. Cameras write a thumbnail, which has a code of its own. */
function decoded(file: HeicFile, id: number): Checked {
  const picture = file.decoded(id, pictureOf);
  const thumbnail = thumbnailIn(file, id);
  const seen = thumbnail === null ? 'unknown' : comparedWith(thumbnail, picture);
  return { picture, remark: REMARKS[seen] };
}

/** Null also if it cannot be decoded. */
function thumbnailIn(file: HeicFile, id: number): Colour | null {
  try {
    return file.thumbnail(id, pictureOf);
  } catch {
    return null;
  }
}

function pictureOf(planes: Planes): Colour {
  const [first] = planes.colours;
  if (first === undefined || first.width * first.height > PIXELS_MAX) throw new RangeError('not decoded');
  const { width, height } = first;
  const rows = pageOfRows({ width, height, resolution: null, isGrey: planes.colours.length === 1 });
  const read = readRowOf(planes);
  const rgb = new Uint8ClampedArray(width * 3);
  const row = new Uint8Array(rgb.buffer);
  for (let y = 0; y < height; y += 1) {
    read(y, rgb);
    rows.add(row);
  }
  return rows.picture();
}

/**
 * `side` of the squares in which a thumbnail is looked at, in its dots, of which many are averaged: what a codec makes of an edge is no difference.
 * `share`: a thumbnail is sharpened, so that a square may differ by so much of its own contrast besides.
 */
type Look = { readonly side: number; readonly share: number };
const COARSE: Look = { side: 16, share: 0.2 };
const FINE: Look = { side: 6, share: 0.5 };
/** Of 255, for the square that differs most. What lies between is not known: some programs make thumbnails of single dots. */
const SAME = { coarse: 8, fine: 18 };
const OTHER_COARSE = 12;
/** Sizes of thumbnails are rounded. */
const SHAPE_TOLERANCE = 0.03;

/** Whether a thumbnail shows the same as its picture, something else, or nobody knows. Nothing else in a HEIC file would show that some of it is damaged. */
function comparedWith(thumbnail: Colour, picture: Colour): 'same' | 'other' | 'unknown' {
  const shapes = picture.width / picture.height / (thumbnail.width / thumbnail.height);
  if (Math.abs(Math.log(shapes)) > SHAPE_TOLERANCE) return 'unknown';
  const coarse = differenceOf([picture, thumbnail], COARSE);
  if (coarse > OTHER_COARSE) return 'other';
  return coarse <= SAME.coarse && differenceOf([picture, thumbnail], FINE) <= SAME.fine ? 'same' : 'unknown';
}

/** Of the square that differs most, by its averages, less what its edges may make of it. */
function differenceOf([picture, thumbnail]: readonly [Colour, Colour], { side, share }: Look): number {
  const grid = { columns: Math.max(1, Math.floor(thumbnail.width / side)), rows: Math.max(1, Math.floor(thumbnail.height / side)) };
  const [one, other] = [squaresOf(picture, grid), squaresOf(thumbnail, grid)];
  return one.averages.reduce((most, value, at) => {
    const allowed = share * (other.contrasts[at] ?? 0);
    return Math.max(most, Math.abs(value - (other.averages[at] ?? 0)) - allowed);
  }, 0);
}

/** Three of each square, one for each colour. */
type Squares = { readonly averages: Float64Array; readonly contrasts: Float64Array };

function squaresOf({ width, height, rgba }: Colour, { columns, rows }: { readonly columns: number; readonly rows: number }): Squares {
  const sums = new Float64Array(columns * rows * 3);
  const powers = new Float64Array(sums.length);
  const counts = new Float64Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1) {
      const square = row + Math.floor((x * columns) / width);
      const from = 4 * (y * width + x);
      for (let colour = 0; colour < 3; colour += 1) {
        const value = rgba[from + colour] as number;
        sums[3 * square + colour] = (sums[3 * square + colour] as number) + value;
        powers[3 * square + colour] = (powers[3 * square + colour] as number) + value * value;
      }
      counts[square] = (counts[square] as number) + 1;
    }
  }
  const averages = sums.map((sum, at) => sum / (counts[Math.floor(at / 3)] as number));
  const contrasts = powers.map((power, at) =>
    Math.sqrt(Math.max(0, power / (counts[Math.floor(at / 3)] as number) - (averages[at] as number) ** 2)),
  );
  return { averages, contrasts };
}

/** Reads one row of a picture in planes as red, green and blue, on white paper. */
type ReadRow = (y: number, rgb: Uint8ClampedArray) => void;

type Weights = readonly [red: number, blue: number];
/** The shares of red and blue in the brightness, by the number of the matrix in H.273. */
const WEIGHTS: Readonly<Record<number, Weights>> = {
  1: [0.2126, 0.0722],
  4: [0.3, 0.11],
  7: [0.212, 0.087],
  9: [0.2627, 0.0593],
  10: [0.2627, 0.0593],
};
/** BT.601, which photos use, and which is taken for all that is unknown. */
const USUAL: Weights = [0.299, 0.114];
/** With this matrix, the three planes are green, blue and red. */
const NONE = 0;

/** The planes of colours may have half as many columns or rows; each of their samples then counts for its neighbours too. */
function readRowOf({ colours, isRgb, alpha, isPremultiplied, code }: Planes): ReadRow {
  const [first, second, third] = colours;
  if (first === undefined) throw new RangeError('no planes');
  const colour = second === undefined || third === undefined ? greyRow(first, code) : colourRow([first, second, third], { isRgb, code });
  if (alpha === null || alpha.width !== first.width || alpha.height !== first.height) return colour;
  const opacity = sampled(alpha, first);
  return (y, rgb) => {
    colour(y, rgb);
    opacity.read(y);
    for (let x = 0; x < first.width; x += 1) {
      const share = opacity.row[x] as number;
      for (let at = x * 3; at < x * 3 + 3; at += 1) {
        const value = rgb[at] as number;
        rgb[at] = (isPremultiplied ? value : (value * share) / 255) + 255 - share;
      }
    }
  };
}

/** Black is 16 and white is 235 in the limited range; differences go from 16 to 240. */
function levels({ isFullRange }: ColourCode): { readonly black: number; readonly bright: number; readonly difference: number } {
  return isFullRange ? { black: 0, bright: 1, difference: 1 } : { black: 16, bright: 255 / 219, difference: 255 / 224 };
}

function greyRow(plane: Plane, code: ColourCode): ReadRow {
  const { black, bright } = levels(code);
  const from = sampled(plane, plane);
  return (y, rgb) => {
    from.read(y);
    for (let x = 0; x < plane.width; x += 1) rgb.fill(((from.row[x] as number) - black) * bright, x * 3, x * 3 + 3);
  };
}

function colourRow(planes: readonly [Plane, Plane, Plane], { isRgb, code }: Pick<Planes, 'isRgb' | 'code'>): ReadRow {
  const [whole] = planes;
  const [one, two, three] = [sampled(planes[0], whole), sampled(planes[1], whole), sampled(planes[2], whole)];
  const read = (y: number): void => {
    for (const from of [one, two, three]) from.read(y);
  };
  const { black, bright, difference } = levels(code);
  if (isRgb || code.matrix === NONE) {
    const [red, green, blue] = isRgb ? [one.row, two.row, three.row] : [three.row, one.row, two.row];
    return (y, rgb) => {
      read(y);
      for (let [x, at] = [0, 0]; x < whole.width; x += 1, at += 3) {
        rgb[at] = ((red[x] as number) - black) * bright;
        rgb[at + 1] = ((green[x] as number) - black) * bright;
        rgb[at + 2] = ((blue[x] as number) - black) * bright;
      }
    };
  }
  const [kr, kb] = WEIGHTS[code.matrix] ?? USUAL;
  const [toRed, toBlue] = [2 * (1 - kr) * difference, 2 * (1 - kb) * difference];
  const [redToGreen, blueToGreen] = [(toRed * kr) / (1 - kr - kb), (toBlue * kb) / (1 - kr - kb)];
  return (y, rgb) => {
    read(y);
    for (let [x, at] = [0, 0]; x < whole.width; x += 1, at += 3) {
      const [cb, cr] = [(two.row[x] as number) - 128, (three.row[x] as number) - 128];
      const light = ((one.row[x] as number) - black) * bright;
      rgb[at] = light + toRed * cr;
      rgb[at + 1] = light - redToGreen * cr - blueToGreen * cb;
      rgb[at + 2] = light + toBlue * cb;
    }
  };
}

/** Rows of a plane as wide as the whole picture, with eight bits for each sample. */
function sampled(plane: Plane, whole: Pick<Plane, 'width' | 'height'>): { readonly row: Uint8Array; readonly read: (y: number) => void } {
  const { width, height, bits, stride, data } = plane;
  const row = new Uint8Array(whole.width);
  const [acrossHalf, downHalf] = [width < whole.width ? 1 : 0, height < whole.height ? 1 : 0];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    row,
    read: (y) => {
      const from = Math.min(y >> downHalf, height - 1) * stride;
      for (let x = 0; x < row.length; x += 1) {
        const at = Math.min(x >> acrossHalf, width - 1);
        row[x] = bits === 8 ? (data[from + at] as number) : view.getUint16(from + 2 * at, true) >> (bits - 8);
      }
    },
  };
}

type OnePage = Pick<FileOfPages, 'tool' | 'quality'> & Pick<ConvertDeps, 'vips'>;

/** A file of one page. What decodes it is let go of before the page is encoded: the memory of a codec never shrinks, and encoding needs as much. */
function onePage({ vips, ...of }: OnePage, decode: () => Promise<Colour>): FileOfPages {
  let page: Promise<Page> | null = null;
  let once: typeof decode | null = decode;
  const decodePage = async (): Promise<Page> => {
    if (once === null) throw new RangeError('decoded already');
    const picture = await once();
    once = null;
    collectGarbage();
    return drawnPage(picture, vips);
  };
  return { ...of, pages: 1, page: () => (page ??= decodePage()) };
}

function drawnPage({ rgba: samples, ...size }: Colour, vips: ConvertDeps['vips']): Page {
  return vipsPage({ dots: { ...size, samples, channels: 4 } }, size, { vips });
}

/** V8 itself waits for a moment of its own choice. Does nothing in a process that was started without `--expose-gc`. */
function collectGarbage(): void {
  globalThis.gc?.();
}
