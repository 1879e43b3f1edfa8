import { type BigIntStats, closeSync, constants, fstatSync, openSync, read, readSync, realpathSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type ReadRealText, realText } from './is-under.ts';

/** One open file, asked by way of the thread pool, or at once where the file system is a local one. */
export type OpenFile = {
  stat(): BigIntStats | Promise<BigIntStats>;
  /** Into `room` from there on, from the same place of the file; says how many bytes. */
  read(room: Uint8Array, from: number): number | Promise<number>;
  readonly realpath: ReadRealText;
  close(): void | Promise<void>;
};

/** Without O_NONBLOCK the opening of a pipe waits for a writer, for ever. Both flags are missing on Windows. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** The end that was not announced: when there is none, the answer lies in memory. */
const PROBE_BYTES_MAX = 1;

const readByPool = promisify(read);

export async function openByPool(path: string | Buffer): Promise<OpenFile> {
  const handle = await open(path, FLAGS);
  return {
    stat: () => handle.stat({ bigint: true }),
    read: async (room, from) => (await handle.read(room, from, room.byteLength - from, from)).bytesRead,
    realpath: realText,
    close: () => handle.close(),
  };
}

/** What was asked for a moment ago, as in a sweep, is in the system's memory; only the bytes themselves may be on the disk. */
export function openHere(path: string | Buffer): OpenFile {
  const file = openSync(path, FLAGS);
  return {
    stat: () => fstatSync(file, { bigint: true }),
    read: async (room, from) => {
      const length = room.byteLength - from;
      if (length <= PROBE_BYTES_MAX) return readSync(file, room, from, length, from);
      return (await readByPool(file, room, from, length, from)).bytesRead;
    },
    realpath: (place) => ({ text: realpathSync.native(place, { encoding: 'buffer' }).toString('latin1'), by: 'system' }),
    close: () => closeSync(file),
  };
}
