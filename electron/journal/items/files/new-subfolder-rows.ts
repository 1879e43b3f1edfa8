import type { FoundFile } from '#electron/intake/store.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { isFirstWeek, weekEnd } from '#shared/domain/folder/first-week.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../../sqlite/journal-context.ts';

export type NewSubfolderRows = {
  /** The sub-folder of a file that has to be asked about, because the company is new and nothing was found in there before; null for any other file. */
  askedAbout(folder: Folder, found: FoundFile, now: WallMs): string | null;
  /** The other documents that are held by the same question as this one: the answer to one is the answer to all. */
  alike(item: Item): readonly ItemId[];
};

/** The sub-folders in use, as the files in the journal tell them. */
export function newSubfolderRows({ database }: JournalContext): NewSubfolderRows {
  const { began, later, used, alike } = prepared(database);
  const isNew = ({ id, companyId }: Folder, subfolder: string, now: WallMs): boolean => {
    const since = began.get(companyId, companyId)?.['at'];
    if (typeof since !== 'number' || !isFirstWeek(wallMs(since), now)) return false;
    // Set back, the clock tells of the first week again; what was found later tells that it is over.
    if (later.get(companyId, weekEnd(wallMs(since))) !== undefined) return false;
    // All paths below it: "/" is followed by "0".
    return used.get(id, `${subfolder}/`, `${subfolder}0`) === undefined;
  };
  return {
    askedAbout: (folder, found, now) => {
      const subfolder = found.relativePath.split('/').slice(0, -1).join('/');
      const isWanted = subfolder === '' || found.byUser === true || found.wanted === true || wasSaidBefore(folder, found);
      return !isWanted && isNew(folder, subfolder, now) ? subfolder : null;
    },
    alike: ({ id, companyId, state }) => {
      const question = state.kind === 'held' || (state.kind === 'aside' && state.why === 'user') ? state.question : undefined;
      if (question?.kind !== 'new-subfolder') return [];
      return alike.all(companyId, id, question.subfolder, id).map((row) => itemIdSchema.parse(row['id']));
    },
  };
}

/** The user has said that what was in the folder before is to be sent as well, wherever it is. */
function wasSaidBefore({ existing, addedAt }: Folder, { known }: FoundFile): boolean {
  return existing === 'send' && Math.max(known.modifiedAt, known.changedAt) <= addedAt;
}

/** A file that cannot be sent says nothing about its sub-folder, nor does one that waits for this question or was put aside because of it. */
const SAYS_NOTHING = `i.kind = 'unfit' OR (i.kind IN ('held', 'aside') AND json_extract(i.state, '$.question.kind') = 'new-subfolder')
  OR (i.kind = 'aside' AND json_extract(i.state, '$.why') <> 'user')`;

function prepared(database: JournalContext['database']) {
  return {
    // A connection is made anew after a revocation; the company's first folder is older then.
    began:
      database.prepare(`SELECT min(connected_at, coalesce((SELECT min(added_at) FROM folders WHERE company_id = ?), connected_at)) AS at
      FROM companies WHERE id = ?`),
    later: database.prepare('SELECT 1 FROM items WHERE company_id = ? AND found_at >= ? LIMIT 1'),
    used: database.prepare(`SELECT 1 FROM files f JOIN items i ON i.id = f.item_id
      WHERE f.folder_id = ? AND f.relative_path > ? AND f.relative_path < ? AND coalesce(NOT (${SAYS_NOTHING}), 1) LIMIT 1`),
    // CROSS JOIN makes SQLite start from the few items of this kind, not from all files of the folder.
    alike: database.prepare(`SELECT DISTINCT i.id FROM items i CROSS JOIN files f ON f.item_id = i.id
      WHERE i.company_id = ? AND i.kind = 'held' AND json_extract(i.state, '$.question.kind') = 'new-subfolder' AND i.id <> ?
        AND json_extract(i.state, '$.question.subfolder') = ? AND f.folder_id IN (SELECT folder_id FROM files WHERE item_id = ?)`),
  };
}
