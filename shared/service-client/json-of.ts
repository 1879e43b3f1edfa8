import { utf8 as coder } from '@scure/base';

/** The JSON value in UTF-8 bytes, or undefined when they hold none (JSON itself has no undefined). */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(coder.encode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
