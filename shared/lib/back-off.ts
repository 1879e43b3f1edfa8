import { MINUTE_MS, SECOND_MS } from './duration.ts';

/** C35: failures that are nobody's fault are retried for ever, after 2 s at first and up to every 15 minutes. */
const FIRST_MS = 2 * SECOND_MS;
const MOST_MS = 15 * MINUTE_MS;
/** 2 s doubled nine times exceeds 15 minutes; a larger exponent would only overflow. */
const DOUBLINGS_MAX = 9;

export type BackOff = { readonly firstMs: number; readonly mostMs: number };

/**
 * How long to wait before try number `attempts + 1`, in milliseconds: between half and all of a ceiling that doubles, so that a
 * thousand desktops do not come back in the same second.
 * `chance` is a random fraction in [0, 1).
 */
export function backOffMs(attempts: number, chance: number, bounds: BackOff = { firstMs: FIRST_MS, mostMs: MOST_MS }): number {
  const doublings = Math.min(Math.max(attempts - 1, 0), DOUBLINGS_MAX);
  const ceilingMs = Math.min(bounds.firstMs * 2 ** doublings, bounds.mostMs);
  return Math.round(ceilingMs / 2 + (ceilingMs / 2) * chance);
}
