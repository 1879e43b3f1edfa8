import type { Size } from './source.ts';

/** What the file says of its own size, before anything makes room for it; null where it says nothing that we understand. */
export function pictureSize(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (bytes.length >= 26 && view.getUint16(0) === 0x424d) return bmpSize(view);
  return bytes.length >= 4 && view.getUint16(0) === 0xffd8 ? jpegSize(view) : null;
}

function bmpSize(view: DataView): Size {
  // The oldest header has sixteen bits for each side, the others thirty-two, and a height below 0 for rows from the top.
  const isOld = view.getUint32(14, true) === 12;
  return isOld
    ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
    : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

/** A frame header is among the first segments; a thumbnail or a colour profile may come before. */
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

/** All of 0xC0 to 0xCF, but for tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
