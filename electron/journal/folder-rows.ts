import { type ExistingFiles, type Folder, folderSchema, type FolderState } from '#shared/domain/folder.ts';
import type { CompanyId, FolderId } from '#shared/domain/ids.ts';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { FileIdentity } from '#shared/ports/files.ts';
import type { Base, Row } from './base.ts';

export type NewFolder = {
  readonly companyId: CompanyId;
  readonly importType: InvoiceType;
  readonly path: string;
  readonly settleMs: number;
  /** `ask` when it is not said. */
  readonly existing?: ExistingFiles;
};

export type FolderRows = {
  /** Those that are watched. */
  folders(): readonly Folder[];
  /** Also one that was taken off the list. */
  get(folderId: FolderId): Folder | null;
  add(folder: NewFolder): Folder;
  /** False when it is not on the list. */
  remove(folderId: FolderId): boolean;
  swept(folderId: FolderId, seen: { readonly state: FolderState; readonly identity: FileIdentity | null; readonly at: WallMs }): void;
};

/** The folders that a person chose. */
export function folderRows(base: Base): FolderRows {
  const { database } = base;
  const all = database.prepare('SELECT * FROM folders WHERE removed_at IS NULL ORDER BY rowid');
  const byId = database.prepare('SELECT * FROM folders WHERE id = ?');
  const insert = database.prepare(`INSERT INTO folders (id, company_id, import_type, path, settle_ms, existing, added_at, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, 'present')`);
  const off = database.prepare('UPDATE folders SET removed_at = ? WHERE id = ? AND removed_at IS NULL');
  // An identity that was seen once stays: it is what a swapped disk is told from.
  const sweep = database.prepare(`UPDATE folders SET state = ?, volume = coalesce(volume, ?), inode = coalesce(inode, ?), last_swept_at = ?
    WHERE id = ?`);
  const get = (folderId: FolderId): Folder | null => {
    const row = byId.get(folderId);
    return row === undefined ? null : folderOf(row);
  };
  return {
    folders: () => all.all().map(folderOf),
    get,
    add: (folder) =>
      base.transact(() => {
        const id = base.random.uuid() as FolderId;
        insert.run(id, folder.companyId, folder.importType, folder.path, folder.settleMs, folder.existing ?? 'ask', base.clock.wallMs());
        const made = get(id);
        if (made === null) throw new Error('a folder that was just written is not there');
        return made;
      }),
    remove: (folderId) => base.transact(() => off.run(base.clock.wallMs(), folderId).changes === 1),
    swept: (folderId, seen) =>
      base.transact(() => {
        const { identity } = seen;
        sweep.run(seen.state, identity?.volume ?? null, identity?.inode ?? null, seen.at, folderId);
      }),
  };
}

function folderOf(row: Row): Folder {
  return folderSchema.parse({
    id: row['id'],
    companyId: row['company_id'],
    importType: row['import_type'],
    path: row['path'],
    settleMs: row['settle_ms'],
    existing: row['existing'],
    addedAt: row['added_at'],
    state: row['state'],
    identity: row['volume'] === null ? null : { volume: row['volume'], inode: row['inode'] },
    lastSweptAt: row['last_swept_at'],
  });
}
