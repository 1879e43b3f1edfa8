import type { BytesFault } from '#shared/app-api/preview.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { IN_CLOUD } from '#shared/domain/folder/unreadable.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type FindBytesDeps, CHANGED, findBytes, lookAtFile } from './find-bytes.ts';
import type { DeliveryStore } from './store.ts';

export type BytesOfDeps = FindBytesDeps & { readonly store: Pick<DeliveryStore, 'get' | 'places' | 'needsSpool'> };

/** The exact bytes of the item's file, for a person to look at, whatever is sent in its place. */
export async function readBytes(itemId: ItemId, by: BytesOfDeps): Promise<Result<Uint8Array, BytesFault>> {
  const item = by.store.get(itemId);
  if (item === null) return fail('not-found');
  if (item.sha256 === null) return fail('unread');
  // A document that is to be sent as it is needs the same copy.
  const find = by.store.needsSpool(itemId) && item.conversion === undefined ? findBytes : lookAtFile;
  const found = await find(item, () => by.store.places(itemId), by);
  return found.ok ? ok(found.value) : fail(faultOf(found.failure));
}

function faultOf(failure: Failure): BytesFault {
  if (failure.kind === 'spool') return 'no-room';
  const code = 'code' in failure ? failure.code : null;
  if (code === CHANGED) return 'changed';
  return code === IN_CLOUD ? 'in-cloud' : 'gone';
}
