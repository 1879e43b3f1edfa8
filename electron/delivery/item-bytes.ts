import { type BytesFault, type BytesPiece, PIECE_BYTES } from '#shared/app-api/preview.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';

export type FindItemBytes = (itemId: ItemId) => Promise<Result<Uint8Array, BytesFault>>;

/** Readers at a time: each may hold 5 MB until its window has read them. */
const READERS_MAX = 8;

/** Streams the bytes of items in pieces; a reader that goes away ends its own stream. */
export function itemBytes(find: FindItemBytes): (itemId: ItemId, stop: Stop | undefined) => AsyncGenerator<BytesPiece, void, void> {
  let open = 0;
  return async function* pieces(itemId, stop) {
    if (open >= READERS_MAX) {
      yield { kind: 'fault', fault: 'busy' };
      return;
    }
    open += 1;
    try {
      const found = await find(itemId);
      if (!found.ok) {
        yield { kind: 'fault', fault: found.failure };
        return;
      }
      const bytes = Buffer.from(found.value.buffer, found.value.byteOffset, found.value.byteLength);
      yield { kind: 'begin', bytes: bytes.length };
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        if (stop?.aborted === true) return;
        yield { kind: 'piece', base64: bytes.subarray(at, at + PIECE_BYTES).toString('base64') };
      }
    } finally {
      open -= 1;
    }
  };
}
