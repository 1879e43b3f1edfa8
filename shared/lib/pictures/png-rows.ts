export type PngHeader = {
  readonly width: number;
  readonly height: number;
  /** Bits of one channel: 1, 2, 4, 8 or 16. */
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 and 6 with alpha. */
  readonly colour: number;
  readonly channels: number;
  readonly isInterlaced: boolean;
};

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The header in the first chunk of a file of at least 33 bytes; null if it is not valid. */
export function pngHeader(bytes: Uint8Array): PngHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height, depth, colour] = [view.getUint32(16), view.getUint32(20), view.getUint8(24), view.getUint8(25)];
  const channels = CHANNELS[colour];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(depth) || view.getUint8(28) > 1) return null;
  return { width, height, depth, colour, channels, isInterlaced: view.getUint8(28) === 1 };
}

/** One of the smaller pictures that an interlaced file consists of; each of its dots is `across` and `down` away from the next one. */
export type PngPass = {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
  readonly width: number;
  readonly height: number;
  readonly rowBytes: number;
};

const PASSES: readonly (readonly [left: number, top: number, across: number, down: number])[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/** The passes of the picture: one, or seven if interlaced. */
export function passesOf({ width, height, depth, channels, isInterlaced }: PngHeader): readonly PngPass[] {
  const said = isInterlaced ? PASSES : [[0, 0, 1, 1] as const];
  return said
    .map(([left, top, across, down]) => {
      const pass = { left, top, across, down, width: Math.ceil((width - left) / across), height: Math.ceil((height - top) / down) };
      return { ...pass, rowBytes: Math.ceil((pass.width * channels * depth) / 8) };
    })
    .filter((pass) => pass.width > 0 && pass.height > 0);
}

/** Size of all rows, each with its filter byte. */
export function pngRowsBytes(header: PngHeader): number {
  return passesOf(header).reduce((sum, { height, rowBytes }) => sum + height * (rowBytes + 1), 0);
}

/** Undoes PNG filters, which PDFs use as well, in consecutive rows that each begin with their filter byte; null for an unknown filter. */
export function unfiltered(
  raw: Uint8Array,
  of: { readonly from: number; readonly rowBytes: number; readonly step: number },
): (y: number) => Uint8Array | null {
  const { from, rowBytes, step } = of;
  let [above, own] = [new Uint8Array(rowBytes), new Uint8Array(rowBytes)];
  return (y) => {
    const at = from + y * (rowBytes + 1);
    [above, own] = [own, above];
    own.set(raw.subarray(at + 1, at + 1 + rowBytes));
    return undo(raw[at] ?? 0, own, above, step) ? own : null;
  };
}

/** Undoes the filter of one row, in place; false for an unknown filter. `step`: bytes from one dot to the next, at least 1. */
function undo(filter: number, own: Uint8Array, above: Uint8Array, step: number): boolean {
  const { length } = own;
  if (filter === 0) return true;
  if (filter === 1) for (let n = step; n < length; n += 1) own[n] = (own[n] as number) + (own[n - step] as number);
  else if (filter === 2) for (let n = 0; n < length; n += 1) own[n] = (own[n] as number) + (above[n] as number);
  else if (filter === 3)
    for (let n = 0; n < length; n += 1)
      own[n] = (own[n] as number) + (((n < step ? 0 : (own[n - step] as number)) + (above[n] as number)) >> 1);
  else if (filter === 4) {
    // Where there is nothing to the left, the one above is the nearest.
    for (let n = 0; n < Math.min(step, length); n += 1) own[n] = (own[n] as number) + (above[n] as number);
    for (let n = step; n < length; n += 1)
      own[n] = (own[n] as number) + nearest(own[n - step] as number, above[n] as number, above[n - step] as number);
  }
  return filter <= 4;
}

/** The one that is nearest to left + up - corner. */
function nearest(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}
