import { utf8 as coder } from '@scure/base';

/** The JSON value in a text or in UTF-8 bytes, or undefined when they hold none (JSON itself has no undefined): for a schema to judge. */
export function jsonOf(source: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof source === 'string' ? source : coder.encode(source)) as unknown;
  } catch {
    return undefined;
  }
}
