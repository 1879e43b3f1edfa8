import { fail, ok, type Result } from '../lib/result.ts';
import { PAGES_MAX } from './picture.ts';

/** Values of one tag; ratios are already divided. */
export type TagValues = readonly number[];

/** One page's directory. Values are read when they are asked for: a hostile file could have millions of them. */
export type Directory = {
  readonly values: (tag: number) => TagValues | null;
  /** The byte order of the whole file. */
  readonly isLittle: boolean;
};

type Entry = { readonly type: number; readonly count: number; readonly at: number };

/** Size of one value in bytes, by its type; 0 for types that are not read. */
const SIZES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const [SHORT, LONG, RATIONAL, DIRECTORY] = [3, 4, 5, 13];
/** Enough for the colours of 16 bits per sample, and for a strip per row of any page. */
const VALUES_MAX = 196_608;
const ENTRIES_MAX = 4_096;
/** Thumbnails and masks also have directories; a file has few of them. */
const DIRECTORIES_MAX = 4 * PAGES_MAX;
const NEW_SUBFILE_TYPE = 254;
/** Where directories are that are no pages for most readers: mostly thumbnails, or the picture in other sizes. */
const SUB_DIRECTORIES = 330;
const SUB_DIRECTORIES_MAX = 64;
/** Bits of that tag: a reduced version of another page, or a mask. */
const NO_PAGE = 0b101;

/** `at`: the number of the directory, from 0, among all that the file has. `hasMore`: pictures are below it that are not said to be another form of it. */
export type PlacedDirectory = { readonly directory: Directory; readonly at: number; readonly hasMore: boolean };

/** Reads the directories of all pages, with every offset checked. BigTIFF is `not-understood`. */
export function readDirectories(bytes: Uint8Array): Result<readonly PlacedDirectory[], 'not-understood' | 'too-many-pages'> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 8) return fail('not-understood');
  const order = view.getUint16(0);
  const little = order === 0x4949;
  if ((!little && order !== 0x4d4d) || view.getUint16(2, little) !== 42) return fail('not-understood');
  const pages: PlacedDirectory[] = [];
  const seen = new Set<number>();
  for (let at = view.getUint32(4, little); at !== 0; ) {
    if (seen.has(at)) return fail('not-understood');
    seen.add(at);
    if (seen.size > DIRECTORIES_MAX) return fail('too-many-pages');
    const read = readDirectory(view, at, little);
    if (read === null) return fail('not-understood');
    if (isPage(read.directory)) pages.push({ directory: read.directory, at: seen.size - 1, hasMore: hasMore(view, read.directory) });
    if (pages.length > PAGES_MAX) return fail('too-many-pages');
    at = read.next;
  }
  return pages.length === 0 ? fail('not-understood') : ok(pages);
}

function isPage(directory: Directory): boolean {
  return ((directory.values(NEW_SUBFILE_TYPE)?.[0] ?? 0) & NO_PAGE) === 0;
}

function hasMore(view: DataView, { values, isLittle }: Directory): boolean {
  const places = values(SUB_DIRECTORIES) ?? [];
  if (places.length > SUB_DIRECTORIES_MAX) return true;
  return places.some((at) => {
    const read = readDirectory(view, at, isLittle);
    return read !== null && isPage(read.directory);
  });
}

function readDirectory(view: DataView, at: number, little: boolean): { readonly directory: Directory; readonly next: number } | null {
  if (at + 2 > view.byteLength) return null;
  const count = view.getUint16(at, little);
  const end = at + 2 + 12 * count;
  if (count > ENTRIES_MAX || end > view.byteLength) return null;
  const entries = new Map<number, Entry>();
  for (let entry = at + 2; entry < end; entry += 12) {
    const [type, values] = [view.getUint16(entry + 2, little), view.getUint32(entry + 4, little)];
    const bytes = (SIZES[type] ?? 0) * values;
    const place = bytes > 4 ? view.getUint32(entry + 8, little) : entry + 8;
    if (bytes === 0 || values > VALUES_MAX || place + bytes > view.byteLength) continue;
    entries.set(view.getUint16(entry, little), { type, count: values, at: place });
  }
  const values = (tag: number): TagValues | null => {
    const entry = entries.get(tag);
    return entry === undefined ? null : Array.from({ length: entry.count }, (_, index) => valueAt(view, entry, { index, little }));
  };
  // Some programs leave the last offset out at the end of the file.
  const next = end + 4 <= view.byteLength ? view.getUint32(end, little) : 0;
  return { directory: { values, isLittle: little }, next };
}

function valueAt(view: DataView, { type, at }: Entry, { index, little }: { index: number; little: boolean }): number {
  const place = at + index * (SIZES[type] ?? 0);
  switch (type) {
    case SHORT:
      return view.getUint16(place, little);
    case LONG:
    case DIRECTORY:
      return view.getUint32(place, little);
    case RATIONAL:
      return view.getUint32(place, little) / view.getUint32(place + 4, little);
    default:
      return view.getUint8(place);
  }
}
