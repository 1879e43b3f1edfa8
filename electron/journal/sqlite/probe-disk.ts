import { join } from 'node:path';
import type { Files } from '#shared/ports/files.ts';
import { diskFaultOfFile, type StartDiskFault } from './disk-fault.ts';

/** Larger than the index of SQLite's log, the first file that SQLite writes. */
const ASKED_BYTES = 65_536;

/** Asks the disk itself why the journal cannot be written, with a small file that is removed again; null if the disk takes the file. */
export async function probeDisk(files: Pick<Files, 'writeDurably' | 'remove'>, profile: string): Promise<StartDiskFault | null> {
  const path = join(profile, 'asked.json');
  const written = await files.writeDurably(path, new Uint8Array(ASKED_BYTES));
  if (written.ok) await files.remove(path);
  return written.ok ? null : diskFaultOfFile(written.failure);
}
