import { isConvertible } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { whyNotJoined } from '#shared/domain/item/joining/joining.ts';
import type { Part } from '#shared/domain/item/joining/parts.ts';
import { type Digest, hasHash } from '#shared/lib/digest.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Spool } from '../spool.ts';
import type { DeliveryStore } from '../store.ts';
import type { Version } from './make-of-file.ts';

/** `joins`: the documents that it would be sent in place of; null if it is of a document that there is. */
export type PreparedVersion = Version & { readonly joins: readonly Part[] | null };

export type PreparedVersions = {
  /** Takes the place of the item's former one. */
  keep(itemId: ItemId, version: PreparedVersion): void;
  get(itemId: ItemId): PreparedVersion | null;
  /** Its bytes, if they are still those that were made. */
  read(itemId: ItemId): Promise<Uint8Array | null>;
  /** The file is the caller's from now on. */
  handOver(itemId: ItemId): PreparedVersion | null;
  drop(itemId: ItemId): void;
  /** Whether a user may still have this one sent. */
  isOffered(itemId: ItemId): boolean;
  /** Drops the versions of documents that are no longer convertible, and those that were not used for half an hour. */
  sweep(): void;
  close(): void;
};

export type PreparedVersionsDeps = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly digest: Digest;
  readonly spool: Pick<Spool, 'readTaken' | 'giveBack'>;
  readonly store: Pick<DeliveryStore, 'get'>;
};

/** A user who looks at a version, and sends it, needs less. */
const UNUSED_MS = 30 * MINUTE_MS;
/** Each is at most 5 MB on our own disk. The one that was used least lately makes way. */
const VERSIONS_MAX = 24;

/**
 * Versions that were made for a user to look at, before anything is decided. They are in files of the spool that belong to no item, and only
 * this run of the program knows of them: the next one removes the files.
 */
export function preparedVersions({ clock, digest, spool, store }: PreparedVersionsDeps): PreparedVersions {
  const all = new Map<ItemId, PreparedVersion & { readonly usedAtMs: number }>();
  const handOver = (itemId: ItemId): PreparedVersion | null => {
    const version = all.get(itemId) ?? null;
    all.delete(itemId);
    return version;
  };
  const drop = (itemId: ItemId): void => {
    const version = handOver(itemId);
    // Removed at once: nothing may come after it that would overwrite it.
    if (version !== null) void spool.giveBack(version.path, 'doubtful');
  };
  const isOffered = (itemId: ItemId): boolean => {
    const joins = all.get(itemId)?.joins ?? null;
    return joins === null ? isConvertible(store.get(itemId)) : whyNotJoined(joins.flatMap((part) => store.get(part.itemId) ?? [])) === null;
  };
  const keep = (itemId: ItemId, { path, conversion, joins }: PreparedVersion): void => {
    if (all.get(itemId)?.path !== path) drop(itemId);
    // The one that was used last is the last one of the map.
    all.delete(itemId);
    all.set(itemId, { path, conversion, joins, usedAtMs: clock.monotonicMs() });
    const [longest] = all.keys();
    if (all.size > VERSIONS_MAX && longest !== undefined) drop(longest);
  };
  return {
    keep,
    get: (itemId) => all.get(itemId) ?? null,
    read: async (itemId) => {
      const version = all.get(itemId);
      if (version === undefined) return null;
      keep(itemId, version);
      const bytes = await spool.readTaken({ path: version.path, bytes: version.conversion.bytes });
      if (bytes !== null && (await hasHash(version.conversion.sha256, digest)(bytes))) return bytes;
      if (all.get(itemId)?.conversion === version.conversion) drop(itemId);
      return null;
    },
    handOver,
    drop,
    isOffered,
    sweep: () => {
      for (const [itemId, { usedAtMs }] of Array.from(all)) {
        if (!isOffered(itemId) || clock.monotonicMs() - usedAtMs >= UNUSED_MS) drop(itemId);
      }
    },
    close: () => {
      for (const itemId of Array.from(all.keys())) drop(itemId);
    },
  };
}
