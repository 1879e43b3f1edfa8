import type { FollowFileRows, GoneRows } from './gone-rows.ts';
import type { Enqueued, FoundFile } from '#electron/intake/store.ts';
import type { SaidOfFile } from '#electron/upload-from-window/store.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { itemIdSchema, type ItemId } from '#shared/domain/ids.ts';
import { asSaidBefore } from '#shared/domain/item/all-the-same.ts';
import type { Advance } from '#shared/domain/item/advanced.ts';
import { type EntriesReadAnew, withReadableEntries } from '#shared/domain/item/entries.ts';
import { type Item, NOTHING_SENT } from '#shared/domain/item/item.ts';
import { mayNote, withNote, withOwnNumber } from '#shared/domain/item/note.ts';
import { IN_PARTS, joinedInto } from '#shared/domain/item/joining/joining.ts';
import { withPairOf } from '#shared/domain/item/pair.ts';
import { shownName } from '#shared/lib/file-names.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { AllTheSameRows } from '../release/all-the-same-rows.ts';
import type { JournalContext } from '../../sqlite/journal-context.ts';
import { type GivenFileRows, NOTHING_SAID } from '../given-file-rows.ts';
import type { WindowUploadRows } from './upload-from-window-rows.ts';
import type { EventMatch } from '../../results/event-match.ts';
import type { MappingRows } from '../../companies/mapping-rows.ts';
import type { FolderRows, WriterRows } from '../../companies/folder-rows.ts';
import { firstState, type FirstState, type FirstStateDeps } from '../first-state.ts';
import type { ItemRows } from '../item-rows.ts';
import type { LineKeyRows } from '../line-key-rows.ts';
import type { PageFingerprintRows } from '../page-fingerprint-rows.ts';
import type { FolderNoteRows } from '../folder-note-rows.ts';
import type { SentBeforeRows } from '../sent-before-rows.ts';
import type { SentNameRows } from '../submission-rows.ts';
import type { ReferenceStemRows } from '../../results/reference-stem-rows.ts';

export type EnqueueRows = FirstStateDeps & {
  readonly items: ItemRows;
  readonly folders: FolderRows;
  readonly gone: GoneRows;
  readonly drops: WindowUploadRows;
  readonly givenFiles: GivenFileRows;
  readonly events: Pick<EventMatch, 'rematch' | 'adopt'>;
  readonly stems: ReferenceStemRows;
  readonly allTheSame: AllTheSameRows;
  readonly sentNames: SentNameRows;
  readonly pages: Pick<PageFingerprintRows, 'keep' | 'isDrawnBy'>;
  readonly writers: WriterRows;
  readonly sentBefore: Pick<SentBeforeRows, 'ofFile' | 'foundElsewhere'>;
  readonly lineKeys: Pick<LineKeyRows, 'found' | 'keep' | 'overlapOf'>;
  readonly folderNotes: Pick<FolderNoteRows, 'beside' | 'named' | 'ofNew'>;
  readonly mappings: Pick<MappingRows, 'mapping' | 'toReadAgain'>;
};

/** Links a file to the item with its content, or creates that; a part of the caller's transaction. */
export function enqueueing(base: JournalContext, rows: EnqueueRows, follow: FollowFileRows): (found: FoundFile) => Enqueued {
  const statements = prepared(base.database);
  const link = linking(statements, rows);
  /** The item of another content that was at this very path until now. */
  const displacedBy = (before: ItemId | null, itemId: ItemId | null): Item | null =>
    before === null || before === itemId ? null : rows.items.get(before);
  const foundAgain = findingAgain(rows);
  return (found) => {
    const folder = rows.folders.get(found.folderId);
    if (folder === null) throw new Error('a file was found in a folder that is not in the journal');
    const now = base.clock.wallMs();
    const knownId = existing(statements, folder, found);
    const said = saidOf(rows, folder, found);
    const corrected = knownId === null && said.corrects !== null ? rows.items.get(said.corrects) : null;
    const pages = found.inspected.kind === 'fit' ? (found.inspected.pages ?? []) : [];
    const lying = lyingAt(statements, found);
    const before = lying?.itemId ?? null;
    if (before === null || before !== knownId) learn(rows, found, { lying, now });
    follow.beforeFound({ ...folder, sha256: found.inspected.sha256 }, now);
    const displaced = corrected ?? displacedBy(before, knownId);
    const same = knownId === null ? null : rows.items.get(knownId);
    const state = firstState(rows, { folder, found, now, displaced, same });
    const first = { folder, now, id: knownId ?? newId(found, base), state, displaced, by: said.by };
    const made = withPairOf(itemOfFile(found, first), found.inspected);
    const item = rows.folderNotes.ofNew(withOwnNumber(withNote(made, said.note ?? ''), 'user', said.ownNumber), found);
    const adopted = knownId === null ? add(item, found, rows) : null;
    const itemId = adopted?.item.id ?? item.id;
    link(itemId, found, { now, before, isKnown: knownId !== null });
    rows.pages.keep(itemId, 'file', pages);
    rows.lineKeys.found(itemId, found.inspected.lineKeys, now);
    if (isRemoved(statements, folder)) rows.items.apply(item, { kind: 'company-removed' }, now);
    if (knownId !== null) foundAgain(knownId, state, { now, by: said.by, found, lying });
    if (knownId !== null) noteKnown(rows, knownId, said);
    if (displaced !== null && (corrected !== null || !rows.gone.hasFile(displaced.id)))
      rows.items.apply(displaced, { kind: 'replaced' }, now);
    if (knownId !== null && before !== knownId) rows.sentBefore.foundElsewhere(knownId);
    if (knownId !== null) follow.after(found.folderId, [found.relativePath], now);
    rows.items.pairs.after(found.folderId, [found.relativePath], now);
    if (knownId !== null && found.note !== undefined) rows.folderNotes.beside(found, found.note);
    const released = knownId === null ? {} : releasedBy(rows.allTheSame, knownId, { found, now });
    // Another computer may have sent it, and its result may be here already. This comes last, so that nothing above undoes it.
    const isNew = knownId === null && adopted === null;
    const chores = isNew ? rows.events.rematch(rows.items.get(itemId) ?? item, now).chores : (adopted?.chores ?? []);
    return { itemId, made: isNew, chores, ...released };
  };
}

type Again = { readonly now: WallMs; readonly by: string | null; readonly found: FoundFile; readonly lying: Lying | null };

/** A content that is known was found again, and may be a part of a document that waits for its files. */
function findingAgain(rows: Pick<EnqueueRows, 'items' | 'gone' | 'lineKeys'>): (itemId: ItemId, first: FirstState, again: Again) => void {
  return (itemId, { as, toConvert }, { now, by, found, lying }) => {
    const known = rows.items.get(itemId);
    if (known === null) return;
    const named = by === null ? known : { ...known, givenBy: by };
    const anew = readAnew(named, found, lying);
    const item =
      anew === null
        ? withReadableEntries(withPairOf(named, found.inspected), found.inspected)
        : rows.items.apply(named, { ...anew, as }, now).item;
    if (item !== known) rows.items.save(item);
    const keys = anew !== null || item.pair !== known.pair ? found.inspected.lineKeys : undefined;
    if (keys !== undefined) rows.lineKeys.keep(item, keys, now);
    rows.items.apply(item, { kind: 'found-again', as: asSaidBefore(item, as, now), toConvert }, now);
    const whole = wholeOf(item, rows);
    if (whole !== null) rows.items.apply(whole, { kind: 'found-again', as: asSaidBefore(whole, IN_PARTS, now) }, now);
  };
}

/**
 * What a file of entries comes to by another mapping of its folder than before; null if it was not read anew. Where the same bytes lie in two folders, the
 * mapping that the document was read by decides whose reading it has.
 */
function readAnew(
  { state, entries, pair }: Item,
  { inspected, mapping = null }: FoundFile,
  lying: Lying | null,
): Omit<EntriesReadAnew, 'as'> | null {
  const isIts = state.kind === 'unfit' || entries?.mappingSha256 === lying?.mapping;
  // A scan follows what the file beside it is read as.
  if (lying === null || lying.mapping === mapping || !isIts || pair?.kind === 'file') return null;
  const isRead = inspected.kind === 'fit' && inspected.entries !== undefined;
  return { kind: 'entries-read-anew', read: isRead ? { mediaType: inspected.mediaType, entries: inspected.entries } : null };
}

/** The document that this one is a part of, if that one only waits for its files and all of them are there. */
function wholeOf(part: Item, { items, gone }: Pick<EnqueueRows, 'items' | 'gone'>): Item | null {
  const into = joinedInto(part);
  const whole = into === null ? null : items.get(into);
  if (whole?.state.kind !== 'held' || whole.state.question.kind !== 'gone') return null;
  return (whole.parts ?? []).every(({ itemId }) => gone.hasFile(itemId)) ? whole : null;
}

/** Null for a new row. If another computer has sent this content and its result is known, the row of that result becomes that of the file. */
function add(item: Item, found: FoundFile, { items, sentNames, stems, events }: EnqueueRows): Advance | null {
  // An item that is not to be sent, or is sent without a name, reserves none.
  const sentName = item.mediaType === null || item.importType === 'entries' ? item.sentName : sentNames.take(item.companyId, item.sentName);
  const unread = item.sha256 === null ? unreadIdentity(found) : null;
  const named = { ...item, sentName };
  const place = { folderId: found.folderId, writtenAt: found.known.modifiedAt, unread };
  // What another computer has sent went without this note.
  const { comment: _, noteFile: _file, ...bare } = named;
  const adopted = events.adopt(bare, place, item.foundAt);
  if (adopted !== null) return adopted;
  items.add(named, place);
  stems.addItem(item.id);
  return null;
}

type Wanted = { readonly found: FoundFile; readonly now: WallMs };

/** A user wants this very content sent, although the list has it as unfit. */
function releasedBy(allTheSame: AllTheSameRows, itemId: ItemId, { found, now }: Wanted): Pick<Enqueued, 'released'> {
  const { inspected, byUser } = found;
  if (byUser !== true || inspected.kind !== 'fit') return {};
  return allTheSame.release(itemId, inspected, now) === null ? {} : { released: true };
}

/** `before`: the item that is known to be at this path. `isKnown`: the linked one was not added just now. */
type Link = { readonly now: WallMs; readonly before: ItemId | null; readonly isKnown: boolean };
type Linking = (itemId: ItemId, found: FoundFile, of: Link) => void;

/** Records that an item is at a path, and what its file was like there. */
function linking(statements: Statements, { drops, items }: Pick<EnqueueRows, 'drops' | 'items'>): Linking {
  return (itemId, found, { now, before, isKnown }) => {
    // A file that is touched in place did not arrive again.
    if (isKnown && statements.lies.get(itemId, found.folderId, found.relativePath) === undefined) drops.add(itemId, now, found);
    if (before !== null) statements.displace.run(found.folderId, found.relativePath, itemId);
    const { bytes, modifiedAt, changedAt, inode } = found.known;
    const { folderId, relativePath, mapping = null } = found;
    statements.link.run(folderId, relativePath, itemId, bytes, modifiedAt, changedAt, inode, now, mapping);
    // A new one was added with this, and noted if it is held.
    if (!isKnown) return;
    statements.written.run(modifiedAt, found.folderId, itemId);
    items.noteHeld();
  };
}

function prepared(database: JournalContext['database']) {
  return {
    byContent: database.prepare('SELECT id FROM items WHERE company_id = ? AND import_type = ? AND sha256 = ?'),
    byUnread: database.prepare('SELECT id FROM items WHERE unread = ?'),
    before: database.prepare('SELECT item_id, modified_at, mapping FROM files WHERE folder_id = ? AND relative_path = ? AND present = 1'),
    removed: database.prepare('SELECT 1 FROM companies WHERE id = ? AND removed_at IS NOT NULL'),
    lies: database.prepare('SELECT 1 FROM files WHERE item_id = ? AND folder_id = ? AND relative_path = ? AND present = 1'),
    displace: database.prepare(`UPDATE files SET present = 0
      WHERE folder_id = ? AND relative_path = ? AND item_id <> ? AND present = 1`),
    link: database.prepare(`INSERT INTO files (folder_id, relative_path, item_id, bytes, modified_at, changed_at, inode, present, seen_at, mapping)
      VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes, modified_at = excluded.modified_at,
      changed_at = excluded.changed_at, inode = excluded.inode, present = 1, seen_at = excluded.seen_at,
      mapping = excluded.mapping`),
    written: database.prepare('UPDATE items SET written_at = max(written_at, ?), found_in = ? WHERE id = ?'),
  };
}

type Statements = ReturnType<typeof prepared>;

/** What the user said when they gave this content. A file given in place of a document has a name of its own, beside the file that it corrects. */
function saidOf({ givenFiles }: EnqueueRows, { companyId, importType }: Folder, { inspected: { sha256 } }: FoundFile): SaidOfFile {
  return sha256 === null ? NOTHING_SAID : givenFiles.take({ companyId, importType, sha256 });
}

/** A document whose file comes back with a note or a number gets these, unless it has left. */
function noteKnown({ items }: Pick<EnqueueRows, 'items'>, itemId: ItemId, { note, ownNumber }: SaidOfFile): void {
  const item = note === null && ownNumber === null ? null : items.get(itemId);
  if (item === null || !mayNote(item)) return;
  const noted = note === null ? item : withNote(item, note);
  items.save(ownNumber === null ? noted : withOwnNumber(noted, 'user', ownNumber));
}

/** Whether the company was removed while the file was being read. */
function isRemoved(statements: Statements, { companyId }: Folder): boolean {
  return statements.removed.get(companyId) !== undefined;
}

/** What was known at a path, and when it was written. */
type Lying = { readonly itemId: ItemId; readonly writtenAt: number; readonly mapping: string | null };

function lyingAt(statements: Statements, { folderId, relativePath }: FoundFile): Lying | null {
  const row = statements.before.get(folderId, relativePath);
  if (row === undefined) return null;
  const { item_id: itemId, modified_at: writtenAt, mapping } = row;
  return { itemId: itemIdSchema.parse(itemId), writtenAt: Number(writtenAt), mapping: typeof mapping === 'string' ? mapping : null };
}

/** The folder learns from each file that comes, and from each that is written again; a viewer's mark is no further page. */
function learn(
  { pages, writers }: EnqueueRows,
  found: FoundFile,
  { lying, now }: { readonly lying: Lying | null; readonly now: WallMs },
): void {
  const { folderId, known, inspected, cameWhole, bulkArrival, byUser } = found;
  if (lying === null) {
    if (cameWhole !== true && !bulkArrival && byUser !== true) writers.wroteInPlace(folderId);
    return;
  }
  const drawn = inspected.kind === 'fit' ? (inspected.pages ?? []) : [];
  if (!pages.isDrawnBy(lying.itemId, drawn)) writers.wroteAgain(folderId, known.modifiedAt - lying.writtenAt, now);
}

function existing(statements: Statements, folder: Folder, found: FoundFile): ItemId | null {
  const { sha256 } = found.inspected;
  const row =
    sha256 === null
      ? statements.byUnread.get(unreadIdentity(found))
      : statements.byContent.get(folder.companyId, folder.importType, sha256);
  return row === undefined ? null : itemIdSchema.parse(row['id']);
}

/** A file too large to be read has no content to be known by, so the same path, size and time count as the same file. */
function unreadIdentity(found: FoundFile): string {
  return [found.folderId, found.known.bytes, found.known.modifiedAt, found.relativePath].join('/');
}

/** If the file was already copied, the copy carries the item's id. */
function newId({ copy }: FoundFile, { random }: JournalContext): ItemId {
  return copy?.itemId ?? (random.uuid() as ItemId);
}

type Made = {
  readonly folder: Folder;
  readonly now: WallMs;
  readonly id: ItemId;
  readonly state: FirstState;
  readonly displaced: Item | null;
  readonly by: string | null;
};

function itemOfFile(found: FoundFile, made: Made): Item {
  const { inspected } = found;
  const name = shownName(found.relativePath.split('/').at(-1) ?? found.relativePath);
  return {
    id: made.id,
    companyId: made.folder.companyId,
    importType: made.folder.importType,
    sha256: inspected.sha256,
    bytes: found.known.bytes,
    mediaType: inspected.kind === 'fit' ? inspected.mediaType : null,
    name,
    // Entries are sent without a name.
    sentName: inspected.kind === 'fit' && inspected.entries === undefined ? inspected.sentName : name,
    ...NOTHING_SENT,
    replaces: made.displaced?.id ?? null,
    ...(made.by === null ? {} : { givenBy: made.by }),
    ...(inspected.kind === 'fit' && inspected.entries !== undefined ? { entries: { ...inspected.entries, ...made.state.allowed } } : {}),
    foundAt: made.now,
    ...(made.state.toConvert === undefined ? {} : { toConvert: made.state.toConvert }),
    state: made.state.as,
    stateSince: made.now,
  };
}
