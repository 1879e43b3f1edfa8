import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { drawnPage, onePage } from '../one-page.ts';
import { type Colour, type ConvertDeps, type FileOfPages, type OpenedFile, PAGES_MAX, PIXELS_MAX, USUAL_QUALITY } from '../picture.ts';
import { pageOfRows } from '../resample.ts';
import { type HeicFile, loadHeic, openLibheif, type Planes } from './libheif.ts';
import { readRowOf } from './plane-rows.ts';
import { comparedWith } from './same-picture.ts';

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
async function anew(bytes: Uint8Array, id: number | undefined, by: Pick<ConvertDeps, 'codec' | 'isLenient'>): Promise<Checked> {
  if (id === undefined) throw new RangeError('no such page');
  const page = decoded(await openLibheif(bytes, by), id);
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
