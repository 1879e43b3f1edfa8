import type { TidyFile, TidyStore } from '#electron/tidy/store.ts';
import { documentIdSchema } from '#shared/contract/ids.ts';
import { resultFoldersSchema } from '#shared/domain/folder/folder.ts';
import { folderIdSchema, itemIdSchema } from '#shared/domain/ids.ts';
import { wallMsSchema } from '#shared/domain/wall-ms-schema.ts';
import { z } from 'zod';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';

/** The journal as tidying uses it. */
export function tidyRows(base: JournalContext): TidyStore {
  const statements = prepared(base.database);
  return {
    due: ({ itemId, limit }) => {
      // This runs after every result, and most people leave their files where they are.
      if (statements.any.get() === undefined) return [];
      const rows = itemId === null ? statements.due.all(limit) : statements.dueOf.all(itemId, limit);
      return rows.map(tidyFileOf);
    },
    intend: ({ folderId, relativePath, itemId }, to) =>
      base.transact(() => {
        statements.intend.run(to, folderId, relativePath, itemId);
      }),
    moved: ({ folderId, relativePath, itemId }, to) =>
      base.transact(() => {
        // Another copy of the same content may already be known at that path; the two are one from now on.
        const known = statements.at.get(folderId, to, itemId);
        if (known === undefined) statements.move.run(to, folderId, relativePath, itemId);
        else statements.gone.run(folderId, relativePath, itemId);
      }),
    done: ({ folderId, relativePath, itemId, resubmission }, stays) =>
      base.transact(() => {
        statements.done.run(resubmission, stays, folderId, relativePath, itemId);
      }),
  };
}

/**
 * Became final or was found since the setting, and was not tidied for this sending yet. An unproven answer that a user took moves no file (C37).
 */
const DUE = `SELECT f.folder_id, f.relative_path, f.moving_to, o.path, o.after_result, o.result_folders, o.refusal_note,
    i.id, i.sha256, i.resubmission, i.state, i.received_at
  FROM folders o JOIN files f ON f.folder_id = o.id JOIN items i ON i.id = f.item_id
  WHERE o.removed_at IS NULL AND o.state = 'present' AND (f.present = 1 OR f.moving_to IS NOT NULL)
    AND (f.tidied_for IS NULL OR f.tidied_for < i.resubmission)
    AND ((o.after_result = 'move' AND i.kind IN ('accepted', 'refused')) OR (o.refusal_note = 1 AND i.kind = 'refused'))
    AND json_extract(i.state, '$.unproven') IS NULL
    AND max(i.state_since, f.seen_at) >= o.after_since AND i.sha256 IS NOT NULL`;

function prepared(database: JournalContext['database']) {
  const file = 'folder_id = ? AND relative_path = ? AND item_id = ?';
  return {
    any: database.prepare("SELECT 1 FROM folders WHERE removed_at IS NULL AND (after_result = 'move' OR refusal_note = 1) LIMIT 1"),
    due: database.prepare(`${DUE} LIMIT ?`),
    dueOf: database.prepare(`${DUE} AND f.item_id = ? LIMIT ?`),
    at: database.prepare(`SELECT 1 FROM files WHERE ${file}`),
    intend: database.prepare(`UPDATE files SET moving_to = ? WHERE ${file}`),
    move: database.prepare(`UPDATE files SET relative_path = ?, moving_to = NULL, present = 1 WHERE ${file}`),
    gone: database.prepare(`UPDATE files SET moving_to = NULL, present = 0 WHERE ${file}`),
    done: database.prepare(`UPDATE files SET tidied_for = ?, stays = ?, moving_to = NULL WHERE ${file}`),
  };
}

const stateSchema = z.object({
  kind: z.enum(['accepted', 'refused']),
  documentId: documentIdSchema,
  at: wallMsSchema,
  rejectedAt: wallMsSchema.optional(),
  reason: z.string().nullable(),
});

function tidyFileOf(row: Row): TidyFile {
  const movingTo = row['moving_to'];
  const folders = row['result_folders'];
  return {
    folderId: folderIdSchema.parse(row['folder_id']),
    root: String(row['path']),
    relativePath: String(row['relative_path']),
    movingTo: typeof movingTo === 'string' ? movingTo : null,
    itemId: itemIdSchema.parse(row['id']),
    sha256: String(row['sha256']),
    resubmission: Number(row['resubmission']),
    result: stateSchema.parse(JSON.parse(String(row['state']))),
    receivedAt: wallMsSchema.nullable().parse(row['received_at']),
    moveInto: row['after_result'] === 'move' && typeof folders === 'string' ? resultFoldersSchema.parse(JSON.parse(folders)) : null,
    note: row['refusal_note'] === 1,
  };
}
