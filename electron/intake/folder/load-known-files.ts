import type { FolderId } from '#shared/domain/ids.ts';
import { endOfTurn } from '#shared/node/end-of-turn.ts';
import type { IntakeStore, KnownFile } from '../store.ts';

/**
 * All known files of a folder, by relative path. A hundred thousand rows are read in a hundred turns of the event loop, so that other work
 * goes on. The unreadable ones are added to `changed`: their content is unknown, and they may be readable by now.
 */
export async function loadKnownFiles(
  store: Pick<IntakeStore, 'knownFiles' | 'unreadable'>,
  folderId: FolderId,
  changed: Set<string>,
): Promise<Map<string, KnownFile>> {
  const known = new Map<string, KnownFile>();
  for (const page of store.knownFiles(folderId)) {
    if (known.size > 0) await new Promise<void>((resolve) => endOfTurn(resolve));
    for (const [path, pair] of page) known.set(path, pair);
  }
  for (const path of store.unreadable(folderId)) changed.add(path);
  return known;
}
