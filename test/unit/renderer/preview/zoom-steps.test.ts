import { describe, expect, it } from 'vitest';
import { zoomStep } from '#renderer/preview/full-preview.tsx';

describe('a step of the zoom', () => {
  it('goes to the next round size from wherever it was', () => {
    expect([zoomStep(1, 1), zoomStep(1, -1), zoomStep(0.61, 1), zoomStep(0.61, -1)]).toEqual([1.25, 0.9, 0.67, 0.5]);
  });

  it('does not stop at a size that looks the same', () => {
    expect(zoomStep(0.995, 1)).toBe(1.25);
  });

  it('stays where it is at either end', () => {
    expect([zoomStep(4, 1), zoomStep(0.1, -1), zoomStep(9, 1)]).toEqual([4, 0.1, 9]);
  });
});
