import type { Branded } from './branded.ts';

/** Milliseconds since 1970 by the wall clock. It may jump, so it is only compared and shown. */
export type WallMs = Branded<number, 'WallMs'>;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function wallMs(milliseconds: number): WallMs {
  return milliseconds as WallMs;
}

export function plus(start: WallMs, milliseconds: number): WallMs {
  return wallMs(start + milliseconds);
}
