import { isUnsent } from '#shared/domain/item/aside.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { entriesFileOf } from '#shared/domain/item/pair.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import { CHANGED, NO_PLACE } from './find-bytes.ts';
import type { DeliveryStore, PresentPlace } from './store.ts';

export type FollowFileDeps = {
  readonly clock: Clock;
  readonly reader: FileReader;
  readonly store: Pick<DeliveryStore, 'get' | 'presentPlaces'>;
};

/** What was found this recently was read this recently. */
const FRESH_MS = 10 * SECOND_MS;

/**
 * Looks whether an item of which no byte has left is still what its file is: until then a user corrects it by deleting, moving or overwriting the file
 * (C51), and the sweep that finds this out may be still to come. Null if it may leave. A file that cannot be looked at, as on a share that is away, says
 * nothing against it.
 */
export async function followFile(item: Item, deps: FollowFileDeps): Promise<Failure | null> {
  if (!isUnsent(item)) return null;
  const own = item.parts === undefined ? [item] : item.parts.flatMap(({ itemId }) => deps.store.get(itemId) ?? []);
  const beside = entriesFileOf(item);
  const files = [...own, ...(beside === null ? [] : [deps.store.get(beside) ?? []].flat())];
  for (const file of files) {
    const code = await whyNot(file, deps);
    if (code !== null) return { kind: 'no-file', code, tries: 1 };
  }
  return null;
}

async function whyNot({ id, sha256, foundAt }: Item, deps: FollowFileDeps): Promise<string | null> {
  const places = deps.store.presentPlaces(id);
  // The clock may have been set back since then, so it may have been found in the future.
  if (places.length > 0 && Math.abs(deps.clock.wallMs() - foundAt) < FRESH_MS) return null;
  let code: string = NO_PLACE;
  for (const place of places) {
    const found = await lookAt(place, sha256, deps);
    if (found === null) return null;
    code = found;
  }
  return code;
}

/**
 * What the journal has of a folder that was away may date from before this start of the program. There a file that is not found says nothing, as the
 * folder may still be away; one with other bytes does.
 */
async function lookAt({ folder, ...place }: PresentPlace, sha256: string | null, { reader }: FollowFileDeps): Promise<string | null> {
  if (folder === 'unknown') return null;
  const read = await reader.read({ ...place, want: 'hash', copy: null });
  if (read.ok) return read.value.sha256 === sha256 ? null : CHANGED;
  const isGone = read.failure.kind === 'gone' || read.failure.kind === 'escaped';
  return isGone && folder === 'there' ? read.failure.code : null;
}
