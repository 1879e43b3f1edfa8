import { open } from 'node:fs/promises';

/** Resolves when everything written to the file is on the disk. Rejects with the disk's error. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
