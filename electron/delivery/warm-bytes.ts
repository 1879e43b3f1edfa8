import type { ItemId } from '#shared/domain/ids.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { brake } from './brake.ts';

export type WarmBytes = {
  /** Right after they were looked at: they are about to be sent. */
  readonly keep: (itemId: ItemId, bytes: Uint8Array) => void;
  /** The very bytes that were looked at; once, and null when they are not kept any more. */
  readonly take: (itemId: ItemId) => Uint8Array | null;
  /** Null when more may come. Else resolves when enough was taken, or soon: what comes beyond would be read and hashed a second time. */
  readonly room: () => Promise<void> | null;
};

/** Three of the largest files, or a hundred usual ones: more are read again from the disk. */
const BYTES_MAX = 16_000_000;
/** What is not sent by then waits for something, and its bytes need not lie in memory meanwhile. */
const KEPT_MS = 10 * SECOND_MS;
/** From here on whoever brings more waits. The rest is for those who have begun to read meanwhile. */
const ENOUGH_BYTES = BYTES_MAX / 2;

/**
 * Bytes on their short way from inspection to upload: read once, hashed once, and no other than those that were checked.
 * Only a shortcut: without them delivery reads the file and compares.
 */
export function warmBytes(clock: Clock, stop: Stop): WarmBytes {
  const kept = new Map<ItemId, Uint8Array>();
  let total = 0;
  let emptying = false;
  const held = brake(clock);
  stop.addEventListener('abort', held.release, { once: true });
  const drop = (itemId: ItemId): Uint8Array | null => {
    const bytes = kept.get(itemId) ?? null;
    kept.delete(itemId);
    total -= bytes?.byteLength ?? 0;
    return bytes;
  };
  const emptyLater = async (): Promise<void> => {
    emptying = true;
    while (kept.size > 0 && !stop.aborted) {
      const old = Array.from(kept.keys());
      await clock.sleep(KEPT_MS, stop);
      for (const itemId of old) drop(itemId);
    }
    emptying = false;
  };
  return {
    keep: (itemId, bytes) => {
      // What does not fit is left out: what came first is sent first.
      if (stop.aborted || kept.has(itemId) || total + bytes.byteLength > BYTES_MAX) return;
      kept.set(itemId, bytes);
      total += bytes.byteLength;
      if (!emptying) void emptyLater();
    },
    take: (itemId) => {
      const bytes = drop(itemId);
      held.took();
      if (total < ENOUGH_BYTES) held.release();
      if (total === 0) held.rest();
      return bytes;
    },
    room: () => (total < ENOUGH_BYTES || stop.aborted ? null : held.wait()),
  };
}
