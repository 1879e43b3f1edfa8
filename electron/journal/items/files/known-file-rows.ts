import type { SQLOutputValue, StatementSync } from 'node:sqlite';
import type { IntakeStore, KnownFile } from '#electron/intake/store.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../../sqlite/journal-context.ts';

/** The known files of a folder as a sweep compares them: pages of paths and what each file was like when it was last read. */
export function knownFileRows({ database }: JournalContext): IntakeStore['knownFiles'] {
  const statement = database.prepare(
    `SELECT relative_path, bytes, modified_at, coalesce(changed_at, seen_at), inode FROM files WHERE folder_id = ? AND relative_path > ? AND present = 1
      ORDER BY relative_path LIMIT ${KNOWN_PAGE_ROWS}`,
  );
  // Objects with named columns take two and a half times as long for a hundred thousand rows.
  statement.setReturnArrays(true);
  return (folderId) => knownPages(statement, folderId);
}

/** A page of this size is read in two milliseconds. */
const KNOWN_PAGE_ROWS = 1_000;

/** Yields only the path and last known state of each file, and reads every page afresh: the next sweep finds what changes in between. */
function* knownPages(statement: StatementSync, folderId: FolderId): Generator<readonly (readonly [string, KnownFile])[]> {
  for (let after = ''; ; ) {
    const page = Array.from(statement.all(folderId, after) as unknown as Iterable<readonly SQLOutputValue[]>, knownFile);
    yield page;
    // Paths only grow, so this ends with the folder.
    if (page.length < KNOWN_PAGE_ROWS) return;
    after = page.at(-1)?.[0] ?? '';
  }
}

function knownFile([path, bytes, modifiedAt, changedAt, inode]: readonly SQLOutputValue[]): readonly [string, KnownFile] {
  const [written, changed] = [wallMs(Number(modifiedAt)), wallMs(Number(changedAt))];
  return [String(path), { bytes: Number(bytes), modifiedAt: written, changedAt: changed, inode: inode === null ? null : Number(inode) }];
}
