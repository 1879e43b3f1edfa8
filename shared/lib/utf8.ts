import { utf8 as coder } from '@scure/base';

/** The UTF-8 bytes of a text. (The platform's TextEncoder is in none of the type libraries that pure code is checked with.) */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return coder.decode(text) as Uint8Array<ArrayBuffer>;
}
