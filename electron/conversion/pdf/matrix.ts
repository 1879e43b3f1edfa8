import type { PDFObject } from 'pdf-lib';
import type { PdfLib } from './pdf-lib.ts';
import type { Box } from './pages.ts';

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const UNCHANGED: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function product(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [p, q, r, s, t, u] = outer;
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
}

export function matrixOf(numbers: readonly number[]): Matrix | null {
  const [a, b, c, d, e, f] = numbers;
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined) return null;
  return [a, b, c, d, e, f].every(Number.isFinite) ? [a, b, c, d, e, f] : null;
}

export function matrixIn(value: PDFObject | undefined, { PDFArray, PDFNumber }: PdfLib): Matrix | null {
  if (!(value instanceof PDFArray) || value.size() !== 6) return null;
  const numbers = [0, 1, 2, 3, 4, 5].map((at) => value.lookup(at));
  return matrixOf(numbers.flatMap((number) => (number instanceof PDFNumber ? [number.asNumber()] : [])));
}

/** How long the sides of the unit square become. */
export function lengthsOf([a, b, c, d]: Matrix): { readonly x: number; readonly y: number } {
  // Other than Math.hypot, these are the same to the last bit everywhere.
  return { x: Math.sqrt(a * a + b * b), y: Math.sqrt(c * c + d * d) };
}

/** The upright rectangle around what becomes of the unit square. */
export function boundsOf([a, b, c, d, e, f]: Matrix): Box {
  const [across, down] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}
