import {
  type AfterResult,
  type ExistingFiles,
  type Folder,
  folderSchema,
  type FolderState,
  type ResultFolders,
} from '#shared/domain/folder/folder.ts';
import { changedConversions, type ConversionsChange } from '#shared/domain/folder/folder-conversions.ts';
import { changedNotes, type FolderNotesChange } from '#shared/domain/item/note.ts';
import type { FolderEntries, Pairs } from '#shared/domain/folder/folder-entries.ts';
import type { SentBeforeRules } from '#shared/domain/item/sent-before/sent-before.ts';
import type { CompanyId, FolderId } from '#shared/domain/ids.ts';
import type { ImportType } from '#shared/contract/import-types.ts';
import { FIRST_FILES, GAP_MAX_MS, isRemembered, type KnownWriter, learnedWait, QUICK_MS } from '#shared/domain/folder/waits.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { FileIdentity } from '#shared/domain/folder/same-folder.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';

export type NewFolder = {
  readonly companyId: CompanyId;
  readonly importType: ImportType;
  readonly path: string;
  /** Without it, as long as what writes into the folder needs. */
  readonly settleMs?: number | undefined;
  /** Default: `ask`. */
  readonly existing?: ExistingFiles;
  /** Whether subfolders are watched too; default: true. */
  readonly subfolders?: boolean | undefined;
};

/** `resultFolders` is stored when files are first to be moved, and never changes afterwards; without it, they cannot be set to be moved. */
export type FolderChange = {
  /** Null: as long as what writes into it needs. */
  readonly settleMs?: number | null | undefined;
  readonly subfolders?: boolean | undefined;
  readonly after?: AfterResult | undefined;
  readonly refusalNote?: boolean | undefined;
  readonly converts?: ConversionsChange | undefined;
  readonly sentBefore?: { readonly [Way in keyof SentBeforeRules]?: SentBeforeRules[Way] | undefined } | undefined;
  readonly notes?: FolderNotesChange | undefined;
  readonly pairs?: Pairs | undefined;
  readonly resultFolders?: ResultFolders | undefined;
};

export type FolderRows = {
  /** The watched folders. */
  folders(): readonly Folder[];
  /** Null if the folder is not watched. */
  watched(folderId: FolderId): Folder | null;
  /** Also finds a folder that was removed from the list. */
  get(folderId: FolderId): Folder | null;
  add(folder: NewFolder): Folder;
  /** False if the folder is not on the list. */
  remove(folderId: FolderId): boolean;
  /** Accepts what is at the path now: the next sweep counts as the first one and asks about the files. Null if the folder is not swapped. */
  accept(folderId: FolderId): Folder | null;
  /** Absent members stay unchanged. Null if the folder is not on the list. */
  change(folderId: FolderId, change: FolderChange): Folder | null;
  /** What a folder of entries knows about its files; absent members stay unchanged. Part of the caller's transaction. */
  setEntries(folderId: FolderId, change: Partial<FolderEntries>): void;
  /** `identity`: what the sweep saw, if it is the right folder; null keeps the stored identity. */
  swept(folderId: FolderId, seen: { readonly state: FolderState; readonly identity: FileIdentity | null; readonly at: WallMs }): void;
};

/** The folders that a user chose. */
export function folderRows(base: JournalContext): FolderRows {
  const { all, byId, watched, insert, right, off, sweep, set, entries } = prepared(base.database);
  const folderOf = (row: Row): Folder => folderFrom(row, base.clock.wallMs());
  const folderIn = (row: Row | undefined): Folder | null => (row === undefined ? null : folderOf(row));
  const get = (folderId: FolderId): Folder | null => folderIn(byId.get(folderId));
  return {
    folders: () => all.all().map(folderOf),
    watched: (folderId) => folderIn(watched.get(folderId)),
    get,
    add: (folder) =>
      base.transact(() => {
        const id = base.random.uuid() as FolderId;
        const { companyId, importType, path, settleMs, existing = 'ask', subfolders = true } = folder;
        const learns = settleMs === undefined ? 1 : 0;
        insert.run(id, companyId, importType, path, settleMs ?? QUICK_MS, learns, existing, subfolders ? 1 : 0, base.clock.wallMs());
        const made = get(id);
        if (made === null) throw new Error('a folder that was just written is not there');
        return made;
      }),
    remove: (folderId) => base.transact(() => off.run(base.clock.wallMs(), folderId).changes === 1),
    accept: (folderId) => base.transact(() => (right.run(base.clock.wallMs(), folderId).changes === 1 ? get(folderId) : null)),
    change: (folderId, change) =>
      base.transact(() => {
        const before = get(folderId);
        if (before === null) return null;
        const { changes } = set.run(...changedColumns(before, meantFor(before, change), base.clock.wallMs()), folderId);
        return changes === 1 ? get(folderId) : null;
      }),
    setEntries: (folderId, change) => {
      const before = get(folderId);
      if (before !== null) entries.run(JSON.stringify({ ...before.entries, ...change }), folderId);
    },
    swept: (folderId, seen) =>
      base.transact(() => {
        const { identity } = seen;
        sweep.run(seen.state, identity?.volume ?? null, identity?.inode ?? null, seen.at, folderId);
      }),
  };
}

/** Entries have no notes, and only a scan is converted, or has entries beside it. */
function meantFor({ importType }: Folder, change: FolderChange): FolderChange {
  const { notes: _, converts: _none, pairs: _beside, ...others } = change;
  return importType === 'entries' ? others : change;
}

function changedRules(before: SentBeforeRules, { same, grown, changed }: NonNullable<FolderChange['sentBefore']>): SentBeforeRules {
  return { same: same ?? before.same, grown: grown ?? before.grown, changed: changed ?? before.changed };
}

/** In the order of the statement. */
function changedColumns(before: Folder, change: FolderChange, now: WallMs): readonly (string | number | null)[] {
  const after = change.after ?? before.after;
  const note = change.refusalNote ?? before.refusalNote;
  const names = before.resultFolders ?? (after === 'move' ? (change.resultFolders ?? null) : null);
  // A new setting applies to what comes from now on, not to an archive that was left alone until now.
  const isAnew = after !== before.after || note !== before.refusalNote;
  const chosen = change.settleMs === undefined ? chosenBy(before) : change.settleMs;
  return [
    chosen ?? QUICK_MS,
    chosen === null ? 1 : 0,
    (change.subfolders ?? before.subfolders) ? 1 : 0,
    after,
    note ? 1 : 0,
    names === null ? null : JSON.stringify(names),
    JSON.stringify(changedConversions(before.converts, change.converts ?? {}, now)),
    JSON.stringify(changedRules(before.sentBefore, change.sentBefore ?? {})),
    JSON.stringify(changedNotes(before.notes, change.notes ?? {}, now)),
    change.pairs ?? before.pairs,
    isAnew ? now : null,
  ];
}

/** What a user has set; null where the folder learns. */
function chosenBy({ settleMs, waits }: Folder): number | null {
  return waits.kind === 'chosen' ? settleMs : null;
}

function prepared(database: JournalContext['database']) {
  return {
    all: database.prepare('SELECT * FROM folders WHERE removed_at IS NULL ORDER BY rowid'),
    byId: database.prepare('SELECT * FROM folders WHERE id = ?'),
    watched: database.prepare('SELECT * FROM folders WHERE id = ? AND removed_at IS NULL'),
    insert:
      database.prepare(`INSERT INTO folders (id, company_id, import_type, path, settle_ms, learns, existing, subfolders, added_at, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'present')`),
    right: database.prepare(`UPDATE folders SET volume = NULL, inode = NULL, state = 'present', existing = 'ask', added_at = ?
      WHERE id = ? AND state = 'swapped' AND removed_at IS NULL`),
    off: database.prepare('UPDATE folders SET removed_at = ? WHERE id = ? AND removed_at IS NULL'),
    sweep: database.prepare(`UPDATE folders SET state = ?, volume = coalesce(?, volume), inode = coalesce(?, inode), last_swept_at = ?
      WHERE id = ?`),
    set: database.prepare(`UPDATE folders SET settle_ms = ?, learns = ?, subfolders = ?, after_result = ?, refusal_note = ?, result_folders = ?, converts = ?,
      sent_before = ?, notes = ?, pairs = ?, after_since = coalesce(?, after_since) WHERE id = ? AND removed_at IS NULL`),
    entries: database.prepare('UPDATE folders SET entries = ? WHERE id = ?'),
  };
}

function folderFrom(row: Row, now: WallMs): Folder {
  return folderSchema.parse({
    id: row['id'],
    companyId: row['company_id'],
    importType: row['import_type'],
    path: row['path'],
    settleMs: row['settle_ms'],
    ...(row['learns'] === 1 ? learnedWait(writerOf(row), now) : {}),
    existing: row['existing'],
    subfolders: row['subfolders'] === 1,
    addedAt: row['added_at'],
    state: row['state'],
    identity: row['volume'] === null ? null : { volume: row['volume'], inode: row['inode'] },
    lastSweptAt: row['last_swept_at'],
    after: row['after_result'],
    pairs: row['pairs'],
    resultFolders: typeof row['result_folders'] === 'string' ? JSON.parse(row['result_folders']) : null,
    refusalNote: row['refusal_note'] === 1,
    ...(typeof row['converts'] === 'string' ? { converts: JSON.parse(row['converts']) } : {}),
    ...(typeof row['sent_before'] === 'string' ? { sentBefore: JSON.parse(row['sent_before']) } : {}),
    ...(typeof row['notes'] === 'string' ? { notes: JSON.parse(row['notes']) } : {}),
    ...(typeof row['entries'] === 'string' ? { entries: JSON.parse(row['entries']) } : {}),
  });
}

function writerOf(row: Row): KnownWriter {
  const [gapMs, gapAt] = [row['gap_ms'], row['gap_at']];
  return {
    inPlace: Number(row['in_place']),
    gapMs: typeof gapMs === 'number' ? gapMs : null,
    gapAt: typeof gapAt === 'number' ? wallMs(gapAt) : null,
  };
}

/** What a folder learns of the program that writes into it (C51). Both are part of the caller's transaction. */
export type WriterRows = {
  /** A file was written in place, and was complete. */
  wroteInPlace(folderId: FolderId): void;
  /** A file was written again so many milliseconds after it had been complete. */
  wroteAgain(folderId: FolderId, gapMs: number, now: WallMs): void;
};

export function writerRows({ database }: JournalContext): WriterRows {
  const count = database.prepare(`UPDATE folders SET in_place = in_place + 1 WHERE id = ? AND in_place < ${FIRST_FILES}`);
  const gap = database.prepare('SELECT gap_ms, gap_at FROM folders WHERE id = ?');
  const keep = database.prepare('UPDATE folders SET gap_ms = ?, gap_at = ? WHERE id = ?');
  return {
    wroteInPlace: (folderId) => void count.run(folderId),
    wroteAgain: (folderId, gapMs, now) => {
      // What is edited later, or was put there with a time of its own, is no further page.
      if (gapMs <= 0 || gapMs > GAP_MAX_MS) return;
      const row = gap.get(folderId);
      const before = typeof row?.['gap_at'] === 'number' && isRemembered(wallMs(row['gap_at']), now) ? Number(row['gap_ms']) : 0;
      keep.run(Math.max(before, gapMs), now, folderId);
    },
  };
}
