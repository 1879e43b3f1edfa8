import { utf8 as coder } from '@scure/base';

/** Parses JSON from text or UTF-8 bytes, for a schema to check. Undefined if there is none (JSON itself has no undefined). */
export function jsonOf(source: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof source === 'string' ? source : coder.encode(source)) as unknown;
  } catch {
    return undefined;
  }
}
