import type { ItemId } from '../ids.ts';
import { utf8 } from '../../lib/bytes.ts';

/** Smaller than a sector, so it is written completely or not at all. */
export const COPY_HEADER_BYTES = 64;

/** The header of a copy, by which the next start can tell whose it is. */
export function copyHeader(itemId: ItemId, bytes: number): Uint8Array {
  return utf8(`${`intray-copy/1 ${itemId} ${bytes}`.padEnd(COPY_HEADER_BYTES - 1)}\n`);
}
