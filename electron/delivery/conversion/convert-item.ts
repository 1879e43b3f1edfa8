import type { ConversionFault, ConversionNews } from '#shared/app-api/conversion.ts';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Conversion, VersionSource } from '#shared/domain/item/conversion/conversion.ts';
import { versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Log } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { DeliveryStore } from '../store.ts';
import { type MakeVersionDeps, type Under, withPages } from './make-of-file.ts';
import { makeVersion } from './find-version.ts';
import type { PreparedVersions } from './prepared-versions.ts';

export type ConvertItemDeps = MakeVersionDeps & {
  readonly log: Log;
  readonly store: Pick<DeliveryStore, 'get' | 'places'>;
  readonly prepared: PreparedVersions;
  /** The program ends. */
  readonly closing: Stop;
};

/** `password`: opens a protected PDF. It is used for this conversion, and kept nowhere. `allPictures`: as pages, in place of the main one. */
export type ToConvert = {
  readonly itemId: ItemId;
  readonly password?: string | null | undefined;
  readonly allPictures?: boolean | undefined;
};

/** Makes a version of an unfit document, and says how far it is; nothing leaves, and nothing is written to the journal. `stop` ends it. */
export async function* convertItem(
  { itemId, password = null, allPictures = false }: ToConvert,
  deps: ConvertItemDeps,
  stop: Stop | undefined,
): AsyncGenerator<ConversionNews, void, void> {
  const item = deps.store.get(itemId);
  const kind = item === null ? null : versionSourceOf(item);
  if (item === null || kind === null) {
    yield { kind: 'fault', fault: item === null ? 'not-found' : 'not-offered' };
    return;
  }
  const made = yield* withPages((under) => prepare(item, { kind, password, allPictures }, deps, under), [stop, deps.closing]);
  yield made.ok ? { kind: 'made', conversion: made.value } : { kind: 'fault', fault: made.failure };
}

async function prepare(
  item: Item,
  of: { readonly kind: VersionSource; readonly password: string | null; readonly allPictures: boolean },
  deps: ConvertItemDeps,
  { progress, stop }: Under,
): Promise<Result<Conversion, ConversionFault>> {
  const made = await makeVersion(item, { ...of, bytes: FILE_BYTES_SAFE, fetch: false, progress, stop }, deps);
  if (!made.ok) {
    deps.log.info('not converted', { itemId: item.id, fault: made.failure });
    return made;
  }
  const now = deps.store.get(item.id);
  if (stop.aborted || now === null || versionSourceOf(now) !== of.kind) {
    await deps.spool.giveBack(made.value.path, 'doubtful');
    return fail(stop.aborted ? 'stopped' : 'not-offered');
  }
  deps.prepared.keep(item.id, { ...made.value, joins: null });
  return ok(made.value.conversion);
}
