import type { Inspected } from '#shared/domain/folder/inspected.ts';
import { hex } from '#shared/lib/hex.ts';
import { asItIs } from './as-it-is.ts';
import { inspect, type ToInspect } from './inspect.ts';

/** Verdict on a file whose inspection crashed: the person is asked, if its first bytes are of a type that the service accepts. */
export function notUnderstood(file: ToInspect, hash: Uint8Array<ArrayBuffer>): Inspected {
  const unknown = { kind: 'unfit', problem: { kind: 'not-taken', found: 'unknown' }, sha256: hex(hash) } as const;
  const fit = asItIs(file.name, file.bytes, unknown);
  // Without bytes, or with other types, nothing is decoded, so the normal inspection is safe.
  return fit === null ? inspect(file, () => hash) : { ...fit, question: 'not-understood' };
}
