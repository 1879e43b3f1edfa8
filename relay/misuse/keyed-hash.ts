import { createHmac } from 'node:crypto';

/** 64 bits: enough to tell two texts apart and to recognise one. Without the key it reveals nothing; with it, all possible texts can be tried. */
const CHARACTERS = 16;

/** HMAC-SHA-256, truncated, in hexadecimal. */
export function keyedHash(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, CHARACTERS);
}
