import type { ItemId } from '../ids.ts';
import { utf8 } from '../../lib/utf8.ts';

/** Less than a sector: it is there whole, or not. */
export const COPY_HEADER_BYTES = 64;

/** What stands before a copy, so that a start can tell whose it is. */
export function copyHeader(itemId: ItemId, bytes: number): Uint8Array {
  return utf8(`${`intray-copy/1 ${itemId} ${bytes}`.padEnd(COPY_HEADER_BYTES - 1)}\n`);
}
