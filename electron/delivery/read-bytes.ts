import { type BytesFault, SHOWN_BYTES_MAX } from '#shared/app-api/preview.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { IN_CLOUD } from '#shared/domain/folder/unreadable.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { type FindBytesDeps, CHANGED, findBytes, lookAtFile } from './find-bytes.ts';
import type { largeToShow, ToShow } from './item-bytes.ts';
import type { DeliveryStore } from './store.ts';

export type BytesOfDeps = FindBytesDeps & {
  readonly store: Pick<DeliveryStore, 'get' | 'places' | 'needsSpool'>;
  readonly showLarge: ReturnType<typeof largeToShow>;
};

const NEVER = new AbortController().signal;

/** The exact bytes of the item's file, for a user to look at, whatever is sent in its place. A file that is too large to be sent is to be closed. */
export async function readBytes(itemId: ItemId, deps: BytesOfDeps, stop: Stop = NEVER): Promise<Result<Uint8Array | ToShow, BytesFault>> {
  const item = deps.store.get(itemId);
  if (item === null) return fail('not-found');
  if (item.sha256 === null || item.bytes > SHOWN_BYTES_MAX) return fail('unread');
  if (item.bytes > FILE_BYTES_MAX) {
    const shown = await deps.showLarge(item, () => deps.store.places(itemId), { ...deps, stop });
    return shown.ok ? shown : fail(faultOf(shown.failure));
  }
  // A document that is to be sent as it is needs the same copy.
  const find = deps.store.needsSpool(itemId) && item.conversion === undefined ? findBytes : lookAtFile;
  const found = await find(item, () => deps.store.places(itemId), deps);
  return found.ok ? ok(found.value) : fail(faultOf(found.failure));
}

function faultOf(failure: Failure): BytesFault {
  if (failure.kind === 'spool') return 'no-room';
  const code = 'code' in failure ? failure.code : null;
  if (code === CHANGED) return 'changed';
  return code === IN_CLOUD ? 'in-cloud' : 'gone';
}
