/** A box of the ISO base media file format: a type of four characters, and what is in it. */
export type Box = { readonly type: string; readonly body: Uint8Array };

/** A file has a dozen at each level; the list of properties may have one for each of thousands of tiles. */
const BOXES_MAX = 16_384;

/** The boxes that follow one another in `bytes`; null if one does not end within them. */
export function boxesOf(bytes: Uint8Array): readonly Box[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    if (at + 8 > bytes.byteLength || boxes.length === BOXES_MAX) return null;
    const said = view.getUint32(at);
    if (said === 1 && at + 16 > bytes.byteLength) return null;
    // 1: the size has eight bytes, behind the type. 0: the box is the last one.
    const [size, headBytes] = said === 1 ? [Number(view.getBigUint64(at + 8)), 16] : [said === 0 ? bytes.byteLength - at : said, 8];
    if (size < headBytes || at + size > bytes.byteLength) return null;
    boxes.push({ type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), body: bytes.subarray(at + headBytes, at + size) });
    at += size;
  }
  return boxes;
}

export function boxOf(boxes: readonly Box[] | null, type: string): Uint8Array | null {
  return boxes?.find((box) => box.type === type)?.body ?? null;
}

/** Reads numbers from the front. Behind the end there are zeros. */
export class BoxReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.byteLength;
  }

  /** Of 1 to 4 bytes. */
  number(bytes: number): number {
    let value = 0;
    for (let count = 0; count < bytes; count += 1) value = value * 256 + (this.#bytes[this.#at + count] ?? 0);
    this.#at += bytes;
    return value;
  }
}
