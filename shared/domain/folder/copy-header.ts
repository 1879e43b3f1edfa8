import { type ItemId, itemIdSchema } from '../ids.ts';
import { utf8 } from '../../lib/bytes.ts';

/** Smaller than a sector, so it is written completely or not at all. */
export const COPY_HEADER_BYTES = 64;

/** The header of a copy, by which the next start can tell whose it is. */
export function copyHeader(itemId: ItemId, bytes: number): Uint8Array {
  return utf8(`${`intray-copy/1 ${itemId} ${bytes}`.padEnd(COPY_HEADER_BYTES - 1)}\n`);
}

/** Whose copy it is, where it begins, and its length; null means up to the end of the file. */
export type CopyOwner = { readonly itemId: ItemId; readonly from: number; readonly bytes: number | null };

const HEADER = /^intray-copy\/1 (\S{36}) +(\d+) *\n$/;

/** Null if it is not a header, as after a power cut. */
export function readCopyHeader(start: Uint8Array): CopyOwner | null {
  const [, id, length] = HEADER.exec(String.fromCharCode(...start)) ?? [];
  const itemId = itemIdSchema.safeParse(id);
  return itemId.success ? { itemId: itemId.data, from: COPY_HEADER_BYTES, bytes: Number(length) } : null;
}
