/** One line of the report: ours beside what it is compared with, both from this run. */
export type Line = {
  readonly id: string;
  readonly what: string;
  readonly ours: number;
  readonly theirs: number | null;
  readonly unit: string;
  /** What was measured, in the form of its target: a ratio, or a figure of its own. */
  readonly figure: number;
  readonly target: { readonly most?: number; readonly least?: number };
  /** Of every round, for the file of raw results; and what the reader has to know. */
  readonly rounds: readonly Readonly<Record<string, number>>[];
  readonly note: string;
};

export function isMet({ figure, target }: Line): boolean {
  return figure <= (target.most ?? Number.POSITIVE_INFINITY) && figure >= (target.least ?? Number.NEGATIVE_INFINITY);
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [upper = Number.NaN, lower = upper] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? upper : (upper + lower) / 2;
}

/** The range of the rounds, relative to their median: above a half, the figure says little. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values);
}

/** Of ours and theirs, for a note. */
export function spreads(ours: readonly number[], theirs: readonly number[]): string {
  return `${Math.round(spread(ours) * 100)} % and ${Math.round(spread(theirs) * 100)} %`;
}
