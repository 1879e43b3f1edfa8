import type { SendConversion } from '#shared/app-api/conversion.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { ConvertedKind, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import { versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Spool } from '../spool.ts';
import type { DeliveryStore } from '../store.ts';
import { makeOfFile, type MakeVersionDeps } from './make-of-file.ts';
import { type Digest, hasHash } from '#shared/lib/digest.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { PreparedVersions } from './prepared-versions.ts';

export type ShownVersionDeps = Omit<MakeVersionDeps, 'store' | 'spool'> &
  SendConversionDeps & {
    readonly store: Pick<DeliveryStore, 'places'>;
    readonly spool: Pick<Spool, 'take' | 'readTaken'>;
  };

/** `mediaType`: of the bytes, which are not the file's. */
export type ShownVersion = { readonly bytes: Uint8Array; readonly mediaType: string };

/**
 * What a file is looked at by that no browser draws: the version of it that was made already, or one that is made for this and forgotten. Nothing
 * leaves, and nothing is written to the journal.
 */
export async function shownVersion(itemId: ItemId, deps: ShownVersionDeps, stop: Stop): Promise<Result<ShownVersion, BytesFault>> {
  const item = deps.store.get(itemId);
  if (item === null) return fail('not-found');
  const known = deps.prepared.get(itemId)?.conversion ?? item.conversion;
  const there = known === undefined ? null : await conversionBytes(itemId, deps);
  if (known !== undefined && there?.ok === true) return ok({ bytes: there.value, mediaType: known.mediaType });
  const kind = kindOf(item);
  return kind === null ? fail('not-found') : madeToShow(item, kind, deps, stop);
}

async function madeToShow(item: Item, kind: ConvertedKind, deps: ShownVersionDeps, stop: Stop): Promise<Result<ShownVersion, BytesFault>> {
  const of = {
    kind,
    password: null,
    allPictures: item.conversion?.allPictures === true,
    bytes: FILE_BYTES_SAFE,
    fetch: false,
    progress: () => undefined,
    stop,
  };
  const made = await makeOfFile(item, of, deps);
  if (!made.ok) return fail(faultOf(made.failure));
  const { path, conversion } = made.value;
  const bytes = await deps.spool.readTaken({ path, bytes: conversion.bytes });
  await deps.spool.giveBack(path, 'free');
  return bytes === null ? fail('no-room') : ok({ bytes, mediaType: conversion.mediaType });
}

function kindOf(item: Item): ConvertedKind | null {
  const kind = item.conversion?.from ?? item.toConvert ?? versionSourceOf(item);
  return kind === 'joined' ? null : kind;
}

function faultOf(fault: ConvertFault): BytesFault {
  switch (fault) {
    case 'gone':
    case 'changed':
    case 'in-cloud':
    case 'no-room':
    case 'too-many-pages':
      return fault;
    case 'unreadable':
      return 'unread';
    case 'not-understood':
      return 'damaged';
    case 'too-many-pixels':
    case 'too-much-memory':
    case 'still-too-large':
      return 'too-large';
    case 'password-wrong':
    case 'signed':
    case 'has-attachments':
    case 'too-slow':
    case 'stopped':
    case 'broken':
      return 'failed';
    default:
      return unreachable(fault);
  }
}

type SendConversionDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly digest: Digest;
  readonly spool: Pick<Spool, 'keep' | 'giveBack' | 'read'>;
  readonly store: Pick<DeliveryStore, 'get' | 'sendConversion' | 'sendJoined'>;
  readonly prepared: PreparedVersions;
};

/**
 * What the user has seen, by the hash of it. `itemId`: also the id that joining several documents answered with. `note`: to the accountant, in place of
 * the document's own.
 */
export type Agreed = { readonly itemId: ItemId; readonly sha256: string; readonly note?: string | undefined };

/** Sends the version that the user has seen, and no other. From then on it is delivered like any document. */
export async function sendConversion({ itemId, sha256, note }: Agreed, deps: SendConversionDeps): Promise<SendConversion> {
  if (!deps.prepared.isOffered(itemId)) return 'not-offered';
  const seen = deps.prepared.get(itemId)?.conversion;
  const isThere = seen?.sha256 === sha256 && (await deps.prepared.read(itemId)) !== null;
  if (!deps.prepared.isOffered(itemId)) return 'not-offered';
  // Another one may have been made meanwhile.
  const version = isThere && deps.prepared.get(itemId)?.conversion === seen ? deps.prepared.handOver(itemId) : null;
  if (version === null) return 'lost';
  let released: Item | null = null;
  try {
    const [{ conversion, joins }, now] = [version, deps.clock.wallMs()];
    released =
      joins === null
        ? deps.store.sendConversion(itemId, conversion, now, note)
        : deps.store.sendJoined({ id: itemId, parts: joins, note }, conversion, now);
  } finally {
    // Also if our own disk does not take the row: the user may try again.
    if (released === null) deps.prepared.keep(itemId, version);
  }
  if (released === null) return 'not-offered';
  const { path, conversion } = version;
  // What another computer sent is not waited for.
  if (released.conversion?.sha256 === conversion.sha256) await deps.spool.keep(released.id, { path, bytes: conversion.bytes });
  else await deps.spool.giveBack(path, 'free');
  deps.log.info('sent converted', { itemId });
  return released.state.kind === 'held' ? 'asked' : 'sent';
}

/** The version that was made last, or what is sent in place of the file as long as its copy is there. Nothing is made for this. */
export async function conversionBytes(itemId: ItemId, deps: SendConversionDeps): Promise<Result<Uint8Array, BytesFault>> {
  const prepared = await deps.prepared.read(itemId);
  if (prepared !== null) return ok(prepared);
  const sent = deps.store.get(itemId)?.conversion;
  const copy = sent === undefined ? null : await deps.spool.read(itemId, hasHash(sent.sha256, deps.digest));
  return copy === null ? fail('not-found') : ok(copy);
}
