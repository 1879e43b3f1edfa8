import { fail, ok } from '#shared/lib/result.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { drawnPage, onePage } from '../one-page.ts';
import { type Colour, type ConvertDeps, type FileOfPages, type OpenedFile, PAGES_MAX, PIXELS_MAX, USUAL_QUALITY } from '../picture.ts';
import { pageOfRows } from '../resample.ts';
import { type HeicFile, loadHeic, openLibheif, type Planes } from './libheif.ts';
import { readRowOf } from './plane-rows.ts';

export { loadHeic };

export type OpenHeic = Pick<ConvertDeps, 'codec' | 'vips' | 'isLenient'> & { readonly allPictures?: boolean };

/** Opens the main picture of a HEIC file, or all of them as pages, in the order of the file. libheif itself turns them upright. */
export async function openHeic(bytes: Uint8Array, { codec, vips, isLenient = false, allPictures = false }: OpenHeic): Promise<OpenedFile> {
  const file = await openLibheif(bytes, { codec, isLenient });
  const { main, all } = file.ids;
  const wanted = allPictures ? all : [main];
  if (wanted.length > PAGES_MAX) return fail('too-many-pages');
  const sizes = wanted.map((id) => file.size(id));
  if (!sizes.every(({ width, height }) => width > 0 && height > 0)) return fail('not-understood');
  if (sizes.some(({ width, height }) => width * height > PIXELS_MAX)) return fail('too-many-pixels');
  const how = { tool: 'heic', quality: USUAL_QUALITY } as const;
  if (wanted.length > 1)
    return ok({
      ...how,
      pages: wanted.length,
      allPictures: true,
      page: async (index) => drawnPage(await anew(bytes, wanted[index], { codec, isLenient }), vips),
    });
  const page = onePage({ ...how, vips }, async () => decoded(file, main));
  return ok(all.length === 1 ? page : { ...page, remarks: oneOf(all.length) });
}

/** It holds the number alone: whatever holds the file would keep the memory of the library. */
function oneOf(pictures: number): NonNullable<FileOfPages['remarks']> {
  return () => [{ kind: 'one-of', pictures }];
}

/** The memory of the library never shrinks, and encoding needs as much again: so each page has a library of its own. */
async function anew(bytes: Uint8Array, id: number | undefined, by: Pick<ConvertDeps, 'codec' | 'isLenient'>): Promise<Colour> {
  if (id === undefined) throw new RangeError('no such page');
  const page = decoded(await openLibheif(bytes, by), id);
  collectGarbage();
  return page;
}

function decoded(file: HeicFile, id: number): Colour {
  return file.decoded(id, pictureOf);
}

export function pictureOf(planes: Planes): Colour {
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
