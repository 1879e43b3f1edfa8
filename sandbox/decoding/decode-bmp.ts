import type { Decoded } from './decoded.ts';

const FILE_HEADER_BYTES = 14;
/** The header of OS/2, with sides of 16 bits and without compression. */
const CORE_HEADER_BYTES = 12;
/** BI_RGB and BI_BITFIELDS: each dot takes as many bits as the header says. */
const UNPACKED: ReadonlySet<number> = new Set([0, 3]);
const PLAIN = 0;

/** Reads the header, and looks whether every dot is there. Runs of equal dots are not unpacked: no scanner writes them. */
export function decodeBmp(bytes: Uint8Array): Decoded {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < FILE_HEADER_BYTES + CORE_HEADER_BYTES) return { fault: 'It ends inside its header.' };
  const [pixelsAt, headerBytes] = [view.getUint32(10, true), view.getUint32(14, true)];
  const isCore = headerBytes === CORE_HEADER_BYTES;
  if (bytes.byteLength < FILE_HEADER_BYTES + (isCore ? headerBytes : 40)) return { fault: 'It ends inside its header.' };
  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true);
  // A negative height means that the first row is the upper one.
  const height = isCore ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true));
  const bits = view.getUint16(isCore ? 24 : 28, true);
  const compression = isCore ? PLAIN : view.getUint32(30, true);
  if (width <= 0 || height === 0 || ![1, 4, 8, 16, 24, 32].includes(bits)) return { fault: 'Its header makes no sense.' };
  if (!UNPACKED.has(compression)) return { fault: `Its compression ${compression} is not known.` };
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  return bytes.byteLength < pixelsAt + rowBytes * height ? { fault: 'Dots are missing.' } : { pages: 1, width, height };
}
