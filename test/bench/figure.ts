/** One measured number, what it is, and how it was measured. */
export type Figure = { readonly what: string; readonly value: number; readonly unit: string; readonly how: string };

export function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** Of sorted or unsorted values; by nearest rank, so it is a value that was really measured. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}
