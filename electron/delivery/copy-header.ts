import { itemIdSchema, type ItemId } from '#shared/domain/ids.ts';
import { utf8 } from '#shared/lib/utf8.ts';

/** Whose copy it is, where it begins, and how long it is; null goes to the end of the file. */
export type CopyOwner = { readonly itemId: ItemId; readonly from: number; readonly bytes: number | null };

/** Less than a sector: it is there whole, or not. */
export const COPY_HEADER_BYTES = 64;
const HEADER = /^intray-copy\/1 (\S{36}) +(\d+) *\n$/;

/** What stands before a copy, so that a start can tell whose it is. */
export function copyHeader(itemId: ItemId, bytes: number): Uint8Array {
  return utf8(`${`intray-copy/1 ${itemId} ${bytes}`.padEnd(COPY_HEADER_BYTES - 1)}\n`);
}

/** Null when it is none, as after a power cut. */
export function readCopyHeader(start: Uint8Array): CopyOwner | null {
  const [, id, length] = HEADER.exec(new TextDecoder().decode(start)) ?? [];
  const itemId = itemIdSchema.safeParse(id);
  return itemId.success ? { itemId: itemId.data, from: COPY_HEADER_BYTES, bytes: Number(length) } : null;
}
