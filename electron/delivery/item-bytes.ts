import { type BytesFault, type BytesPiece, PIECE_BYTES, SHOWN_BYTES_MAX } from '#shared/app-api/preview.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { ShownVersion } from './conversion/shown-version.ts';
import { COPY_LOST, type Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Semaphore } from '#shared/async/semaphore.ts';
import type { ByteSource } from '#shared/lib/bytes.ts';
import { type FindBytesDeps, type Places, showFile } from './find-bytes.ts';

export type FindItemBytes = (itemId: ItemId, stop?: Stop) => Promise<Result<Uint8Array | ToShow | ShownVersion, BytesFault>>;

/** Readers at a time: each may hold 5 MB until its window has read them. Of a larger file, each holds a piece. */
const READERS_MAX = 8;

/** Streams the bytes of items in pieces; a reader that goes away ends its own stream. */
export function itemBytes(find: FindItemBytes): Pieces<ItemId, BytesPiece> {
  return piecesOf({ most: READERS_MAX, find, show: shownPieces });
}

type Pieces<Asked, Piece> = (of: Asked, stop: Stop | undefined) => AsyncGenerator<Piece, void, void>;
type Fault = Extract<BytesPiece, { kind: 'fault' }>;

type PiecesOf<Asked, Found, Piece> = {
  /** How many are read at a time. */
  readonly most: number;
  readonly find: (of: Asked, stop?: Stop) => Promise<Result<Found, BytesFault>>;
  readonly show: Pieces<Found, Piece>;
};

/** Streams what is found in pieces, or one fault. */
export function piecesOf<Asked, Found, Piece>({ most, find, show }: PiecesOf<Asked, Found, Piece>): Pieces<Asked, Piece | Fault> {
  let open = 0;
  return async function* pieces(of, stop) {
    if (open >= most) {
      yield { kind: 'fault', fault: 'busy' };
      return;
    }
    open += 1;
    try {
      const found = await find(of, stop);
      if (found.ok) yield* show(found.value, stop);
      else yield { kind: 'fault', fault: found.failure };
    } finally {
      open -= 1;
    }
  };
}

type Shown = ToShow & { readonly mediaType?: string };

/** How many bytes there are, then all of them. */
export async function* shownPieces(
  found: Uint8Array | ToShow | ShownVersion,
  stop: Stop | undefined,
): AsyncGenerator<BytesPiece, void, void> {
  const { byteLength, chunks, close, mediaType } = asShown(found);
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

function asShown(found: Parameters<typeof shownPieces>[0]): Shown {
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

/** Bytes that a user looks at. To be closed: then nothing of them is left on our disk. */
export type ToShow = ByteSource & { readonly close: () => Promise<void> };

/**
 * The bytes of files that are too large to be sent, only to be looked at. One at a time: the reader copies it into a file of the spool that belongs to
 * no item, while it hashes it, and no more than a piece of it is in memory.
 */
export function largeToShow() {
  const turns = new Semaphore(1);
  return async (item: Item, places: Places, { stop, ...by }: FindBytesDeps & { readonly stop: Stop }): Promise<Result<ToShow, Failure>> => {
    const release = await turns.acquire(stop);
    if (release === null) return fail({ kind: 'no-file', code: COPY_LOST, tries: 1 });
    const made = await showFile(item, places, { ...by, largeMax: SHOWN_BYTES_MAX });
    if (!made.ok) {
      release();
      return made;
    }
    const { path, bytes } = made.value;
    const close = async (): Promise<void> => {
      await by.spool.giveBack(path, 'doubtful');
      release();
    };
    return ok({ byteLength: bytes, chunks: () => by.spool.chunksTaken(made.value), close });
  };
}
