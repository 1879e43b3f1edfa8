import { MINUTE_MS } from '../../lib/duration.ts';

/** A failure that passes by itself is not worth a word before; nothing is silent for longer (invariant 14). */
export const DELAY_MS = 15 * MINUTE_MS;
