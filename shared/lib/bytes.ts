import { utf8 as coder } from '@scure/base';

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal, two digits a byte. */
export function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}

/** The UTF-8 bytes of a text. (The platform's TextEncoder is in none of the type libraries that pure code is checked with.) */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return coder.decode(text) as Uint8Array<ArrayBuffer>;
}

/** Joins several arrays into one, in order. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((bytes, part) => bytes + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Bytes that are read while they are sent. */
export type ByteSource = {
  readonly byteLength: number;
  /** Called for each request that sends them. Yields exactly `byteLength` bytes, or throws. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ASCII = 128;
const NONE = 255;

/** Value of each character, by its code. */
const VALUES = new Uint8Array(ASCII).fill(NONE);
for (let value = 0; value < ALPHABET.length; value += 1) VALUES[ALPHABET.charCodeAt(value)] = value;

/**
 * Bytes of a text in canonical base64url, or null for every other spelling: padding, spaces, other letters, an impossible
 * length, surplus bits at the end. Written by hand because every webhook passes through it twice.
 */
export function base64urlBytes(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8));
  let [at, held, bits] = [0, 0, 0];
  for (let place = 0; place < text.length; place += 1) {
    const value = valueAt(text, place);
    if (value === NONE) return null;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = held >> bits;
    at += 1;
    held &= (1 << bits) - 1;
  }
  return bits < 6 && held === 0 ? bytes : null;
}

function valueAt(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code < ASCII ? (VALUES[code] ?? NONE) : NONE;
}
