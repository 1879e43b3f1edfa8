import type { FrameFault, Turn } from '../frame-messages.ts';

export type Size = { readonly width: number; readonly height: number };

/** What is shown: pages, each with a size, drawn one at a time. */
export type Source = {
  readonly pages: number;
  /** In points of the screen at 100 %, as it lies after `turn`. */
  size(page: number, turn: Turn): Promise<Size>;
  /** Draws onto a canvas of `scale` times that size; a promise that rejects leaves nothing half behind. */
  draw(canvas: HTMLCanvasElement, of: { readonly page: number; readonly turn: Turn; readonly scale: number }): Promise<void>;
  /** Another drawing is wanted: this one may end. */
  stop(): void;
};

/** Why a file cannot be shown. */
export class Unshown extends Error {
  readonly fault: FrameFault;

  constructor(fault: FrameFault) {
    super(fault);
    this.fault = fault;
  }
}
