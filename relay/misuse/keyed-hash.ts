import { createHmac } from 'node:crypto';

/** Tells two texts apart, and one again, to who has not the key; of 64 bits. Who has it can try all texts that there are. */
const CHARACTERS = 16;

/** HMAC-SHA-256, cut. */
export function keyedHash(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, CHARACTERS);
}
