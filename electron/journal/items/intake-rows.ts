import { enqueueing, type EnqueueRows } from './files/enqueue-file.ts';
import type { Enqueued, FoundFile, IntakeStore, KnownFile } from '#electron/intake/store.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { followFileRows } from './files/gone-rows.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { SQLOutputValue, StatementSync } from 'node:sqlite';
import { IN_BULK_ARRIVAL } from './files/bulk-arrival-rows.ts';

/** The journal as intake uses it; every write is durable on return. */
export interface IntakeRows extends IntakeStore {
  enqueue(found: FoundFile): Enqueued;
}

export function intakeRows(base: JournalContext, rows: EnqueueRows): IntakeRows {
  const statements = prepared(base.database);
  const follow = followFileRows(base, rows);
  const enqueue = enqueueing(base, rows, follow);
  return {
    folders: () => rows.folders.folders(),
    folder: (folderId) => rows.folders.watched(folderId),
    knownFiles: knownFileRows(base),
    ...openBulkArrivalRows(base),
    ...ignoredMisplacedRows(base),
    noteBeside: (folderId, relativePath, note) => base.transact(() => rows.folderNotes.beside({ folderId, relativePath }, note)),
    isWaiting: (itemId) => rows.items.get(itemId)?.state.kind === 'waiting',
    enqueue: (found) => base.transact(() => enqueue(found)),
    forget: (folderId, relativePaths) => {
      if (relativePaths.length > 0)
        base.transact(() => {
          forgetAll(statements, folderId, relativePaths);
          follow.after(folderId, relativePaths, base.clock.wallMs());
          rows.items.pairs.after(folderId, relativePaths, base.clock.wallMs());
        });
      rows.items.noteHeld();
    },
    noteGone: (folderId, vanished) => rows.gone.noteGone(folderId, vanished),
    ...rereadRows(base, statements, rows),
    mapping: (sha256) => rows.mappings.mapping(sha256),
    swept: (folderId, seen) => rows.folders.swept(folderId, seen),
  };
}

/** What is asked, and learned, about known files that were read again. */
function rereadRows(
  base: JournalContext,
  statements: Statements,
  { mappings }: Pick<EnqueueRows, 'mappings'>,
): Pick<IntakeRows, 'toReadAgain' | 'contentAt' | 'noteSame'> {
  return {
    // The content of an unreadable one is unknown, and it may be readable by now.
    toReadAgain: (folderId) => {
      const rows = [...statements.unreadable.all(folderId), ...statements.ignoredUnreadable.all(folderId)];
      return [...rows.map((row) => String(row['relative_path'])), ...mappings.toReadAgain(folderId)];
    },
    contentAt: (folderId, relativePath) => {
      const row = statements.content.get(folderId, relativePath);
      return row === undefined ? null : { sha256: row['sha256'] === null ? null : String(row['sha256']) };
    },
    noteSame: (folderId, files) =>
      base.transact(() => {
        for (const file of files) statements.same.run(file.known.changedAt, file.known.inode, folderId, file.relativePath);
      }),
  };
}

function prepared(database: JournalContext['database']) {
  return {
    content: database.prepare(`SELECT i.sha256 FROM files f JOIN items i ON i.id = f.item_id
      WHERE f.folder_id = ? AND f.relative_path = ? AND f.present = 1`),
    same: database.prepare('UPDATE files SET changed_at = ?, inode = ? WHERE folder_id = ? AND relative_path = ? AND present = 1'),
    // Where its file is, if this was another copy of it; else where it was.
    elsewhere: database.prepare(`UPDATE items SET found_in = coalesce((SELECT f.folder_id FROM files f WHERE f.item_id = items.id
      AND f.present = 1 ORDER BY f.seen_at DESC LIMIT 1), found_in)
      WHERE found_in = ?1 AND id IN (SELECT item_id FROM files WHERE folder_id = ?1 AND relative_path = ?2)`),
    unreadable: database.prepare(`SELECT f.relative_path FROM items i CROSS JOIN files f ON f.item_id = i.id AND f.present = 1
      WHERE f.folder_id = ? AND i.kind = 'unfit' AND json_extract(i.state, '$.problem.kind') = 'unreadable'`),
    // One that can be read at last has a content that nobody has decided about. The condition of the index is repeated word for word.
    ignoredUnreadable: database.prepare(`SELECT f.relative_path FROM items i CROSS JOIN files f ON f.item_id = i.id AND f.present = 1
      WHERE i.kind = 'aside' AND json_extract(i.state, '$.unfit.problem.kind') = 'unreadable' AND f.folder_id = ?`),
    forget: database.prepare('UPDATE files SET present = 0 WHERE folder_id = ? AND relative_path = ? AND present = 1'),
  };
}

type Statements = ReturnType<typeof prepared>;

function forgetAll(statements: Statements, folderId: FolderId, relativePaths: readonly string[]): void {
  for (const path of relativePaths) {
    statements.forget.run(folderId, path);
    statements.elsewhere.run(folderId, path);
  }
}

type IgnoredMisplacedRows = Pick<IntakeStore, 'ignoredMisplaced' | 'ignoreMisplaced'>;

/** Files beside the watched folders that a user ignores. */
function ignoredMisplacedRows(base: JournalContext): IgnoredMisplacedRows {
  const of = base.database.prepare('SELECT name, modified_at FROM ignored_misplaced WHERE parent = ?');
  const clear = base.database.prepare('DELETE FROM ignored_misplaced WHERE parent = ?');
  const add = base.database.prepare('INSERT INTO ignored_misplaced (parent, name, modified_at) VALUES (?, ?, ?)');
  return {
    ignoredMisplaced: (parent) =>
      new Map(of.all(parent).map((row): readonly [string, WallMs] => [String(row['name']), wallMs(Number(row['modified_at']))])),
    ignoreMisplaced: (parent, files) =>
      base.transact(() => {
        clear.run(parent);
        for (const [name, modifiedAt] of files) add.run(parent, name, modifiedAt);
      }),
  };
}

/** The known files of a folder as a sweep compares them: pages of paths and what each file was like when it was last read. */
function knownFileRows({ database }: JournalContext): IntakeStore['knownFiles'] {
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

type OpenBulkArrivalRows = Pick<IntakeStore, 'bulkArrivedAt' | 'isAskedAbout' | 'noteBulkArrival'>;

/** What a run has to know of the bulk arrivals that earlier runs found: which are still in question, and which were not read to their end. */
function openBulkArrivalRows(base: JournalContext): OpenBulkArrivalRows {
  const { askedAbout, asked, untaken, note } = bulkArrivalStatements(base.database);
  return {
    bulkArrivedAt: (folderId) => {
      const found = whenOf(askedAbout.get(folderId)?.['at']);
      const until = whenOf(untaken.get(folderId)?.['at']);
      return found === null || (until !== null && until > found) ? until : found;
    },
    isAskedAbout: ({ id, companyId, importType }) => asked.get(companyId, importType, id) !== undefined,
    noteBulkArrival: (folderId, until) => {
      const before = whenOf(untaken.get(folderId)?.['at']);
      // Called at every sweep; a value that did not grow need not be written.
      if (until === null ? before === null : before !== null && until <= before) return;
      base.transact(() => note.run(until, folderId));
    },
  };
}

function bulkArrivalStatements(database: JournalContext['database']) {
  return {
    // The later of the two, because the clock may have been set back between the writing and the finding. CROSS JOIN makes SQLite start
    // from the few items of this kind, not from all files of the folder.
    askedAbout: database.prepare(`SELECT max(max(i.found_at, i.written_at)) AS at FROM items i CROSS JOIN files f ON f.item_id = i.id
      WHERE f.folder_id = ? AND i.kind = 'held' AND json_extract(i.state, '$.question.kind') = 'bulk-arrival'`),
    asked: database.prepare(`SELECT 1 FROM items INDEXED BY items_bulk_arrival WHERE ${IN_BULK_ARRIVAL}
      AND company_id = ? AND import_type = ? AND found_in = ? LIMIT 1`),
    untaken: database.prepare('SELECT bulk_arrival_until AS at FROM folders WHERE id = ?'),
    note: database.prepare('UPDATE folders SET bulk_arrival_until = ? WHERE id = ?'),
  };
}

function whenOf(at: unknown): WallMs | null {
  return typeof at === 'number' ? wallMs(at) : null;
}
