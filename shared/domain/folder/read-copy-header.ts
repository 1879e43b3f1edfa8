import { COPY_HEADER_BYTES } from './copy-header.ts';
import { itemIdSchema, type ItemId } from '../ids.ts';

/** Whose copy it is, where it begins, and its length; null means up to the end of the file. */
export type CopyOwner = { readonly itemId: ItemId; readonly from: number; readonly bytes: number | null };

const HEADER = /^intray-copy\/1 (\S{36}) +(\d+) *\n$/;

/** Null if it is not a header, as after a power cut. */
export function readCopyHeader(start: Uint8Array): CopyOwner | null {
  const [, id, length] = HEADER.exec(String.fromCharCode(...start)) ?? [];
  const itemId = itemIdSchema.safeParse(id);
  return itemId.success ? { itemId: itemId.data, from: COPY_HEADER_BYTES, bytes: Number(length) } : null;
}
