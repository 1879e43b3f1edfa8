import { type BytesFault, type BytesPiece, PIECE_BYTES } from '#shared/app-api/preview.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { ShownVersion } from './conversion/shown-version.ts';
import type { ToShow } from './show-large.ts';

export type FindItemBytes = (itemId: ItemId, stop?: Stop) => Promise<Result<Uint8Array | ToShow | ShownVersion, BytesFault>>;

/** Readers at a time: each may hold 5 MB until its window has read them. Of a larger file, each holds a piece. */
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
      const found = await find(itemId, stop);
      if (!found.ok) {
        yield { kind: 'fault', fault: found.failure };
        return;
      }
      yield* piecesOf(asShown(found.value), stop);
    } finally {
      open -= 1;
    }
  };
}

type Shown = ToShow & { readonly mediaType?: string };

async function* piecesOf({ byteLength, chunks, close, mediaType }: Shown, stop: Stop | undefined): AsyncGenerator<BytesPiece, void, void> {
  try {
    yield { kind: 'begin', bytes: byteLength, ...(mediaType === undefined ? {} : { mediaType }) };
    for await (const chunk of chunks()) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        if (stop?.aborted === true) return;
        yield { kind: 'piece', base64: bytes.subarray(at, at + PIECE_BYTES).toString('base64') };
      }
    }
  } finally {
    await close();
  }
}

function asShown(found: Uint8Array | ToShow | ShownVersion): Shown {
  if (found instanceof Uint8Array) return inMemory(found);
  return 'bytes' in found ? { ...inMemory(found.bytes), mediaType: found.mediaType } : found;
}

function inMemory(bytes: Uint8Array): ToShow {
  return {
    byteLength: bytes.byteLength,
    chunks: async function* all() {
      yield bytes;
    },
    close: async () => undefined,
  };
}
