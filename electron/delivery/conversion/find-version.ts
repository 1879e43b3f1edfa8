import type { Conversion, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import { IN_CLOUD } from '#shared/domain/folder/unreadable.ts';
import { COPY_LOST, type Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { hasHash } from '#shared/lib/digest.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Converter } from '#shared/ports/converter.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { linesBeside, linesToSend, type NoLines } from '../read-entries.ts';
import { CHANGED, type FindBytesDeps, findCopy, NO_PLACE, NO_ROOM } from '../find-bytes.ts';
import { inMemory, type OpenCopy } from '../open-copy.ts';
import type { DeliveryStore } from '../store.ts';
import { makeJoined } from './make-joined.ts';
import { makeOfFile, type MakeVersion, type MakeVersionDeps, type Version } from './make-of-file.ts';

export type FindVersionDeps = FindBytesDeps & {
  readonly converter: Converter | null;
  readonly store: Pick<DeliveryStore, 'get' | 'places' | 'mappingOf' | 'mappingNow'>;
  /** Ends what takes long. */
  readonly cut: Stop;
};

/** `conversion-lost`: what the user agreed to is not there, and this program makes nothing that is the same. `stopped`: nothing is known. */
export type NoCopy = NoVersion | NoLines;
type NoVersion = Failure | { readonly kind: 'conversion-lost' } | { readonly kind: 'stopped' };

/** The private copy of what is to be sent, with the lines that go with it. It is on the disk, and is to be closed. */
export async function copyToSend(item: Item, deps: FindVersionDeps): Promise<Result<OpenCopy, NoCopy>> {
  const beside = await linesBeside(item, deps);
  if (!beside.ok) return beside;
  const copy = await fileToSend(item, deps);
  return copy.ok && beside.value !== null ? ok({ ...copy.value, entries: beside.value }) : copy;
}

async function fileToSend(item: Item, deps: FindVersionDeps): Promise<Result<OpenCopy, NoCopy>> {
  const { conversion } = item;
  if (item.importType === 'entries') {
    const lines = await linesToSend(item, item, deps);
    return lines.ok ? ok(inMemory(lines.value)) : lines;
  }
  if (conversion === undefined) return findCopy(item, () => deps.store.places(item.id), deps);
  const { sha256 } = conversion;
  return findVersion(item, conversion, { ...deps, fetch: true, from: (isIt) => deps.spool.open(item.id, { sha256, isIt }, 'compare') });
}

/** Whether what was sent in place of the file is in the private copy, or could be made again. */
export async function hasVersion(item: Item, conversion: Conversion, deps: FindVersionDeps): Promise<boolean> {
  return (await findVersion(item, conversion, { ...deps, fetch: false, from: (isIt) => deps.spool.read(item.id, isIt) })).ok;
}

/** What was sent in place of the file, to be looked at; null if it can no longer be had. Afterwards no copy of it stays that nothing needs. */
export async function versionBytes(
  item: Item,
  conversion: Conversion,
  deps: FindVersionDeps & { readonly store: Pick<DeliveryStore, 'get' | 'places' | 'mappingOf' | 'mappingNow' | 'needsSpool'> },
): Promise<Uint8Array | null> {
  const found = await findVersion(item, conversion, { ...deps, fetch: false, from: (isIt) => deps.spool.read(item.id, isIt) });
  if (!deps.store.needsSpool(item.id)) await deps.spool.drop(item.id);
  return found.ok ? found.value : null;
}

type From<T> = FindVersionDeps & {
  readonly fetch: boolean;
  readonly from: (isIt: (bytes: Uint8Array) => Promise<boolean>) => Promise<T | null>;
};

/** Never the file as it is: only bytes with the hash that the user agreed to. */
async function findVersion<T>(item: Item, conversion: Conversion, deps: From<T>): Promise<Result<T, NoCopy>> {
  const isIt = hasHash(conversion.sha256, deps.digest);
  const there = await deps.from(isIt);
  if (there !== null) return ok(there);
  // A password is kept nowhere: only the user can make a version of a protected file again.
  const { from: kind, bytes, allPictures = false } = conversion;
  const of = { kind, password: null, allPictures, bytes, fetch: deps.fetch, progress: () => undefined, stop: deps.cut };
  const made = await makeVersion(item, of, deps);
  if (!made.ok) return fail(noCopyOf(made.failure));
  const { path, conversion: again } = made.value;
  if (again.sha256 !== conversion.sha256) {
    await deps.spool.giveBack(path, 'free');
    return fail({ kind: 'conversion-lost' });
  }
  await deps.spool.keep(item.id, { path, bytes: again.bytes });
  const copied = await deps.from(isIt);
  return copied === null ? fail({ kind: 'spool', code: COPY_LOST, tries: 1 }) : ok(copied);
}

/** A file that is away for now may come back, as for any document that waits. */
export function noCopyOf(fault: ConvertFault): NoVersion {
  switch (fault) {
    case 'gone':
      return { kind: 'no-file', code: NO_PLACE, tries: 1 };
    case 'changed':
      return { kind: 'no-file', code: CHANGED, tries: 1 };
    case 'in-cloud':
      return { kind: 'no-file', code: IN_CLOUD, tries: 1 };
    case 'unreadable':
      return { kind: 'no-file', code: 'UNREADABLE', tries: 1 };
    case 'no-room':
      return { kind: 'spool', code: NO_ROOM, tries: 1 };
    case 'stopped':
      return { kind: 'stopped' };
    case 'not-understood':
    case 'password-wrong':
    case 'signed':
    case 'has-attachments':
    case 'too-many-pages':
    case 'too-many-pixels':
    case 'still-too-large':
    case 'too-slow':
    case 'too-much-memory':
    case 'broken':
      return { kind: 'conversion-lost' };
    default:
      return unreachable(fault);
  }
}

/**
 * Makes a version of the item from the first of its files that has its bytes, or from the files of its parts. The item, and its copy if it has one,
 * stay as they are.
 */
export async function makeVersion(item: Item, of: MakeVersion, deps: MakeVersionDeps): Promise<Result<Version, ConvertFault>> {
  const { kind } = of;
  if (kind !== 'joined') return makeOfFile(item, { ...of, kind }, deps);
  const made = await makeJoined({ id: item.id, parts: item.parts ?? [] }, of, deps);
  return made.ok ? made : fail(made.failure.fault);
}
