import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { codeOf } from '#shared/node/code-of.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { packedIn, ZLIB_HEAD_BYTES } from './unpacked.ts';

/** A picture of known size is unpacked in one piece; another stream is in memory twice while its pieces are joined. */
const PICTURE_BYTES_MAX = 64_000_000;
export const OTHER_BYTES_MAX = 32_000_000;

/** The unpacked bytes; false if they cost too much. True if the data is cut off or has another checksum; a checksum that is not there says nothing. */
export function checkedFlate(bytes: Buffer, budget: InspectBudget, rawBytes: number | null): Buffer | boolean {
  const most = Math.min(rawBytes === null ? OTHER_BYTES_MAX : PICTURE_BYTES_MAX, budget.left('checkedBytes'));
  if (most < 1 || (rawBytes ?? 0) > most) return false;
  const packed = packedIn(bytes);
  const limits = { maxOutputLength: most, ...(rawBytes === null ? {} : { chunkSize: Math.max(64, rawBytes + 64) }) };
  try {
    const made = inflateSync(packed, limits);
    if (!budget.spend('checkedBytes', made.byteLength)) return false;
    keepUnpacked(bytes, made, budget);
    return made;
  } catch (error) {
    budget.spend('checkedBytes', Math.min(most, budget.left('checkedBytes')));
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? false : codeOf(error) !== 'Z_BUF_ERROR' || !isEnded(packed, most);
  }
}

/** Whether packed data comes to its own end, so that only its checksum is missing. */
function isEnded(packed: Buffer, most: number): boolean {
  try {
    inflateRawSync(packed.subarray(ZLIB_HEAD_BYTES), { maxOutputLength: most, finishFlush: constants.Z_FINISH });
    return true;
  } catch {
    return false;
  }
}

/** By what was packed: a view of the file's bytes that one inspection makes, so nothing of it lasts longer. */
const kept = new WeakMap<Uint8Array, Buffer>();

/** Keeps what a stream unpacked to, for whoever unpacks it next, as far as memory is counted for it. */
function keepUnpacked(packed: Uint8Array, unpacked: Buffer, budget: InspectBudget): void {
  if (budget.spend('keptBytes', unpacked.byteLength)) kept.set(packed, unpacked);
}

export function keptOf(packed: Uint8Array): Buffer | null {
  return kept.get(packed) ?? null;
}
