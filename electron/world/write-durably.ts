import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFault } from '#shared/ports/files.ts';
import { fileFault } from './file-fault.ts';

const OWNER_ONLY = 0o600;
/** Two writers of one path in one process must not meet in one file beside it. */
let writes = 0;

/** Beside, flushed, renamed, the folder flushed: after a power cut there is the old file or the new one. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<Result<null, FileFault>> {
  writes += 1;
  const beside = `${path}.${process.pid}-${writes}.part`;
  try {
    // What a killed predecessor of our number left behind.
    await rm(beside, { force: true });
    await writeFlushed(beside, bytes);
    await rename(beside, path);
    await flushFolder(dirname(path));
    return ok(null);
  } catch (error) {
    // A half that stays is swept up by whoever owns the folder; the first failure is the one to tell.
    await rm(beside, { force: true }).catch(() => undefined);
    return fail(fileFault(error));
  }
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Without it a power cut may take the rename back. Windows has no such call and needs none. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
