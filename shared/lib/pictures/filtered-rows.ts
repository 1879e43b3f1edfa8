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
export function undo(filter: number, own: Uint8Array, above: Uint8Array, step: number): boolean {
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
