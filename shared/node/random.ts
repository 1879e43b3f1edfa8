import { randomFillSync, randomUUID } from 'node:crypto';
import type { Random } from '../ports/world.ts';

/** The machine's randomness. */
export function nodeRandom(): Random {
  return {
    bytes: (count) => randomFillSync(new Uint8Array(count)),
    uuid: () => randomUUID(),
    fraction: () => Math.random(),
  };
}
