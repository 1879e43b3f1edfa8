import { describe, expect, it } from 'vitest';
import { nextStep, STEPS } from '#electron/conversion/pdf/steps.ts';

describe('the next step', () => {
  it('is the first that may be small enough', () => {
    expect([1, 0.7, 0.5, 0.2].map((share) => nextStep(0, share))).toEqual([1, 1, 2, 3]);
    expect(nextStep(1, 0.3)).toBe(3);
  });

  it('is none after the last one, and if none may be small enough', () => {
    expect(nextStep(STEPS.length - 1, 1)).toBe(null);
    expect(nextStep(0, 0.1)).toBe(null);
  });
});
