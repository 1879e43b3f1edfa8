import { type Size, type Source, Unshown } from './source.ts';
import { PICTURE_POINTS_MAX } from '../frame-messages.ts';

/** The size that the file claims, read before memory is allocated for it; null if the format is unknown or unreadable. */
export function pictureSize(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (bytes.length >= 26 && view.getUint16(0) === 0x424d) return bmpSize(view);
  if (bytes.length >= 30 && view.getUint32(0) === RIFF && view.getUint32(8) === WEBP) return webpSize(view);
  if (hasBoxes(view)) return avifSize(view);
  return bytes.length >= 4 && view.getUint16(0) === 0xffd8 ? jpegSize(view) : null;
}

const RIFF = 0x52494646;
const WEBP = 0x57454250;
const VP8 = 0x56503820;
const VP8L = 0x5650384c;
const VP8X = 0x56503858;

/** By the first chunk: a lossy picture, a lossless one, or the header of a file with more than one picture or chunk. */
function webpSize(view: DataView): Size | null {
  const chunk = view.getUint32(12);
  if (chunk === VP8) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk === VP8X) return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(26, true) >>> 8) };
  if (chunk !== VP8L) return null;
  const sides = view.getUint32(21, true);
  return { width: 1 + (sides & 0x3fff), height: 1 + ((sides >>> 14) & 0x3fff) };
}

function bmpSize(view: DataView): Size {
  // The oldest header has 16 bits per side; the others have 32, and a negative height if the rows run from the top.
  const isOld = view.getUint32(14, true) === 12;
  return isOld
    ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
    : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

/** The frame header is among the first segments, possibly after a thumbnail or a colour profile. */
const SEGMENTS_MAX = 1_000;

function jpegSize(view: DataView): Size | null {
  let at = 2;
  for (let n = 0; n < SEGMENTS_MAX && at + 9 <= view.byteLength; n += 1) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** All markers from 0xC0 to 0xCF except those of tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

const [FTYP, META, IPRP, IPCO, ISPE] = [0x66747970, 0x6d657461, 0x69707270, 0x6970636f, 0x69737065];
/** Properties of all pictures, thumbnails and tiles in a file. */
const BOXES_MAX = 10_000;

type Box = { readonly type: number; readonly from: number; readonly to: number };

/** The size of the largest picture in an AVIF, by its properties; null if it has none. */
function avifSize(view: DataView): Size | null {
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
function hasBoxes(view: DataView): boolean {
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

/** Opens a picture as a single page. Its size is checked before the browser decodes it. */
export async function openPicture(bytes: ArrayBuffer, mediaType: string): Promise<Source> {
  const size = pictureSize(new Uint8Array(bytes));
  if (size === null || size.width === 0 || size.height === 0) throw new Unshown('damaged');
  if (size.width * size.height > PICTURE_POINTS_MAX) throw new Unshown('too-large');
  const picture = await loaded(new Blob([bytes], { type: mediaType }));
  const { naturalWidth: width, naturalHeight: height } = picture;
  return {
    pages: 1,
    size: async (_page, turn) => (turn % 180 === 0 ? { width, height } : { width: height, height: width }),
    draw: async (canvas, { turn, scale }) => {
      const context = canvas.getContext('2d');
      if (context === null) throw new Unshown('failed');
      context.translate(canvas.width / 2, canvas.height / 2);
      context.rotate((turn * Math.PI) / 180);
      context.scale(scale, scale);
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, -width / 2, -height / 2);
    },
    stop: () => {},
  };
}

/** Waits for `load` and not for `decode()`, which is slow in a frame that is scrolled out of sight. */
function loaded(blob: Blob): Promise<HTMLImageElement> {
  const picture = new Image();
  return new Promise((resolve, reject) => {
    picture.addEventListener('load', () => resolve(picture));
    picture.addEventListener('error', () => reject(new Unshown('damaged')));
    picture.src = URL.createObjectURL(blob);
  });
}
