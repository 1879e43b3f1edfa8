import type { AllowedEntries, EntriesPreviewHead, EntriesPreviewPiece } from '#shared/app-api/entries.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { fits, isAgreed, isReadAnew, mayAllowEntries, mayBookTwice } from '#shared/domain/item/entries.ts';
import type { EntriesChoice } from '#shared/domain/item/entries-schemas.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { entriesFileOf } from '#shared/domain/item/pair.ts';
import { hasHash } from '#shared/lib/digest.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { EntriesPreviewed, FileFacts, ReadRequest } from '#shared/ports/file-reader.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import { entriesAnew, entriesAs, type FindBytesDeps, findCopy, NO_PLACE, readItemFile, readLines } from './find-bytes.ts';
import { piecesOf, shownPieces } from './item-bytes.ts';
import type { Spool } from './spool.ts';
import type { DeliveryStore, EntriesOverlap, EntriesReadAgain } from './store.ts';

export type ReadEntriesDeps = FindBytesDeps & {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<DeliveryStore, 'get' | 'places' | 'mappingOf' | 'mappingNow' | 'allowEntries' | 'entriesFolders' | 'overlapOf'>;
};

/**
 * The lines of a file of entries as they are sent: the JSON text of `entries`. From its private copy, else from a file that still has its bytes; `damaged` if
 * they cannot be sent, `too-large` if they are not sent at once.
 */
export async function readEntryLines(itemId: ItemId, deps: ReadEntriesDeps): Promise<Result<Uint8Array, BytesFault>> {
  const item = deps.store.get(itemId);
  const read = await readAnywhere(item, { want: 'lines', ...(item === null ? {} : { entriesAs: entriesAs(item, deps.store) }) }, deps);
  if (!read.ok) return read;
  const { lines, inspected } = read.value;
  if (lines !== undefined) return ok(lines);
  return fail(inspected?.kind === 'fit' && inspected.entries?.parts !== undefined ? 'too-large' : 'damaged');
}

/** `anew`: as it would be sent once more. */
export type PreviewOf = { readonly itemId: ItemId; readonly anew?: boolean | undefined };

/** What stands above the lines, and the lines. */
export type EntriesPreview = { readonly head: EntriesPreviewHead; readonly text: Uint8Array };

/**
 * What a file of entries shows before a user agrees to its lines, also where it has errors or was sent already. It is read as the item was, with the lines
 * that were agreed to, else those that are proposed; as it would be sent once more if a user is asked about that, or `anew` (all lines are proposed anew).
 * `damaged` if no line can be read.
 */
export async function previewEntries(
  { itemId, anew = false }: PreviewOf,
  deps: ReadEntriesDeps,
): Promise<Result<EntriesPreview, BytesFault>> {
  const item = deps.store.get(itemId);
  if (item === null) return fail('not-found');
  const isAnew = isReadAnew(item) && (anew || !mayBookTwice(item));
  const as = isAnew ? entriesAnew(item, deps.store) : entriesAs(item, deps.store);
  const choice = anew && isAnew ? null : as.choice;
  const { mapping } = as;
  const read = await readAnywhere(item, { want: 'preview', entriesAs: { mapping, choice } }, deps);
  if (!read.ok) return read;
  const { preview } = read.value;
  if (preview === undefined) return fail('damaged');
  const overlap = deps.store.overlapOf(item, preview.lineKeys);
  const known = {
    overlap,
    folders: deps.store.entriesFolders(itemId),
    mapping: isAnew ? deps.store.mappingNow(item) : deps.store.mappingOf(item),
  };
  return ok({ head: previewHead(preview, known), text: preview.text });
}

type Known = {
  readonly overlap: EntriesOverlap;
  readonly folders: ReturnType<DeliveryStore['entriesFolders']>;
  readonly mapping: ReturnType<DeliveryStore['mappingOf']>;
};

/** What stands above the lines: of the file, of what its company sent, and of the folders in which it lies. */
export function previewHead(preview: EntriesPreviewed, { overlap, folders, mapping }: Known): EntriesPreviewHead {
  const { text: _, lineKeys: _keys, errors, warnings, journals, ...facts } = preview;
  const mappingSha256 = mapping?.sha256 ?? null;
  const isByItself = folders.some(({ entries: { byItself } }) => byItself !== null && byItself.mappingSha256 === mappingSha256);
  return {
    kind: 'head',
    ...facts,
    errors: { count: errors.count, first: [...errors.first] },
    warnings: { count: warnings.count, first: [...warnings.first] },
    journals: [...journals],
    repeated: runsOf(overlap.repeated),
    sentBefore: overlap.sentBefore,
    otherDates: [...overlap.otherDates],
    mapping:
      mapping === null ? null : { version: mapping.version, sha256: mapping.sha256, labelFromAccount: mapping.mapping.labelFromAccount },
    mayGoByItself: preview.format !== 'fec' && folders.length > 0,
    goesByItself: preview.format !== 'fec' && isByItself,
  };
}

/** Places in rising order as runs of first and last. */
function runsOf(places: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const at of places) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === at - 1) last[1] = at;
    else runs.push([at, at]);
  }
  return runs;
}

/** Previews at a time: each holds all lines of its file until its window has read them. */
const PREVIEWS_MAX = 4;

/** Streams previews: what stands above the lines, then these in pieces, or one fault. */
export function previewPieces(find: (of: PreviewOf) => Promise<Result<EntriesPreview, BytesFault>>) {
  return piecesOf({ most: PREVIEWS_MAX, find, show: shownPreview });
}

async function* shownPreview({ head, text }: EntriesPreview, stop: Stop | undefined): AsyncGenerator<EntriesPreviewPiece, void, void> {
  yield head;
  yield* shownPieces(text, stop);
}

/** What a user has looked at: the hash of the lines that `choice` leaves. */
export type AgreedEntries = {
  readonly itemId: ItemId;
  readonly linesSha256: string;
  readonly choice: EntriesChoice;
  readonly byItself?: boolean | undefined;
  readonly twice?: boolean | undefined;
};

/**
 * Has exactly these lines sent. The file is read once more: what it comes to now has to be what the user has looked at, or nothing is agreed to. From then on
 * it is delivered like any other document, and only as these lines.
 */
export async function allowEntries(agreed: AgreedEntries, deps: ReadEntriesDeps): Promise<AllowedEntries> {
  const { itemId, linesSha256, choice, byItself = false, twice = false } = agreed;
  const item = deps.store.get(itemId);
  if (item === null || !(mayAllowEntries(item) || mayBookTwice(item))) return 'not-asked';
  const { mapping } = isReadAnew(item) ? entriesAnew(item, deps.store) : entriesAs(item, deps.store);
  const read = await readAnywhere(item, { want: 'lines', entriesAs: { mapping, choice } }, deps);
  const inspected = read.ok ? read.value.inspected : null;
  if (inspected?.kind !== 'fit' || inspected.entries === undefined || inspected.lineKeys === undefined) return 'unreadable';
  const { entries: as, lineKeys: keys } = inspected;
  if (as.lines === 0) return 'nothing-left';
  if (as.linesSha256 !== linesSha256) return 'changed';
  if (!fits(item, as)) return 'too-large';
  const became = deps.store.allowEntries(itemId, { as, keys, byItself, twice, at: deps.clock.wallMs() });
  deps.log.info('entries looked at', { itemId, became });
  return became;
}

/** The document whose file has the lines: its own, or the one beside a scan (C43); null for one without lines. */
function entriesFileIn(item: Item, { store }: Pick<ReadEntriesDeps, 'store'>): Item | null {
  if (item.importType === 'entries' || item.pair?.kind === 'file') return item;
  const beside = entriesFileOf(item);
  return beside === null ? null : store.get(beside);
}

/** Reads a file of entries once more: its private copy, else a file that still has its bytes. */
async function readAnywhere(
  item: Item | null,
  of: Pick<ReadRequest, 'want' | 'entriesAs'>,
  deps: ReadEntriesDeps,
): Promise<Result<FileFacts, BytesFault>> {
  const file = item === null ? null : entriesFileIn(item, deps);
  if (file === null) return fail('not-found');
  if (file.sha256 === null || file.bytes > FILE_BYTES_MAX) return fail('unread');
  const copy = await deps.spool.open(file.id, { sha256: file.sha256, isIt: hasHash(file.sha256, deps.digest) });
  const ofCopy = copy === null ? null : await readLines(file, { at: copy.at, ...of }, deps);
  copy?.close();
  if (ofCopy?.ok === true) return ok(ofCopy.value);
  const read = await readItemFile(file, of, deps);
  return read.ok ? read : fail(read.failure === 'unreadable' ? 'gone' : read.failure);
}

export type SendEntriesDeps = FindBytesDeps & { readonly store: Pick<DeliveryStore, 'get' | 'places' | 'mappingOf' | 'mappingNow'> };

/** `entries-read`: they are other lines than those that a user agreed to. */
export type NoLines = Failure | ({ readonly kind: 'entries-read' } & EntriesReadAgain);

/**
 * The lines of `file`, which go as or with `item`, read from its private copy in the process that reads files. Another version of Intray may read the
 * same bytes differently than the one that asked the user: only lines with the hash that the user agreed to are sent.
 */
export async function linesToSend(item: Item, file: Item, deps: SendEntriesDeps): Promise<Result<Uint8Array, NoLines>> {
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
export async function linesBeside(item: Item, deps: SendEntriesDeps): Promise<Result<Uint8Array | null, NoLines>> {
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
