import { openByPool } from './open-file.ts';

/** The first bytes of a file of ours, not through a link; fewer where it has fewer. */
export async function readStart(path: string, bytes: number): Promise<Uint8Array> {
  const file = await openByPool(path);
  try {
    const room = new Uint8Array(bytes);
    return room.subarray(0, await file.read(room, 0));
  } finally {
    await file.close();
  }
}
