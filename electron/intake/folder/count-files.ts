import { join } from 'node:path';
import { DEPTH_MAX } from '#shared/domain/folder/folder-depth.ts';
import type { Files } from '#shared/ports/files.ts';
import { isIgnored } from './ignored.ts';

/** Larger counts are shown as "more than": a person does not need the exact number to decide. */
const FILES_MAX = 2_000;
/** Bound on examined entries, because the person may choose a whole disk. */
const ENTRIES_MAX = 20_000;

export type FileCount = { readonly files: number; readonly more: boolean };

/**
 * How many files a sweep of this folder would take up, up to a bound. Placeholders do not count, since the person is asked about them
 * separately. Opens no file.
 */
export async function countFiles(files: Files, path: string): Promise<FileCount> {
  const todo = [{ path, depth: 0 }];
  let count = 0;
  let looked = 0;
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const listed = await files.list(at.path);
    for (const { name, stat, special } of listed.ok ? listed.value : []) {
      looked += 1;
      if (stat.kind === 'file' && special === null && !isIgnored(name, 'file')) count += 1;
      if (stat.kind === 'folder' && !isIgnored(name, 'folder') && at.depth < DEPTH_MAX) {
        todo.push({ path: join(at.path, name), depth: at.depth + 1 });
      }
      if (count >= FILES_MAX || looked >= ENTRIES_MAX) return { files: count, more: true };
    }
  }
  return { files: count, more: false };
}
