import { fail, ok } from '#shared/lib/result.ts';
import { onePage } from '../one-page.ts';
import { type Colour, type ConvertDeps, type OpenedFile, PIXELS_MAX, USUAL_QUALITY } from '../picture.ts';
import { pageOfRows } from '../resample.ts';
import { loadHeic, mainPicture, type Planes } from './libheif.ts';
import { readRowOf } from './plane-rows.ts';

export { loadHeic };

/** Opens the main picture of a HEIC file. libheif itself turns it upright. */
export async function openHeic(bytes: Uint8Array, { codec, vips }: Pick<ConvertDeps, 'codec' | 'vips'>): Promise<OpenedFile> {
  const { width, height, decoded } = await mainPicture(bytes, { codec });
  if (!(width > 0) || !(height > 0)) return fail('not-understood');
  if (width * height > PIXELS_MAX) return fail('too-many-pixels');
  return ok(onePage({ tool: 'heic', quality: USUAL_QUALITY, vips }, async () => decoded(pictureOf)));
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
