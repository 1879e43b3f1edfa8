/* oxlint-disable no-underscore-dangle -- The compiler puts it before the name of each function of C. */

/** What it needs of libheif's C interface. Numbers are addresses; `context` is an open file. */
export type HeifLists = {
  readonly HEAPU32: Uint32Array;
  _malloc(bytes: number): number;
  _heif_context_get_primary_image_ID(error: number, context: number, id: number): void;
  _heif_context_get_number_of_top_level_images(context: number): number;
  _heif_context_get_list_of_top_level_image_IDs(context: number, ids: number, count: number): number;
  _heif_context_get_number_of_items(context: number): number;
  _heif_context_get_list_of_item_IDs(context: number, ids: number, count: number): number;
  /** Writes the type of the reference and the address of the ids; answers how many, and 0 behind the last reference. */
  _heif_context_get_item_references(context: number, from: number, index: number, type: number, ids: number): number;
  /** Answers the address of groups of four numbers each: id, type, address of the ids, how many. */
  _heif_context_get_entity_groups(context: number, type: number, item: number, count: number): number;
};

/** The ids of the pictures that a user would call so, in the order of the file. `main` is the one that readers show. */
export type PictureIds = { readonly main: number; readonly all: readonly number[] };

/** References to what another picture is made of: tiles and what lies on one another, frames it is computed from, its coarser layer. */
const MADE_OF: ReadonlySet<number> = new Set(['dimg', 'base', 'exbl'].map(fourCharacters));
/** Groups of pictures that show the same: in another encoding, or for the other eye. */
const THE_SAME: ReadonlySet<number> = new Set(['altr', 'ster'].map(fourCharacters));
/** A file has two or three for an item. A damaged one must not be read for hours. */
const REFERENCES_MAX = 64;

/**
 * What thumbnails, transparency, depth and other planes are, and what is hidden, libheif itself leaves out. The pieces of other pictures, and other forms
 * of the main one, are left out here. Throws if there is no main picture.
 */
export function pictureIds(heif: HeifLists, context: number): PictureIds {
  const main = mainId(heif, context);
  const count = heif._heif_context_get_number_of_top_level_images(context);
  const top = idsAt(heif, count, (ids) => heif._heif_context_get_list_of_top_level_image_IDs(context, ids, count));
  const notOwn = new Set([...pieces(heif, context), ...otherForms(heif, context, main)]);
  const all = top.filter((id) => id === main || !notOwn.has(id));
  return { main, all: all.includes(main) ? all : [main, ...all] };
}

function fourCharacters(text: string): number {
  return Buffer.from(text, 'latin1').readUInt32BE();
}

function mainId(heif: HeifLists, context: number): number {
  const at = heif._malloc(16);
  heif._heif_context_get_primary_image_ID(at, context, at + 12);
  if (heif.HEAPU32[at >> 2] !== 0) throw new RangeError('no main picture');
  return heif.HEAPU32[(at + 12) >> 2] ?? 0;
}

function idsAt(heif: HeifLists, count: number, write: (ids: number) => void): readonly number[] {
  const at = heif._malloc(4 * Math.max(1, count));
  write(at);
  return numbersAt(heif, at, count);
}

function numbersAt({ HEAPU32 }: HeifLists, at: number, count: number): readonly number[] {
  return [...HEAPU32.subarray(at >> 2, (at >> 2) + count)];
}

function pieces(heif: HeifLists, context: number): readonly number[] {
  const count = heif._heif_context_get_number_of_items(context);
  const items = idsAt(heif, count, (ids) => heif._heif_context_get_list_of_item_IDs(context, ids, count));
  const at = heif._malloc(8);
  return items.flatMap((item) => {
    const found: number[] = [];
    for (let index = 0; index < REFERENCES_MAX; index += 1) {
      const named = heif._heif_context_get_item_references(context, item, index, at, at + 4);
      if (named === 0) break;
      const [type = 0, ids = 0] = numbersAt(heif, at, 2);
      if (MADE_OF.has(type)) found.push(...numbersAt(heif, ids, named));
    }
    return found;
  });
}

function otherForms(heif: HeifLists, context: number, main: number): readonly number[] {
  const countAt = heif._malloc(4);
  const groups = heif._heif_context_get_entity_groups(context, 0, 0, countAt);
  const [count = 0] = numbersAt(heif, countAt, 1);
  return Array.from({ length: count }, (_, index) => numbersAt(heif, groups + 16 * index, 4)).flatMap(
    ([, type = 0, ids = 0, named = 0]) => {
      const members = THE_SAME.has(type) ? numbersAt(heif, ids, named) : [];
      return members.includes(main) ? members : [];
    },
  );
}
