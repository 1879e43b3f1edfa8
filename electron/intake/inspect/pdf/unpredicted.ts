import { unfiltered } from '#shared/lib/pictures/filtered-rows.ts';
import type { PdfDictionary } from './pdf-values.ts';

type Rows = { readonly predictor: number; readonly pixel: number; readonly row: number };

function rowsOf(parms: PdfDictionary | undefined): Rows {
  const number = (key: string, otherwise: number): number => {
    const value = parms?.entries.get(key);
    return value?.kind === 'number' ? value.value : otherwise;
  };
  const bits = number('Colors', 1) * number('BitsPerComponent', 8);
  const [pixel, row] = [Math.max(1, bits >> 3), Math.ceil((bits * number('Columns', 1)) / 8)];
  return { predictor: number('Predictor', 1), pixel, row };
}

/** How many rows there are to be undone. */
export function predictedRows(bytes: Buffer, parms: PdfDictionary | undefined): number {
  const { predictor, row } = rowsOf(parms);
  return predictor < 10 || !(row >= 1) ? 0 : Math.ceil(bytes.byteLength / (row + 1));
}

/** Undoes predictors, which store rows as differences from their neighbours (ISO 32000-2, 7.4.4.4). */
export function unpredicted(bytes: Buffer, parms: PdfDictionary | undefined): Buffer | 'unknown' {
  const { predictor, pixel, row } = rowsOf(parms);
  if (predictor < 2) return bytes;
  if (predictor < 10 || !(row >= 1) || row > bytes.byteLength || !Number.isInteger(pixel))
    return bytes.byteLength === 0 ? bytes : 'unknown';
  const count = Math.ceil(bytes.byteLength / (row + 1));
  // The last row may be cut off.
  const whole = Buffer.concat([bytes], count * (row + 1));
  const rowAt = unfiltered(whole, { from: 0, rowBytes: row, step: pixel });
  const made = Buffer.alloc(count * row);
  for (let n = 0; n < count; n += 1) {
    const own = rowAt(n);
    if (own === null) return 'unknown';
    made.set(own, n * row);
  }
  return made;
}
