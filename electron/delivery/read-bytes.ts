import type { BytesFault } from '#shared/app-api/preview.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { IN_CLOUD } from '#shared/domain/folder/unreadable.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type FindBytesDeps, CHANGED, findBytes } from './find-bytes.ts';
import type { DeliveryStore } from './store.ts';

export type BytesOfDeps = FindBytesDeps & { readonly store: Pick<DeliveryStore, 'get' | 'places' | 'needsSpool'> };

/** The exact bytes of the item, for a person to look at. */
export async function readBytes(itemId: ItemId, by: BytesOfDeps): Promise<Result<Uint8Array, BytesFault>> {
  const item = by.store.get(itemId);
  if (item === null) return fail('not-found');
  if (item.sha256 === null) return fail('unread');
  const found = await findBytes(item, () => by.store.places(itemId), by);
  // The copy was made only for this.
  if (!by.store.needsSpool(itemId)) await by.spool.drop(itemId);
  return found.ok ? ok(found.value) : fail(faultOf(found.failure));
}

function faultOf(failure: Failure): BytesFault {
  if (failure.kind === 'spool') return 'no-room';
  const code = 'code' in failure ? failure.code : null;
  if (code === CHANGED) return 'changed';
  return code === IN_CLOUD ? 'in-cloud' : 'gone';
}
