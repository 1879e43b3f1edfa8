import type { Inspected } from '#shared/domain/folder/inspected.ts';
import { hex } from '#shared/lib/hex.ts';
import { asItIs } from './as-it-is.ts';
import { inspect, type ToInspect } from './inspect.ts';

/** Of a file that broke what looked into it: a person is asked, where its first bytes are those of a kind that the service takes. */
export function notUnderstood(file: ToInspect, hash: Uint8Array<ArrayBuffer>): Inspected {
  const unknown = { kind: 'unfit', problem: { kind: 'not-taken', found: 'unknown' }, sha256: hex(hash) } as const;
  const fit = asItIs(file.name, file.bytes, unknown);
  // Without bytes, and of other kinds, there is nothing to look into.
  return fit === null ? inspect(file, () => hash) : { ...fit, question: 'not-understood' };
}
