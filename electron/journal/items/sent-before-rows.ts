import type { SentBeforeDone, SentBeforeGroup, sentBeforeAnsweredSchema } from '#shared/app-api/sent-before.ts';
import { companyIdSchema, type FolderId, folderIdSchema, type ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { mayNote, withNote } from '#shared/domain/item/note.ts';
import { wasSent } from '#shared/domain/item/sent-before/like-sent.ts';
import { ALWAYS_ASK, type SentBefore, type SentBeforeRule, sentBeforeWaySchema } from '#shared/domain/item/sent-before/sent-before.ts';
import type { z } from 'zod';
import type { FolderRows } from '../companies/folder-rows.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import { ABOUT_SENT, IS_LIKE_SENT, itemOf } from './item-columns.ts';
import { type ItemRows, whileHeldStays } from './item-rows.ts';
import type { Alike, PageFingerprintRows, Pages } from './page-fingerprint-rows.ts';

/** A file that may become a document: where it lies, and what was there before. */
export type LikeFile = {
  readonly companyId: Item['companyId'];
  readonly sha256: string | null;
  readonly pages: Pages;
  readonly displaced: Item | null;
  readonly place: { readonly folderId: FolderId; readonly relativePath: string };
};

export type SentBeforeRows = {
  /** The sent document that a found file is like (C51), and what its folder does with such files; null if there is none. */
  ofFile(file: LikeFile): LikeSent | null;
  /** The same for a document that is about to leave for the first time; null also if that was decided already. */
  of(item: Item): LikeSent | null;
  /** A sent document was found at another place. What took its former place is no change of it if its file was only moved; part of the caller's transaction. */
  foundElsewhere(itemId: ItemId): void;
  /** What several held documents of a folder have in common. Read anew only after what is held has changed. */
  groups(): readonly SentBeforeGroup[];
  /** A user's answer, in one transaction. `left`: those that are not sent. */
  answer(answered: Answered): Omit<SentBeforeDone, 'left'> & { readonly left: readonly ItemId[] };
};

export type LikeSent = { readonly before: SentBefore; readonly rule: SentBeforeRule };

type Answered = z.output<typeof sentBeforeAnsweredSchema>;

type Rows = {
  readonly items: ItemRows;
  readonly pages: Pick<PageFingerprintRows, 'alike' | 'alikePages'>;
  readonly folders: Pick<FolderRows, 'get' | 'change'>;
};

/** A file is changed a few times, not hundreds of times, without one of its contents being sent. */
const CHANGES_MAX = 50;

/** Documents that are like one that was sent before: the same paper must not be booked twice. */
export function sentBeforeRows(base: JournalContext, { items, pages, folders }: Rows): SentBeforeRows {
  const statements = prepared(base.database);
  const found = (alike: (only?: ItemId) => Alike | null, replaced: Item | null): SentBefore | null => {
    const like = (replaced === null ? null : alike(replaced.id)) ?? alike();
    const earlier = like === null ? replaced : items.get(like.itemId);
    if (earlier === null) return null;
    const about = { itemId: earlier.id, name: earlier.name, sentAt: earlier.receivedAt ?? earlier.leftAt ?? earlier.stateSince };
    if (like === null) return { way: 'changed', ...about };
    return { way: like.way, ...about, pages: like.pages, pagesBefore: like.pagesBefore };
  };
  const rule = (folderId: FolderId | null, { way }: SentBefore): SentBeforeRule =>
    ((folderId === null ? null : folders.get(folderId)?.sentBefore) ?? ALWAYS_ASK)[way];
  const foundIn = (itemId: ItemId): FolderId | null =>
    folderIdSchema.nullable().parse(statements.foundIn.get(itemId)?.['found_in'] ?? null);
  return {
    ofFile: ({ companyId, sha256, pages: drawn, displaced, place }) => {
      const sent = sentAmong(displaced, items);
      const moved = sent !== null && statements.movedFrom.get(sent.id, place.folderId, place.relativePath) !== undefined;
      const before = found((only) => pages.alikePages({ companyId, sha256 }, drawn, only), moved ? null : sent);
      return before === null ? null : { before, rule: rule(place.folderId, before) };
    },
    of: (item) => {
      if (item.sentBefore !== undefined) return null;
      const sent = item.replaces === null ? null : sentAmong(items.get(item.replaces), items);
      const moved = sent !== null && statements.moved.get(sent.id, item.id) !== undefined;
      const before = found((only) => pages.alike(item, only), moved ? null : sent);
      return before === null ? null : { before, rule: rule(foundIn(item.id), before) };
    },
    foundElsewhere: (itemId) => {
      for (const item of statements.about.all(itemId).map(itemOf)) {
        const isChange = item.state.kind === 'held' && item.state.question.kind === 'sent-before' && item.state.question.way === 'changed';
        if (!isChange || statements.moved.get(itemId, item.id) === undefined) continue;
        items.apply(item, { kind: 'unlike-sent', itemId }, base.clock.wallMs());
      }
    },
    groups: whileHeldStays(items, () => statements.groups.all().map((row) => groupOf(row, statements))),
    answer: (answered) =>
      base.transact(() => {
        const meant =
          'itemIds' in answered.of ? answered.of.itemIds.flatMap((id) => items.get(id) ?? []) : inGroup(statements, answered.of);
        return answering(base, { items, folders, foundIn }, { ...answered, meant });
      }),
  };
}

type Answering = Answered & { readonly meant: readonly Item[] };
type AnsweringRows = Pick<Rows, 'items' | 'folders'> & { readonly foundIn: (itemId: ItemId) => FolderId | null };

function answering(
  base: JournalContext,
  { items, folders, foundIn }: AnsweringRows,
  { meant, answer, note, always }: Answering,
): ReturnType<SentBeforeRows['answer']> {
  const now = base.clock.wallMs();
  const [sent, left]: [ItemId[], ItemId[]] = [[], []];
  const rules = new Map<string, { readonly folderId: FolderId; readonly way: SentBefore['way'] }>();
  for (const item of meant) {
    if (item.state.kind !== 'held' || item.state.question.kind !== 'sent-before') continue;
    const { way } = item.state.question;
    const folderId = foundIn(item.id);
    if (always && folderId !== null) rules.set(`${folderId} ${way}`, { folderId, way });
    const isNoted = note !== undefined && item.comment === undefined && answer === 'send' && mayNote(item);
    const noted = isNoted ? withNote(item, note) : item;
    items.apply(noted, { kind: answer === 'send' ? 'allowed' : 'put-aside' }, now);
    (answer === 'send' ? sent : left).push(item.id);
  }
  const set = [...rules.values()].filter(({ folderId, way }) => folders.change(folderId, { sentBefore: { [way]: answer } }) !== null);
  return { sent: sent.length, left, always: set.length };
}

/** The content that was sent from this place, if what came after it was not. */
function sentAmong(displaced: Item | null, items: Pick<ItemRows, 'get'>): Item | null {
  let at = displaced;
  for (let changes = 0; at !== null && changes < CHANGES_MAX; changes += 1) {
    if (wasSent(at)) return at;
    if (at.state.kind === 'refused' || at.replaces === null) return null;
    at = items.get(at.replaces);
  }
  return null;
}

function inGroup(statements: Statements, { folderId, way }: Extract<Answered['of'], { folderId: FolderId }>): readonly Item[] {
  return statements.inGroup.all(folderId, way).map(itemOf);
}

function groupOf(row: Row, { names }: Statements): SentBeforeGroup {
  const folderId = folderIdSchema.parse(row['found_in']);
  const way = sentBeforeWaySchema.parse(row['way']);
  return {
    companyId: companyIdSchema.parse(row['company_id']),
    folderId,
    path: String(row['path']),
    way,
    count: Number(row['count']),
    names: names.all(folderId, way).map(({ name }) => String(name)),
  };
}

function prepared(database: JournalContext['database']) {
  // A file that was moved keeps its number on the disk; a copy has another one.
  const elsewhere = `f.item_id = was.item_id AND f.present = 1 AND f.inode = was.inode
    AND NOT (f.folder_id = was.folder_id AND f.relative_path = was.relative_path)`;
  const ofGroup = `FROM items INDEXED BY items_sent_before WHERE ${IS_LIKE_SENT} AND found_in = ? AND json_extract(state, '$.question.way') = ?`;
  return {
    foundIn: database.prepare('SELECT found_in FROM items WHERE id = ?'),
    movedFrom: database.prepare(`SELECT 1 FROM files was JOIN files f ON ${elsewhere}
      WHERE was.item_id = ? AND was.folder_id = ? AND was.relative_path = ? LIMIT 1`),
    moved: database.prepare(`SELECT 1 FROM files was JOIN files f ON ${elsewhere} JOIN files now ON now.folder_id = was.folder_id
      AND now.relative_path = was.relative_path AND now.present = 1 WHERE was.item_id = ? AND now.item_id = ? LIMIT 1`),
    about: database.prepare(ABOUT_SENT),
    groups: database.prepare(`SELECT i.company_id, i.found_in, o.path, json_extract(i.state, '$.question.way') AS way, count(*) AS count
      FROM items i INDEXED BY items_sent_before JOIN folders o ON o.id = i.found_in
      WHERE i.kind = 'held' AND json_extract(i.state, '$.question.kind') = 'sent-before'
      GROUP BY 1, 2, 3, 4 HAVING count(*) > 1 ORDER BY max(i.n) DESC`),
    names: database.prepare(`SELECT name ${ofGroup} ORDER BY n DESC LIMIT 3`),
    inGroup: database.prepare(`SELECT * ${ofGroup}`),
  };
}

type Statements = ReturnType<typeof prepared>;
