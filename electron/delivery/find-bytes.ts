import { dirname } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { COPY_CHANGED, COPY_LOST, type Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type Digest, hasHash } from '#shared/lib/digest.ts';
import type { FileFacts, FileReader, ReadRequest } from '#shared/ports/file-reader.ts';
import type { FileFault } from '#shared/ports/files.ts';
import type { CopyBudget } from './copy-slots.ts';
import type { OpenCopy } from './open-copy.ts';
import type { Spool, Written } from './spool.ts';
import type { DeliveryStore, KnownPath } from './store.ts';
import type { AllTheSame } from '#shared/domain/item/all-the-same.ts';

/** What finding bytes needs from outside delivery. */
export type FindBytesPorts = {
  readonly reader: FileReader;
  readonly digest: Digest;
  /** There was no room for a copy, so none was begun. */
  readonly noRoom: () => void;
};

export type FindBytesDeps = FindBytesPorts & {
  readonly spool: Spool;
  readonly room: Pick<CopyBudget, 'takes' | 'full'>;
};

/** Our own codes, beside the platform's. This one: the file is there, but its content has changed. */
export const CHANGED = 'CHANGED';
export const NO_PLACE = 'NO_PLACE';
/** The system's own code. */
export const NO_ROOM = 'ENOSPC';

/** Whether a file that is now in the cloud only may be fetched: it may to be sent (`fetch`), but not to be looked at (`look`). */
type How = 'fetch' | 'look';

/**
 * The exact bytes of the item, from its private copy; if there is none, one is made from a file that still has them. Fails with `no-file`,
 * or with `spool` if our own disk refuses the copy.
 */
export function findBytes(item: Item, places: Places, deps: FindBytesDeps): Promise<Result<Uint8Array, Failure>> {
  return fromCopy(item, places, { ...deps, how: 'look', ...storeAsCopy(item.id, deps, (isIt) => deps.spool.read(item.id, isIt)) });
}

/** The bytes of the file on the disk, only to look at: the copy that is made for that does not become the item's. */
export function lookAtFile(item: Item, places: Places, deps: FindBytesDeps): Promise<Result<Uint8Array, Failure>> {
  const once = async (made: Written, isIt: IsIt): Promise<Uint8Array | null> => {
    const bytes = await deps.spool.readTaken(made);
    await deps.spool.giveBack(made.path, 'free');
    return bytes !== null && (await isIt(bytes)) ? bytes : null;
  };
  return fromCopy(item, places, { ...deps, how: 'look', from: (isIt) => deps.spool.read(item.id, isIt), ofMade: once });
}

/** Copies a file of the item, also one that is too large to be sent, into a file of the spool that belongs to no item; to be given back. */
export function showFile(
  item: Item,
  places: Places,
  deps: FindBytesDeps & { readonly largeMax: number },
): Promise<Result<Written, Failure>> {
  return fromCopy(item, places, { ...deps, how: 'look', from: async () => null, ofMade: async (made) => made });
}

/** The same for sending them. The copy is on the disk, and is to be closed. */
export function findCopy(item: Item, places: Places, deps: FindBytesDeps): Promise<Result<OpenCopy, Failure>> {
  const { id, sha256 } = item;
  const open: FromCopy<OpenCopy>['from'] = async (isIt) => (sha256 === null ? null : deps.spool.open(id, { sha256, isIt }));
  return fromCopy(item, places, { ...deps, how: 'fetch', ...storeAsCopy(id, deps, open) });
}

/** What was made becomes the item's copy. */
function storeAsCopy<T>(itemId: Item['id'], { spool }: FindBytesDeps, from: FromCopy<T>['from']): Pick<FromCopy<T>, 'from' | 'ofMade'> {
  return { from, ofMade: async (made, isIt) => (await spool.keep(itemId, made), from(isIt)) };
}

export type Places = () => readonly KnownPath[];
type IsIt = (bytes: Uint8Array) => Promise<boolean>;
type FromCopy<T> = FindBytesDeps & {
  readonly how: How;
  /** The limit of size, where it is another one than that of the service. */
  readonly largeMax?: number;
  readonly from: (isIt: IsIt) => Promise<T | null>;
  /** From a copy that was just made. */
  readonly ofMade: (made: Written, isIt: IsIt) => Promise<T | null>;
};

async function fromCopy<T>(item: Item, places: Places, deps: FromCopy<T>): Promise<Result<T, Failure>> {
  const { sha256 } = item;
  const isIt = hasHash(sha256, deps.digest);
  const there = await deps.from(isIt);
  if (there !== null) return ok(there);
  if (sha256 === null || item.bytes > (deps.largeMax ?? FILE_BYTES_MAX)) return fail({ kind: 'no-file', code: NO_PLACE, tries: 1 });
  if (!(await deps.room.takes(item.bytes))) {
    deps.noRoom();
    return fail({ kind: 'spool', code: NO_ROOM, tries: 1 });
  }
  let code = NO_PLACE;
  for (const place of places()) {
    const made = await copyInRoom(place, { itemId: item.id, sha256, largeMax: deps.largeMax }, deps, deps.how);
    if (made.kind === 'copied') {
      const copied = await deps.ofMade(made, isIt);
      return copied === null ? fail({ kind: 'spool', code: COPY_LOST, tries: 1 }) : ok(copied);
    }
    if (made.kind === 'spool') return fail({ kind: 'spool', code: made.code, tries: 1 });
    code = made.code;
  }
  return fail({ kind: 'no-file', code, tries: 1 });
}

type Wanted = { readonly itemId: Item['id']; readonly sha256: string; readonly largeMax: number | undefined };
type Made = Written & { readonly kind: 'copied' };
type NotMade = { readonly kind: 'no-file' | 'spool'; readonly code: string; readonly fault: FileFault['kind'] | null };

/** Tries once more if the disk was full, after unused copies were given back, or if the folder of the copies was gone, after it was made again. */
async function copyInRoom(place: KnownPath, wanted: Wanted, deps: FindBytesDeps, how: How): Promise<Made | NotMade> {
  const made = await copyFrom(place, wanted, deps, how);
  if (made.kind === 'copied' || made.fault === null) return made;
  if (made.fault === 'gone' && !(await deps.spool.makeFolderAgain())) return made;
  if (made.fault === 'full') await deps.room.full();
  return made.fault === 'gone' || made.fault === 'full' ? copyFrom(place, wanted, deps, how) : made;
}

async function copyFrom(
  place: KnownPath,
  { itemId, sha256, largeMax }: Wanted,
  { reader, spool }: FindBytesDeps,
  how: How,
): Promise<Made | NotMade> {
  const path = spool.take();
  const of = { ...place, want: 'hash', copy: { path, itemId, sha256, ...(largeMax === undefined ? {} : { largeMax }) } } as const;
  const here = await reader.read(of);
  const read = how === 'fetch' && !here.ok && here.failure.kind === 'in-cloud' ? await reader.read({ ...of, fetch: true }) : here;
  const copied = read.ok ? read.value.copied : null;
  if (copied?.kind === 'copied') return { kind: 'copied', path, bytes: copied.bytes };
  // After a failed call, something may still be writing there.
  await spool.giveBack(path, copied?.kind === 'none' ? 'free' : 'doubtful');
  if (copied?.kind === 'failed') return { kind: 'spool', code: copied.fault.code, fault: copied.fault.kind };
  return { kind: 'no-file', code: read.ok ? CHANGED : read.failure.code, fault: null };
}

/** How an item's file of entries is read to be sent: as it was when a user agreed, and only the lines that they chose. */
export function entriesAs(item: Item, store: Pick<DeliveryStore, 'mappingOf'>): EntriesAs {
  const { choice = null, part } = item.entries ?? {};
  return { mapping: store.mappingOf(item)?.mapping ?? null, choice, ...(part === undefined ? {} : { part: part.n }) };
}

type EntriesAs = NonNullable<ReadRequest['entriesAs']>;

/** How it is read to be sent once more: by its folder's mapping of now, and with all of its lines proposed anew if that is another one. */
export function entriesAnew(item: Item, store: Pick<DeliveryStore, 'mappingNow'>): EntriesAs {
  const now = store.mappingNow(item);
  const { choice = null, mappingSha256 = null } = item.entries ?? {};
  return { mapping: now?.mapping ?? null, choice: (now?.sha256 ?? null) === mappingSha256 ? choice : null };
}

type FromCopyOf = Pick<ReadRequest, 'want' | 'entriesAs'> & { readonly at: OpenCopy['at'] };

/** Reads a file of entries from its private copy. Fails with a code: the copy cannot be read, or has other bytes. */
export async function readLines(
  { name, bytes, sha256 }: Item,
  { at, ...of }: FromCopyOf,
  { reader }: Pick<FindBytesPorts, 'reader'>,
): Promise<Result<FileFacts, string>> {
  if (at === null) return fail(COPY_LOST);
  const within = { name, from: at.from, bytes };
  const read = await reader.read({ path: at.path, root: dirname(at.path), ...of, within, copy: null });
  if (!read.ok) return fail(read.failure.code);
  return read.value.sha256 === sha256 ? ok(read.value) : fail(COPY_CHANGED);
}

/** Why none of the item's files gives its bytes. */
type NoFile = Extract<AllTheSame, 'gone' | 'changed' | 'in-cloud' | 'unreadable'>;

type ReadFileDeps = { readonly store: Pick<DeliveryStore, 'places'>; readonly reader: FileReader };

/** Reads a file that still holds the item's bytes, without making a copy. If there is none, fails with the most promising reason found. */
export async function readItemFile(
  { id, sha256 }: Item,
  of: Pick<ReadRequest, 'want' | 'entriesAs'>,
  deps: ReadFileDeps,
): Promise<Result<FileFacts, NoFile>> {
  const found = new Set<NoFile>();
  for (const place of deps.store.places(id)) {
    const read = await deps.reader.read({ ...place, ...of, copy: null });
    if (read.ok && read.value.sha256 !== null && read.value.sha256 === sha256) return ok(read.value);
    found.add(read.ok ? 'changed' : noFileOf(read.failure));
  }
  const nearest: readonly NoFile[] = ['in-cloud', 'unreadable', 'changed'];
  return fail(nearest.find((one) => found.has(one)) ?? 'gone');
}

function noFileOf({ kind }: FileFault): NoFile {
  if (kind === 'gone' || kind === 'in-cloud') return kind;
  return kind === 'escaped' ? 'changed' : 'unreadable';
}
