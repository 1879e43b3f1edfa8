import { readFileSync } from 'node:fs';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Fingerprints } from './asked.ts';

/** Of a file that can be sent; null for any other one. */
export function look(path: string): Fingerprints | null {
  const bytes = readFileSync(path);
  const inspected = inspect({ name: path, bytes, size: bytes.byteLength }, nodeSha256);
  return inspected.kind === 'fit' ? (inspected.pages ?? []) : null;
}
