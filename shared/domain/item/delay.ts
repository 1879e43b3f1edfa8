import { MINUTE_MS } from '../../lib/duration.ts';

/** A failure that ends by itself within this time is not reported; nothing stays silent for longer (invariant 14). */
export const DELAY_MS = 15 * MINUTE_MS;
