import { type BigIntStats, closeSync, constants, fstatSync, openSync, read, readSync, realpathSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type ReadRealText, realText } from './disk-path.ts';

/** One open file, used through the thread pool, or synchronously on a local file system. */
export type OpenFile = {
  stat(): BigIntStats | Promise<BigIntStats>;
  /** Reads into `room` from its offset `at` on; returns the number of bytes. `from`: the offset in the file, by default the same. */
  read(room: Uint8Array, at: number, from?: number): number | Promise<number>;
  readonly realpath: ReadRealText;
  close(): void | Promise<void>;
};

/** Without O_NONBLOCK, opening a pipe waits for a writer for ever. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Size of the probe behind the expected end: at the end of the file its result is already in memory. */
const PROBE_BYTES_MAX = 1;

const readByPool = promisify(read);

export async function openByPool(path: string | Buffer): Promise<OpenFile> {
  const handle = await open(path, FLAGS);
  return {
    stat: () => handle.stat({ bigint: true }),
    read: async (room, at, from = at) => (await handle.read(room, at, room.byteLength - at, from)).bytesRead,
    realpath: realText,
    close: () => handle.close(),
  };
}

/** After a recent call, as in a sweep, metadata is in the system's cache; only the bytes themselves may have to come from the disk. */
export function openHere(path: string | Buffer): OpenFile {
  const file = openSync(path, FLAGS);
  return {
    stat: () => fstatSync(file, { bigint: true }),
    read: async (room, at, from = at) => {
      const length = room.byteLength - at;
      if (length <= PROBE_BYTES_MAX) return readSync(file, room, at, length, from);
      return (await readByPool(file, room, at, length, from)).bytesRead;
    },
    realpath: (place) => ({ text: realpathSync.native(place, { encoding: 'buffer' }).toString('latin1'), by: 'system' }),
    close: () => closeSync(file),
  };
}
