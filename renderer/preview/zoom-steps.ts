const STEPS = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4] as const;
/** Two factors within this ratio look the same to a person. */
const NEAR = 1.02;

/** The next size up (1) or down (-1) from `factor`; unchanged at either end. */
export function zoomStep(factor: number, way: 1 | -1): number {
  const next = way === 1 ? STEPS.find((step) => step > factor * NEAR) : STEPS.findLast((step) => step < factor / NEAR);
  return next ?? factor;
}
