import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Item } from '#shared/domain/item.ts';
import { hex } from '#shared/lib/hex.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Digest } from '#shared/lib/digest.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Spool } from './spool.ts';
import type { Place } from './store.ts';
import type { WarmBytes } from './warm-bytes.ts';

export type FoundBytes = { readonly bytes: Uint8Array; readonly from: 'spool' | 'file' };
export type FindBytesBy = { readonly files: Files; readonly spool: Spool; readonly warm: Pick<WarmBytes, 'take'>; readonly digest: Digest };

/** Our code, beside the platform's: there is a file, but its content is another one by now. */
export const CHANGED = 'CHANGED';
const NO_PLACE = 'NO_PLACE';

/** The very bytes of the item: as they were looked at, else from the private copy, else from a place where they lie. Fails with `no-file`. */
export async function findBytes(item: Item, places: () => readonly Place[], by: FindBytesBy): Promise<Result<FoundBytes, Failure>> {
  const isThem = async (bytes: Uint8Array): Promise<boolean> => hex(await by.digest([bytes])) === item.sha256;
  const warm = by.warm.take(item.id);
  if (warm !== null) return ok({ bytes: warm, from: 'file' });
  const copy = await by.spool.read(item.id, isThem);
  if (copy !== null) return ok({ bytes: copy, from: 'spool' });
  let code = NO_PLACE;
  for (const place of places()) {
    const read = await by.files.read(place.path, { root: place.root, bytesMax: FILE_BYTES_MAX });
    const bytes = read.ok ? read.value.bytes : null;
    if (bytes !== null && (await isThem(bytes))) return ok({ bytes, from: 'file' });
    code = read.ok ? CHANGED : read.failure.code;
  }
  return fail({ kind: 'no-file', code, tries: 1 });
}
