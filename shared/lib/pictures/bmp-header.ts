export type BmpHeader = {
  /** Of the header behind the file header; the palette follows it. */
  readonly headerBytes: number;
  readonly pixelsAt: number;
  readonly width: number;
  readonly height: number;
  /** The first row of the file is the top one; usually it is the bottom one. */
  readonly isTopDown: boolean;
  /** Of one dot. */
  readonly bits: number;
  readonly compression: number;
  /** Size of the pixel data according to the header; often 0. */
  readonly said: number;
  readonly rowBytes: number;
};

const FILE_HEADER_BYTES = 14;
/** The oldest header has 16-bit sizes and no compression. */
const CORE_HEADER_BYTES = 12;
/** With this header, the masks of the colours lie between header and palette. */
const INFO_HEADER_BYTES = 40;
const BIT_FIELDS = 3;
/** In this one, compression values above 2 mean something else: fax codes and 24-bit run lengths. */
const OS2_HEADER_BYTES = 64;
export const OTHER_COMPRESSION = -1;

/** Null if the header is not valid. */
export function bmpHeader(bytes: Uint8Array): BmpHeader | null {
  if (bytes.byteLength < FILE_HEADER_BYTES + CORE_HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [pixelsAt, headerBytes] = [view.getUint32(10, true), view.getUint32(14, true)];
  const isOld = headerBytes === CORE_HEADER_BYTES;
  if (!isOld && bytes.byteLength < FILE_HEADER_BYTES + INFO_HEADER_BYTES) return null;
  const width = isOld ? view.getUint16(18, true) : view.getInt32(18, true);
  const rows = isOld ? view.getUint16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(isOld ? 24 : 28, true);
  if (width <= 0 || rows === 0 || pixelsAt < FILE_HEADER_BYTES + CORE_HEADER_BYTES) return null;
  const said = isOld ? [0, 0] : [view.getUint32(30, true), view.getUint32(34, true)];
  const compression = headerBytes === OS2_HEADER_BYTES && (said[0] ?? 0) > 2 ? OTHER_COMPRESSION : (said[0] ?? 0);
  // Every row is padded to a multiple of four bytes.
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  return { headerBytes, pixelsAt, width, height: Math.abs(rows), isTopDown: rows < 0, bits, compression, said: said[1] ?? 0, rowBytes };
}

/** Blue, green and red of each colour. In the file, a colour has four bytes, in the oldest files three. */
export function bmpPalette(bytes: Uint8Array, { headerBytes, pixelsAt, bits, compression }: BmpHeader): Uint8Array {
  const from = FILE_HEADER_BYTES + headerBytes + (headerBytes === INFO_HEADER_BYTES && compression === BIT_FIELDS ? 12 : 0);
  const each = headerBytes === CORE_HEADER_BYTES ? 3 : 4;
  const count = Math.max(0, Math.min(1 << bits, Math.floor((pixelsAt - from) / each)));
  return Uint8Array.from({ length: count * 3 }, (_, n) => bytes[from + Math.floor(n / 3) * each + (n % 3)] ?? 0);
}
