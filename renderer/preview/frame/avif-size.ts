import type { Size } from './source.ts';

const [FTYP, META, IPRP, IPCO, ISPE] = [0x66747970, 0x6d657461, 0x69707270, 0x6970636f, 0x69737065];
/** Properties of all pictures, thumbnails and tiles in a file. */
const BOXES_MAX = 10_000;

type Box = { readonly type: number; readonly from: number; readonly to: number };

/** The size of the largest picture in an AVIF, by its properties; null if it has none. */
export function avifSize(view: DataView): Size | null {
  const meta = boxesIn(view, 0, view.byteLength).find(({ type }) => type === META);
  if (meta === undefined) return null;
  // After version and flags.
  const properties = boxesIn(view, meta.from + 4, meta.to).find(({ type }) => type === IPRP);
  const container = properties === undefined ? undefined : boxesIn(view, properties.from, properties.to).find(({ type }) => type === IPCO);
  if (container === undefined) return null;
  const sizes = boxesIn(view, container.from, container.to)
    .filter(({ type, from, to }) => type === ISPE && to - from >= 12)
    .map(({ from }) => ({ width: view.getUint32(from + 4), height: view.getUint32(from + 8) }));
  return sizes.reduce<Size | null>((largest, one) => (largest !== null && points(largest) >= points(one) ? largest : one), null);
}

/** Whether this is a file of the family to which AVIF belongs. */
export function hasBoxes(view: DataView): boolean {
  return view.byteLength >= 16 && view.getUint32(4) === FTYP;
}

function points({ width, height }: Size): number {
  return width * height;
}

function boxesIn(view: DataView, from: number, to: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to && boxes.length < BOXES_MAX; ) {
    const bytes = view.getUint32(at);
    // Zero: to the end of the file. A size of 64 bits is only for media that no photo has.
    const end = bytes === 0 ? to : at + bytes;
    if (end > to || end < at + 8) break;
    boxes.push({ type: view.getUint32(at + 4), from: at + 8, to: end });
    at = end;
  }
  return boxes;
}
