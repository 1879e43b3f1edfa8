import { dirname } from 'node:path';
import { localDevice } from './local-device.ts';
import { openByPool, openHere } from './open-file.ts';

/** Reads as many bytes of one of Intray's own files from `from` on, or all that are left if there are fewer; does not follow a link. */
export async function readPart(path: string, from: number, bytes: number): Promise<Uint8Array> {
  const isHere = (await localDevice(dirname(path))) !== null;
  const file = isHere ? openHere(path) : await openByPool(path);
  try {
    // From V8, which then collects small garbage in time. Memory of Node's own kind makes it collect all of it, which blocks for up to 10 ms.
    const room = new Uint8Array(bytes);
    let read = 0;
    while (read < bytes) {
      const more = await file.read(room, read, from + read);
      if (more === 0) break;
      read += more;
    }
    return room.subarray(0, read);
  } finally {
    await file.close();
  }
}
