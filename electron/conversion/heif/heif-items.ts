import { viewOf } from '../../intake/inspect/bytes.ts';

/** A box of ISO/IEC 14496-12. `from` and `to`: its content, in bytes from the start of the file. */
export type Box = { readonly name: string; readonly from: number; readonly to: number };

/** What the boxes of a HEIC or an AVIF (ISO/IEC 23008-12) say of its pictures. */
export type HeifItems = {
  /** The alpha plane, an item of its own, is rotated, mirrored or cropped differently from the colours, so that the two do not fit together. */
  readonly hasMisalignedAlpha: boolean;
  /** Pictures beside the main one that are not what it is made of, and no other form of it. */
  readonly others: number;
};

const BOX_BYTES = 8;
const WIDE_BOX_BYTES = 16;
/** A file has a handful; a damaged one must not be read for hours. */
const BOXES_MAX = 4_096;

/** Null if the file has no list of pictures, or one that cannot be read. */
export function heifItems(bytes: Uint8Array): HeifItems | null {
  const meta = boxesIn(bytes, 0, bytes.byteLength).find(({ name }) => name === 'meta');
  if (meta === undefined) return null;
  try {
    const parts = boxesIn(bytes, meta.from + 4, meta.to);
    const file = { bytes, parts };
    const references = referencesOf(file);
    return { hasMisalignedAlpha: hasMisalignedAlpha(file, references), others: otherPictures(file, references) };
  } catch (error) {
    // A number behind the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The boxes of a part of the file, in its order, up to the first one without a size that can be. */
export function boxesIn(bytes: Uint8Array, from: number, end: number): readonly Box[] {
  const view = viewOf(bytes);
  const boxes: Box[] = [];
  for (let at = from; at + BOX_BYTES <= end && boxes.length < BOXES_MAX; ) {
    const short = view.getUint32(at);
    const isWide = short === 1 && at + WIDE_BOX_BYTES <= end;
    // A size of 0 means: to the end.
    const size = isWide ? Number(view.getBigUint64(at + BOX_BYTES)) : short === 0 ? end - at : short;
    if (size < BOX_BYTES) break;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + BOX_BYTES));
    boxes.push({ name, from: at + (isWide ? WIDE_BOX_BYTES : BOX_BYTES), to: Math.min(at + size, end) });
    at += size;
  }
  return boxes;
}

type Meta = { readonly bytes: Uint8Array; readonly parts: readonly Box[] };
type Reference = { readonly type: string; readonly from: number; readonly to: readonly number[] };

/** Reads numbers one after the other. Throws a RangeError behind the end of the file. */
class Numbers {
  readonly #view: DataView;
  at: number;

  constructor({ bytes }: Meta, at: number) {
    this.#view = viewOf(bytes);
    this.at = at;
  }

  next(size: 1 | 2 | 4): number {
    const { at } = this;
    this.at += size;
    return size === 1 ? this.#view.getUint8(at) : size === 2 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }

  /** The head of a box that has one: its version, and its flags. */
  head(): { readonly version: number; readonly flags: number } {
    const word = this.next(4);
    return { version: word >>> 24, flags: word & 0xff_ff_ff };
  }
}

function partOf({ parts }: Meta, name: string): Box | null {
  return parts.find((box) => box.name === name) ?? null;
}

function times<One>(count: number, make: () => One): readonly One[] {
  if (count > BOXES_MAX) throw new RangeError('more than a file has');
  return Array.from({ length: count }, make);
}

function referencesOf(file: Meta): readonly Reference[] {
  const box = partOf(file, 'iref');
  if (box === null) return [];
  const size = new Numbers(file, box.from).head().version === 0 ? 2 : 4;
  return boxesIn(file.bytes, box.from + 4, box.to).map(({ name, from }) => {
    const numbers = new Numbers(file, from);
    return { type: name, from: numbers.next(size), to: times(numbers.next(2), () => numbers.next(size)) };
  });
}

const ALPHA = /^urn:mpeg:(?:mpegB:cicp:systems:auxiliary:alpha|hevc:2015:auxid:1)\0/;
const TRANSFORMS: ReadonlySet<string> = new Set(['irot', 'imir', 'clap']);
/** Longer than each of the names of what a plane shows. */
const URN_BYTES = 64;

/** libheif transforms each plane by its own properties, and then stretches the alpha plane to the size of the colours. */
function hasMisalignedAlpha(file: Meta, references: readonly Reference[]): boolean {
  const properties = propertiesOf(file);
  const textOf = ({ from, to }: Box): string => Buffer.from(file.bytes.subarray(from, to)).toString('hex');
  const isAlpha = ({ name, from, to }: Box): boolean =>
    name === 'auxC' && ALPHA.test(Buffer.from(file.bytes.subarray(from + 4, Math.min(to, from + URN_BYTES))).toString('latin1'));
  const turnsOf = (id: number): string =>
    (properties.get(id) ?? [])
      .filter(({ name }) => TRANSFORMS.has(name))
      .map((box) => `${box.name} ${textOf(box)}`)
      .filter((turn) => turn !== 'irot 00')
      .join();
  const planes = references.filter(({ type, from }) => type === 'auxl' && properties.get(from)?.some(isAlpha) === true);
  return planes.some(({ from, to }) => to.some((id) => turnsOf(id) !== turnsOf(from)));
}

/** The properties of each item, in the order in which they are to be applied. */
function propertiesOf(file: Meta): ReadonlyMap<number, readonly Box[]> {
  const of = new Map<number, readonly Box[]>();
  const outer = partOf(file, 'iprp');
  const inner = outer === null ? [] : boxesIn(file.bytes, outer.from, outer.to);
  const list = inner.find(({ name }) => name === 'ipco');
  const all = list === undefined ? [] : boxesIn(file.bytes, list.from, list.to);
  for (const { from } of inner.filter(({ name }) => name === 'ipma')) {
    const numbers = new Numbers(file, from);
    const { version, flags } = numbers.head();
    const [idBytes, indexBytes, indexMask] = [version < 1 ? 2 : 4, (flags & 1) === 1 ? 2 : 1, (flags & 1) === 1 ? 0x7f_ff : 0x7f] as const;
    for (const [id, indices] of times(numbers.next(4), () => {
      const item = numbers.next(idBytes);
      return [item, times(numbers.next(1), () => numbers.next(indexBytes) & indexMask)] as const;
    })) {
      // They count from 1; 0 is none.
      of.set(id, [...(of.get(id) ?? []), ...indices.flatMap((index) => all[index - 1] ?? [])]);
    }
  }
  return of;
}

/** The types of items that are pictures; others are metadata about them. */
const PICTURES: ReadonlySet<string> = new Set(['av01', 'hvc1', 'grid', 'iovl', 'iden']);
/** References from a picture to what it is made of. */
const MADE_OF: ReadonlySet<string> = new Set(['dimg', 'base', 'exbl']);
/** References from what belongs to a picture: its thumbnail, a plane of it. */
const BELONGS_TO: ReadonlySet<string> = new Set(['thmb', 'auxl']);

function otherPictures(file: Meta, references: readonly Reference[]): number {
  const main = partOf(file, 'pitm');
  if (main === null) return 0;
  const numbers = new Numbers(file, main.from);
  const primary = numbers.next(numbers.head().version === 0 ? 2 : 4);
  const notOwn = new Set([
    primary,
    ...references.flatMap(({ type, from, to }) => (MADE_OF.has(type) ? to : BELONGS_TO.has(type) ? [from] : [])),
    ...otherFormsOf(file, primary),
  ]);
  return shownItems(file).filter((id) => !notOwn.has(id)).length;
}

/** The ids of all pictures that are not hidden. */
function shownItems(file: Meta): readonly number[] {
  const box = partOf(file, 'iinf');
  if (box === null) return [];
  const version = new Numbers(file, box.from).head().version;
  return boxesIn(file.bytes, box.from + (version === 0 ? 6 : 8), box.to).flatMap(({ from }) => {
    const numbers = new Numbers(file, from);
    const head = numbers.head();
    if (head.version < 2) return [];
    const id = numbers.next(head.version === 2 ? 2 : 4);
    const at = numbers.at + 2;
    const type = String.fromCharCode(...file.bytes.subarray(at, at + 4));
    return (head.flags & 1) === 1 || !PICTURES.has(type) ? [] : [id];
  });
}

/** Groups of pictures that show the same: in another encoding, for the other eye, with fewer dots. */
const OTHER_FORMS: ReadonlySet<string> = new Set(['altr', 'ster', 'pymd']);

function otherFormsOf(file: Meta, primary: number): readonly number[] {
  const box = partOf(file, 'grpl');
  const groups = box === null ? [] : boxesIn(file.bytes, box.from, box.to).filter(({ name }) => OTHER_FORMS.has(name));
  return groups.flatMap(({ from }) => {
    const numbers = new Numbers(file, from + 8);
    const ids = times(numbers.next(4), () => numbers.next(4));
    return ids.includes(primary) ? ids : [];
  });
}
