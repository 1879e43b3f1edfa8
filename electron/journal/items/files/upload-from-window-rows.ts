import { join } from 'node:path';
import type { Drop } from '#shared/app-api/views.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { FoundFile } from '#electron/intake/store.ts';
import type { JournalContext, Row } from '../../sqlite/journal-context.ts';

export type WindowUploadRows = {
  /** Part of the caller's transaction. */
  add(itemId: ItemId, at: WallMs, found: Pick<FoundFile, 'folderId' | 'relativePath'>): void;
  /** Of one document, newest first. */
  of(itemId: ItemId): readonly Drop[];
  /** Of a page of documents, those that arrived again. */
  ofAll(itemIds: readonly ItemId[]): Readonly<Record<string, Drop[]>>;
};

/** The most that are kept per content: a program that rewrites the same file every night must not fill the journal. */
const KEPT_MAX = 100;

/** Where and when a known content arrived again (C10: it is not sent again). */
export function windowUploadRows({ database }: JournalContext): WindowUploadRows {
  const insert = database.prepare('INSERT INTO drops (item_id, folder_id, relative_path, at) VALUES (?, ?, ?, ?)');
  const forget = database.prepare(`DELETE FROM drops WHERE item_id = ?1 AND n <= (SELECT n FROM drops WHERE item_id = ?1
    ORDER BY n DESC LIMIT 1 OFFSET ${KEPT_MAX})`);
  const select = database.prepare(`SELECT d.item_id, o.path, d.relative_path, d.at FROM json_each(?) j
    JOIN drops d ON d.item_id = j.value JOIN folders o ON o.id = d.folder_id ORDER BY d.n DESC`);
  const ofAll = (itemIds: readonly ItemId[]): Readonly<Record<string, Drop[]>> => {
    const all: Record<string, Drop[]> = {};
    for (const row of select.all(JSON.stringify(itemIds))) (all[itemIdSchema.parse(row['item_id'])] ??= []).push(dropOf(row));
    return all;
  };
  return {
    add: (itemId, at, { folderId, relativePath }) => {
      insert.run(itemId, folderId, relativePath, at);
      forget.run(itemId);
    },
    of: (itemId) => ofAll([itemId])[itemId] ?? [],
    ofAll,
  };
}

function dropOf(row: Row): Drop {
  return { path: join(String(row['path']), ...String(row['relative_path']).split('/')), at: wallMs(Number(row['at'])) };
}
