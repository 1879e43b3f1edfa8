import { openByPool } from './open-file.ts';

/** Reads the first bytes of one of Intray's own files, or all if there are fewer; does not follow a link. */
export async function readStart(path: string, bytes: number): Promise<Uint8Array> {
  const file = await openByPool(path);
  try {
    const room = new Uint8Array(bytes);
    return room.subarray(0, await file.read(room, 0));
  } finally {
    await file.close();
  }
}
