import type { JoinFault, JoinNews } from '#shared/app-api/conversion.ts';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { pictureKindOf, whyNotJoined, type WhyNotJoined } from '#shared/domain/item/joining/joining.ts';
import type { Part } from '#shared/domain/item/joining/parts.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock, Log, Random } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { DeliveryStore } from '../store.ts';
import type { ConvertItemDeps } from './convert-item.ts';
import { makeJoined } from './make-joined.ts';
import { type Under, withPages } from './make-of-file.ts';
import type { Spool } from '../spool.ts';

export type JoinItemsDeps = ConvertItemDeps & {
  readonly random: Pick<Random, 'uuid'>;
  readonly store: Pick<DeliveryStore, 'joinedBefore'>;
};

type NotMade = { readonly fault: JoinFault; readonly part: ItemId | null };

/**
 * Makes one PDF of several documents, in this order, and says how far it is; nothing leaves, and nothing is written to the journal. What was made is
 * kept under the id that the joined document gets if the user has it sent. `stop` ends it.
 */
export async function* joinItems(
  itemIds: readonly ItemId[],
  deps: JoinItemsDeps,
  stop: Stop | undefined,
): AsyncGenerator<JoinNews, void, void> {
  const parts = partsOf(itemIds, deps);
  if (!parts.ok) {
    yield { kind: 'fault', fault: parts.failure, part: null };
    return;
  }
  const id = deps.store.joinedBefore(parts.value) ?? (deps.random.uuid() as ItemId);
  const made = yield* withPages((under) => prepare({ id, parts: parts.value }, deps, under), [stop, deps.closing]);
  yield made.ok ? { kind: 'made', itemId: id, conversion: made.value } : { kind: 'fault', ...made.failure };
}

async function prepare(
  { id, parts }: { readonly id: ItemId; readonly parts: readonly Part[] },
  deps: JoinItemsDeps,
  { progress, stop }: Under,
): Promise<Result<Conversion, NotMade>> {
  const how = { kind: 'joined', password: null, allPictures: false, bytes: FILE_BYTES_SAFE, fetch: false, progress, stop } as const;
  const made = await makeJoined({ id, parts }, how, deps);
  if (!made.ok) {
    deps.log.info('not joined', { parts: parts.length, fault: made.failure.fault });
    return made;
  }
  const itemIds = parts.map(({ itemId }) => itemId);
  if (stop.aborted || !partsOf(itemIds, deps).ok) {
    await deps.spool.giveBack(made.value.path, 'doubtful');
    return fail({ fault: stop.aborted ? 'stopped' : 'not-offered', part: null });
  }
  deps.prepared.keep(id, { ...made.value, joins: parts });
  return ok(made.value.conversion);
}

function partsOf(itemIds: readonly ItemId[], { store }: Pick<JoinItemsDeps, 'store'>): Result<readonly Part[], 'not-found' | WhyNotJoined> {
  const items = itemIds.flatMap((itemId) => store.get(itemId) ?? []);
  if (items.length < itemIds.length) return fail('not-found');
  const why = whyNotJoined(items);
  return why === null ? ok(items.flatMap(partOf)) : fail(why);
}

function partOf(item: Item): readonly Part[] {
  const kind = pictureKindOf(item);
  return kind === null || item.sha256 === null ? [] : [{ itemId: item.id, sha256: item.sha256, kind }];
}

type UndoJoinDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly spool: Pick<Spool, 'drop'>;
  readonly store: Pick<DeliveryStore, 'undoJoin'>;
};

/** The documents are apart again, as they were; false if something of them together may have left. */
export async function undoJoin(itemId: ItemId, { clock, log, spool, store }: UndoJoinDeps): Promise<boolean> {
  const undone = store.undoJoin(itemId, clock.wallMs());
  if (undone === null) return false;
  await spool.drop(itemId);
  log.info('join undone', { itemId });
  return true;
}
