import { join } from 'node:path';
import type { FolderFigures } from '#shared/app-api/folder-places.ts';
import { FILENAME_ENDINGS } from '#shared/contract/media-types.ts';
import { DEPTH_MAX } from '#shared/domain/folder/folder-depth.ts';
import { entriesEndingOf } from '#shared/domain/item/file-kinds.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { FileEntry, Files } from '#shared/ports/files.ts';
import { isIgnored } from './ignored.ts';

/** Larger counts are shown as "more than": a user does not need the exact number to decide. */
const FILES_MAX = 10_000;
/** Bound on examined entries, because the user may choose a whole disk. */
const ENTRIES_MAX = 50_000;
/** And on time, because a share may list slowly while the user waits. */
const TIME_MAX_MS = 3 * SECOND_MS;
/** Names that end in a date or a number have no ending. */
const ENDING = /\.[a-z][a-z0-9]{0,7}$/;

/**
 * What a sweep of this folder would find, up to a bound. Placeholders do not count as files, since the user is asked about them
 * separately. Opens no file.
 */
export async function countFiles(
  path: string,
  { files, clock }: { readonly files: Files; readonly clock: Pick<Clock, 'monotonicMs'> },
): Promise<FolderFigures> {
  const untilMs = clock.monotonicMs() + TIME_MAX_MS;
  const todo = [{ path, depth: 0 }];
  const seen = { files: 0, directly: 0, subfolders: 0, sendable: 0, entries: 0 };
  const endings = new Set<string>();
  let looked = 0;
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const listed = await files.list(at.path);
    for (const entry of listed.ok ? listed.value : []) {
      looked += 1;
      if (isCounted(entry)) {
        const ending = ENDING.exec(entry.name.toLowerCase())?.[0] ?? '';
        seen.files += 1;
        seen.directly += at.depth === 0 ? 1 : 0;
        seen.sendable += FILENAME_ENDINGS.includes(ending) ? 1 : 0;
        seen.entries += entriesEndingOf(entry.name) === null ? 0 : 1;
        endings.add(ending);
      } else if (isLookedInto(entry) && at.depth < DEPTH_MAX) {
        seen.subfolders += 1;
        todo.push({ path: join(at.path, entry.name), depth: at.depth + 1 });
      }
      if (seen.files >= FILES_MAX || looked >= ENTRIES_MAX) return { ...seen, endings: endings.size, more: true };
    }
    if (todo.length > 0 && clock.monotonicMs() >= untilMs) return { ...seen, endings: endings.size, more: true };
  }
  return { ...seen, endings: endings.size, more: false };
}

function isCounted({ name, stat, special }: FileEntry): boolean {
  return stat.kind === 'file' && special === null && !isIgnored(name, 'file');
}

function isLookedInto({ name, stat }: FileEntry): boolean {
  return stat.kind === 'folder' && !isIgnored(name, 'folder');
}
