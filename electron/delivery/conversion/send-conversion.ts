import type { SendConversion } from '#shared/app-api/conversion.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type Digest, hasHash } from '#shared/lib/digest.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Spool } from '../spool.ts';
import type { DeliveryStore } from '../store.ts';
import type { PreparedVersions } from './prepared-versions.ts';

export type SendConversionDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly digest: Digest;
  readonly spool: Pick<Spool, 'keep' | 'giveBack' | 'read'>;
  readonly store: Pick<DeliveryStore, 'get' | 'sendConversion' | 'sendJoined'>;
  readonly prepared: PreparedVersions;
};

/** What the person has seen, by the hash of it. `itemId`: also the id that joining several documents answered with. */
export type Agreed = { readonly itemId: ItemId; readonly sha256: string };

/** Sends the version that the person has seen, and no other. From then on it is delivered like any document. */
export async function sendConversion({ itemId, sha256 }: Agreed, by: SendConversionDeps): Promise<SendConversion> {
  if (!by.prepared.isOffered(itemId)) return 'not-offered';
  const seen = by.prepared.get(itemId)?.conversion;
  const isThere = seen?.sha256 === sha256 && (await by.prepared.read(itemId)) !== null;
  if (!by.prepared.isOffered(itemId)) return 'not-offered';
  // Another one may have been made meanwhile.
  const version = isThere && by.prepared.get(itemId)?.conversion === seen ? by.prepared.handOver(itemId) : null;
  if (version === null) return 'lost';
  let released: Item | null = null;
  try {
    const [{ conversion, joins }, now] = [version, by.clock.wallMs()];
    released =
      joins === null
        ? by.store.sendConversion(itemId, conversion, now)
        : by.store.sendJoined({ id: itemId, parts: joins }, conversion, now);
  } finally {
    // Also if our own disk does not take the row: the person may try again.
    if (released === null) by.prepared.keep(itemId, version);
  }
  if (released === null) return 'not-offered';
  const { path, conversion } = version;
  // What another computer sent is not waited for.
  if (released.conversion?.sha256 === conversion.sha256) await by.spool.keep(released.id, { path, bytes: conversion.bytes });
  else await by.spool.giveBack(path, 'free');
  by.log.info('sent converted', { itemId });
  return released.state.kind === 'held' ? 'asked' : 'sent';
}

/** The version that was made last, or what is sent in place of the file as long as its copy is there. Nothing is made for this. */
export async function conversionBytes(itemId: ItemId, by: SendConversionDeps): Promise<Result<Uint8Array, BytesFault>> {
  const prepared = await by.prepared.read(itemId);
  if (prepared !== null) return ok(prepared);
  const sent = by.store.get(itemId)?.conversion;
  const copy = sent === undefined ? null : await by.spool.read(itemId, hasHash(sent.sha256, by.digest));
  return copy === null ? fail('not-found') : ok(copy);
}
