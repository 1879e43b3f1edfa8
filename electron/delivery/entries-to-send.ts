import { isAgreed, isReadAnew } from '#shared/domain/item/entries.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { entriesFileOf } from '#shared/domain/item/pairs/pair.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { entriesAnew, entriesAs, type FindBytesDeps, findCopy, NO_PLACE, readLines } from './find-bytes.ts';
import type { Spool } from './spool.ts';
import type { DeliveryStore, EntriesReadAgain } from './store.ts';

export type EntriesDeps = FindBytesDeps & { readonly store: Pick<DeliveryStore, 'get' | 'places' | 'mappingOf' | 'mappingNow'> };

/** `entries-read`: they are other lines than those that a user agreed to. */
export type NoLines = Failure | ({ readonly kind: 'entries-read' } & EntriesReadAgain);

/**
 * The lines of `file`, which go as or with `item`, read from its private copy in the process that reads files. Another version of Intray may read the
 * same bytes differently than the one that asked the user: only lines with the hash that the user agreed to are sent.
 */
export async function linesToSend(item: Item, file: Item, deps: EntriesDeps): Promise<Result<Uint8Array, NoLines>> {
  const copy = await findCopy(file, () => deps.store.places(file.id), deps);
  if (!copy.ok) return copy;
  const readAs = (as: ReturnType<typeof entriesAs>) => readLines(file, { at: copy.value.at, want: 'lines', entriesAs: as }, deps);
  const anew = isReadAnew(item) ? await readAs(entriesAnew(item, deps.store)) : null;
  // What the mapping of now does not fit is asked about as it was sent, so that it can be read again once the mapping is corrected.
  const read = anew?.ok === true && anew.value.inspected?.kind === 'fit' ? anew : await readAs(entriesAs(item, deps.store));
  copy.value.close();
  if (!read.ok) {
    // Whatever is in the copy, the next one is made anew.
    await deps.spool.drop(file.id);
    return fail({ kind: 'spool', code: read.failure, tries: 1 });
  }
  const { inspected, lines } = read.value;
  const { entries: as, lineKeys } = inspected?.kind === 'fit' ? inspected : {};
  if (as !== undefined && lines !== undefined && isAgreed(item, as)) return ok(lines);
  if (as !== undefined) return fail({ kind: 'entries-read', as, lineKeys });
  if (inspected?.kind === 'unfit') return fail({ kind: 'entries-read', as: { problem: inspected.problem } });
  throw new Error('lines of entries were asked for, and something else was read');
}

/** The lines that go with a scan; null for one without. Both leave in one request, so without these nothing of it leaves. */
export async function linesBeside(item: Item, deps: EntriesDeps): Promise<Result<Uint8Array | null, NoLines>> {
  const fileId = entriesFileOf(item);
  if (fileId === null) return ok(null);
  const file = deps.store.get(fileId);
  return file === null ? fail({ kind: 'no-file', code: NO_PLACE, tries: 1 }) : linesToSend(item, file, deps);
}

type DropDeps = { readonly spool: Pick<Spool, 'drop'>; readonly store: Pick<DeliveryStore, 'needsSpool'> };

/** Neither the copy of the item nor that of its entries is needed any more, unless the entries go with another scan, too. */
export async function dropCopies(item: Pick<Item, 'id' | 'pair' | 'entries'>, { spool, store }: DropDeps): Promise<void> {
  await spool.drop(item.id);
  const fileId = entriesFileOf(item);
  if (fileId !== null && !store.needsSpool(fileId)) await spool.drop(fileId);
}
