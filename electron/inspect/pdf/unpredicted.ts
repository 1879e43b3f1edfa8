import type { PdfDictionary } from './pdf-values.ts';

/** Rows that were written as differences to their neighbours (ISO 32000-2, 7.4.4.4). */
export function unpredicted(bytes: Buffer, parms: PdfDictionary | undefined): Buffer | 'unknown' {
  const number = (key: string, otherwise: number): number => {
    const value = parms?.entries.get(key);
    return value?.kind === 'number' ? value.value : otherwise;
  };
  const predictor = number('Predictor', 1);
  if (predictor < 2) return bytes;
  const bits = number('Colors', 1) * number('BitsPerComponent', 8);
  const [pixel, row] = [Math.max(1, bits >> 3), Math.ceil((bits * number('Columns', 1)) / 8)];
  if (predictor < 10 || !(row >= 1) || row > bytes.byteLength || !Number.isInteger(pixel))
    return bytes.byteLength === 0 ? bytes : 'unknown';
  const rows = Math.ceil(bytes.byteLength / (row + 1));
  const made = Buffer.alloc(rows * row);
  for (let n = 0; n < rows; n += 1) undoRow(bytes.subarray(n * (row + 1), (n + 1) * (row + 1)), made, { at: n * row, row, pixel });
  return made;
}

function undoRow(
  packed: Buffer,
  made: Buffer,
  { at, row, pixel }: { readonly at: number; readonly row: number; readonly pixel: number },
): void {
  const filter = packed[0] ?? 0;
  for (let n = 0; n + 1 < packed.byteLength; n += 1) {
    const left = n >= pixel ? (made[at + n - pixel] ?? 0) : 0;
    const above = at >= row ? (made[at + n - row] ?? 0) : 0;
    const corner = n >= pixel && at >= row ? (made[at + n - row - pixel] ?? 0) : 0;
    made[at + n] = (packed[n + 1] ?? 0) + guess(filter, left, above, corner);
  }
}

function guess(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const [byLeft, byAbove, byCorner] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}
