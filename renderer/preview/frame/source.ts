import type { FrameFault, Turn } from '../frame-messages.ts';

export type Size = { readonly width: number; readonly height: number };

/** An opened file: pages, each with a size, drawn one at a time. */
export type Source = {
  readonly pages: number;
  /** In CSS pixels at 100 %, after `turn`. */
  size(page: number, turn: Turn): Promise<Size>;
  /** Draws onto a canvas of `scale` times that size; if it rejects, nothing half-drawn is shown. */
  draw(canvas: HTMLCanvasElement, of: { readonly page: number; readonly turn: Turn; readonly scale: number }): Promise<void>;
  /** Cancels the current drawing, because another one is wanted. */
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
