/** How coarse pictures are made. */
export type Step = { readonly dpi: number; readonly quality: number; readonly isGrey: boolean };

/** Below 150 dpi, small print is no longer legible. */
export const DPI_MIN = 150;

export const STEPS: readonly Step[] = [
  { dpi: 200, quality: 75, isGrey: false },
  { dpi: 200, quality: 65, isGrey: false },
  { dpi: DPI_MIN, quality: 65, isGrey: false },
  { dpi: DPI_MIN, quality: 65, isGrey: true },
];

/** The least that a step leaves of the bytes of the step before it, rounded down from what was measured on scans. */
const LEAST_LEFT = [1, 0.65, 0.45, 0.5];

/**
 * The next step that may be small enough, after one that met the limit when this share of the work (0 to 1) was done; null if none may. Scans that are far too
 * large would take minutes otherwise.
 */
export function nextStep(index: number, share: number): number | null {
  let left = 1;
  for (let next = index + 1; next < STEPS.length; next += 1) {
    left *= LEAST_LEFT[next] ?? 1;
    if (share >= left) return next;
  }
  return null;
}
