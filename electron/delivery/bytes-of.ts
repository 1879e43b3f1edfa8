import type { BytesFault } from '#shared/app-api/preview.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type FindBytesBy, CHANGED, findBytes } from './find-bytes.ts';
import type { DeliveryStore } from './store.ts';

/** The bytes that the item stands for, and no others: for a person to look at. What is kept warm is left for the upload. */
export async function bytesOf(
  itemId: ItemId,
  by: Omit<FindBytesBy, 'warm'> & { readonly store: Pick<DeliveryStore, 'get' | 'places'> },
): Promise<Result<Uint8Array, BytesFault>> {
  const item = by.store.get(itemId);
  if (item === null) return fail('not-found');
  if (item.sha256 === null) return fail('unread');
  const found = await findBytes(item, () => by.store.places(itemId), { ...by, warm: { take: () => null } });
  if (found.ok) return ok(found.value.bytes);
  return fail('code' in found.failure && found.failure.code === CHANGED ? 'changed' : 'gone');
}
