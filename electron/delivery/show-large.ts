import { SHOWN_BYTES_MAX } from '#shared/app-api/preview.ts';
import { COPY_LOST } from '#shared/domain/item/explained-as.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { Semaphore } from '#shared/async/semaphore.ts';
import type { ByteSource } from '#shared/lib/byte-source.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { type FindBytesDeps, type Places, showFile } from './find-bytes.ts';

/** Bytes that a person looks at. To be closed: then nothing of them is left on our disk. */
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
