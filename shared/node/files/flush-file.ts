import { open } from 'node:fs/promises';

/** What was written to a file is on the disk when this resolves. Rejects with what the disk says. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
