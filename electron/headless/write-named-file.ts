import type { Files } from '#shared/ports/files.ts';

/** The name leads to something that is no file. */
export const NOT_A_FILE = 'NOT_A_FILE';

/** A file of this name is there, and is not to be replaced. */
export const EXISTS = 'EXISTS';

/**
 * Writes to where a user says, in place of a file that is there unless it is to be a new one (`isNew`). A device or a link, such as /dev/stdout, would be replaced by a file, which breaks
 * every program that uses it: nothing is written there. Null, or why not: the system's code, or ours.
 */
export async function writeNamedFile(
  path: string,
  bytes: Uint8Array,
  { files, isNew = false }: { readonly files: Pick<Files, 'stat' | 'writeDurably'>; readonly isNew?: boolean | undefined },
): Promise<string | null> {
  const there = await files.stat(path);
  if (there.ok && there.value.kind === 'file' && isNew) return EXISTS;
  if (there.ok && there.value.kind !== 'file') return NOT_A_FILE;
  const written = await files.writeDurably(path, bytes);
  return written.ok ? null : written.failure.code;
}
