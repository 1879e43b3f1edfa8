/** One measured number, with what it is and how it came about. */
export type Figure = { readonly what: string; readonly value: number; readonly unit: string; readonly how: string };

export function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** Of sorted or unsorted values; the nearest rank, so that it is one that was really measured. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}
