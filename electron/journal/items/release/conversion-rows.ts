import type { Advance } from '#shared/domain/item/advance.ts';
import { joinedNote, joinedNumber, NOTE_CHARACTERS_MAX, withNote, withOwnNumber } from '#shared/domain/item/note.ts';
import type { Conversion, MadeConversion } from '#shared/domain/item/conversion/conversion.ts';
import { versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import { type CompanyId, folderIdSchema, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { type Item, NOTHING_SENT } from '#shared/domain/item/item.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { UncertainSubmissionRows } from '../../companies/uncertain-submission-rows.ts';
import type { PageFingerprintRows } from '../page-fingerprint-rows.ts';
import type { ReleaseRows } from './all-the-same-rows.ts';
import type { DeliveryStore, Joining } from '#electron/delivery/store.ts';
import { isConverting } from '#shared/domain/folder/folder-conversions.ts';
import type { JournalContext, Row } from '../../sqlite/journal-context.ts';
import type { CompanyRows } from '../../companies/company-rows.ts';
import type { FolderRows } from '../../companies/folder-rows.ts';
import { itemOf } from '../item-columns.ts';
import type { FoundIn, ItemRows } from '../item-rows.ts';
import type { SentNameRows } from '../submission-rows.ts';
import { IN_PARTS, mayUndoJoin, pictureKindOf, whyNotJoined } from '#shared/domain/item/joining/joining.ts';
import { joinedName, joinedSha256 } from '#shared/domain/item/joining/parts.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { EventMatch } from '../../results/event-match.ts';
import type { ReferenceStemRows } from '../../results/reference-stem-rows.ts';
import type { GoneRows } from '../files/gone-rows.ts';

/** Both are part of the caller's transaction. */
export type ConversionRows = {
  /** Sends what was made from an unfit document, because a user agreed to it (C44). Null if nothing can be made from it, or something else. */
  release(itemId: ItemId, made: MadeConversion & { readonly note?: string | undefined }, now: WallMs): Item | null;
  /** What the user agreed to is not there any more. Null if it is no longer to be sent, or something else is. */
  lost(itemId: ItemId, conversion: Conversion, now: WallMs): Advance | null;
};

type Rows = ReleaseRows & {
  readonly doubts: Pick<UncertainSubmissionRows, 'anywhere'>;
  readonly pages: Pick<PageFingerprintRows, 'keep'>;
};

export function conversionRows({ items, companies, otherTypes, sentNames, doubts, pages }: Rows): ConversionRows {
  return {
    release: (itemId, { fingerprints = [], note, ...conversion }, now) => {
      const item = items.get(itemId);
      if (item === null || versionSourceOf(item) !== conversion.from) return null;
      if (companies.get(item.companyId) === null) return null;
      pages.keep(itemId, 'version', fingerprints);
      const name = sentNames.take(item.companyId, sentName(item.name, conversion.mediaType));
      const noted = note === undefined ? item : withNote(item, note);
      return items.apply(noted, { kind: 'sent-converted', as: { conversion, sentName: name }, twin: otherTypes.of(item) }, now).item;
    },
    lost: (itemId, conversion, now) => {
      const item = items.get(itemId);
      if (item?.state.kind !== 'waiting' || item.conversion?.sha256 !== conversion.sha256) return null;
      return items.apply(item, { kind: 'conversion-lost', mayBeThere: doubts.anywhere(itemId) }, now);
    },
  };
}

type ToConvertRows = Pick<DeliveryStore, 'toConvert' | 'nextToConvertAt' | 'mayConvert' | 'converted' | 'notConverted'>;

type ToConvertDeps = {
  readonly items: ItemRows;
  readonly folders: Pick<FolderRows, 'watched'>;
  readonly sentNames: SentNameRows;
  readonly companies: Pick<CompanyRows, 'companies'>;
  readonly pages: Pick<PageFingerprintRows, 'keep'>;
};

/** So many versions of a company are made before they can be sent: each is up to 5 MB on our own disk. */
const AHEAD_MAX = 12;

/** The documents that a folder's setting has converted without asking (ADR-72). */
export function toConvertRows(base: JournalContext, { items, folders, sentNames, companies, pages }: ToConvertDeps): ToConvertRows {
  const { any, next, ahead, found } = prepared(base.database);
  const mayConvert = (itemId: ItemId): boolean => {
    const item = items.get(itemId);
    const kind = item?.toConvert;
    if (item === null || kind === undefined) return false;
    return found.all(itemId, itemId).every((row) => {
      const folder = folders.watched(folderIdSchema.parse(row['folder_id']));
      return folder !== null && isConverting(folder.converts, kind, item.foundAt);
    });
  };
  const isAhead = (id: CompanyId): boolean => ahead.all(id, AHEAD_MAX).length === AHEAD_MAX;
  // Asked after each commit: mostly there is none.
  const nexts = (): readonly Row[] => {
    if (any.get() === undefined) return [];
    return companies.companies().flatMap(({ id }) => {
      const rows = next.all(id);
      return rows.length === 0 || isAhead(id) ? [] : rows;
    });
  };
  return {
    toConvert: (now) => {
      const due = nexts().filter((row) => Number(row['convert_at']) <= now);
      const [first] = due.toSorted((a, b) => Number(a['convert_at']) - Number(b['convert_at']));
      return first === undefined ? null : itemOf(first);
    },
    nextToConvertAt: () => {
      const dues = nexts().map((row) => Number(row['convert_at']));
      return dues.length === 0 ? null : wallMs(Math.min(...dues));
    },
    mayConvert,
    converted: (itemId, { fingerprints = [], ...conversion }, at) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item?.state.kind !== 'waiting' || item.toConvert !== conversion.from || !mayConvert(itemId)) return null;
        pages.keep(itemId, 'version', fingerprints);
        const name = sentNames.take(item.companyId, sentName(item.name, conversion.mediaType));
        return items.apply(item, { kind: 'converted', as: { conversion, sentName: name } }, at).item;
      }),
    notConverted: (itemId, withheld, at) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item?.state.kind !== 'waiting' || item.toConvert === undefined) return null;
        return items.apply(item, { kind: 'not-converted', withheld }, at);
      }),
  };
}

function prepared(database: JournalContext['database']) {
  return {
    any: database.prepare('SELECT 1 FROM items WHERE convert_at IS NOT NULL LIMIT 1'),
    next: database.prepare('SELECT * FROM items WHERE company_id = ? AND convert_at IS NOT NULL ORDER BY convert_at, n LIMIT 1'),
    ahead: database.prepare("SELECT 1 FROM items WHERE company_id = ? AND kind = 'waiting' AND conversion IS NOT NULL LIMIT ?"),
    found: database.prepare('SELECT folder_id FROM files WHERE item_id = ? AND present = 1 UNION SELECT found_in FROM items WHERE id = ?'),
  };
}

/** All are part of the caller's transaction. */
export type JoinRows = {
  /** Sends one PDF in place of these documents (C42), because a user agreed to it. Null if one of them is no longer as it was then. */
  release(joining: Joining, made: MadeConversion, now: WallMs): Item | null;
  /** The id of the document that was joined from these, in this order, before, here or by another computer. */
  before(parts: Joining['parts']): ItemId | null;
  /** Its parts are again what they were. Null if something of it may have left. */
  undo(itemId: ItemId, now: WallMs): Item | null;
};

type JoinDeps = ReleaseRows & {
  readonly gone: Pick<GoneRows, 'hasFile'>;
  readonly stems: Pick<ReferenceStemRows, 'addItem'>;
  readonly events: Pick<EventMatch, 'rematch' | 'adopt' | 'ofContent'>;
  readonly pages: Pick<PageFingerprintRows, 'keep' | 'keepParts'>;
};

export function joinRows({ database }: JournalContext, rows: JoinDeps): JoinRows {
  const { items, companies, otherTypes, sentNames, gone, stems, events, pages } = rows;
  const byContent = database.prepare('SELECT id FROM items WHERE company_id = ? AND import_type = ? AND sha256 = ?');
  const foundIn = placing(database);
  const beforeOf = ({ companyId, importType }: Item, parts: Joining['parts']): Item | null => {
    const row = byContent.get(companyId, importType, joinedSha256(nodeSha256, parts));
    return row === undefined ? null : items.get(itemIdSchema.parse(row['id']));
  };
  /** The joined document, which waits for its version. The same files may have been joined in the same order before. */
  const madeOf = (first: Item, parts: readonly Item[], { joining, now }: Making): Item => {
    const item = joinedItem(first, parts, joining, now);
    const before = beforeOf(first, joining.parts);
    if (before !== null) return items.apply(before, { kind: 'joined', into: before.id }, now).item;
    const adopted = events.adopt(item, foundIn(first), now);
    if (adopted !== null) return adopted.item;
    items.add(item, foundIn(first));
    stems.addItem(item.id);
    return item;
  };
  return {
    release: (joining, { fingerprints = [], ...conversion }, now) => {
      const parts = joining.parts.flatMap(({ itemId }) => items.get(itemId) ?? []);
      const [first] = parts;
      if (first === undefined || !areAsBefore(parts, joining) || whyNotJoined(parts) !== null) return null;
      if (companies.get(first.companyId) === null) return null;
      const joined = madeOf(first, parts, { joining, now });
      for (const part of parts) items.apply(part, { kind: 'joined', into: joined.id }, now);
      pages.keep(joined.id, 'version', fingerprints);
      pages.keepParts(
        joined.id,
        parts.map(({ id }) => id),
      );
      const name = sentNames.take(joined.companyId, sentName(joined.name, conversion.mediaType));
      const as = { conversion, sentName: name };
      const noted = withNote(joined, joining.note ?? joinedNote(parts).slice(0, NOTE_CHARACTERS_MAX));
      const numbered = withOwnNumber(noted, 'user', joinedNumber(parts));
      const released = items.apply(numbered, { kind: 'sent-converted', as, twin: otherTypes.of(joined) }, now).item;
      // Another computer may have joined and sent the same files, and its result may be here already.
      return events.rematch(released, now).item;
    },
    before: (parts) => {
      const [first] = parts;
      const item = first === undefined ? null : items.get(first.itemId);
      if (item === null) return null;
      // Another computer may have joined and sent these, and its document is known by its number.
      return (beforeOf(item, parts) ?? events.ofContent({ ...item, sha256: joinedSha256(nodeSha256, parts) }))?.id ?? null;
    },
    undo: (itemId, now) => undone(itemId, { items, gone }, now),
  };
}

function placing(database: JournalContext['database']): (item: Item) => FoundIn {
  const place = database.prepare('SELECT found_in, written_at FROM items WHERE id = ?');
  return ({ id }) => {
    const row = place.get(id);
    return {
      folderId: folderIdSchema.nullable().parse(row?.['found_in'] ?? null),
      writtenAt: wallMs(Number(row?.['written_at'] ?? 0)),
      unread: null,
    };
  };
}

function undone(itemId: ItemId, { items, gone }: Pick<JoinDeps, 'items' | 'gone'>, now: WallMs): Item | null {
  const joined = items.get(itemId);
  if (joined === null || !mayUndoJoin(joined)) return null;
  for (const { itemId: partId } of joined.parts ?? []) {
    const part = items.get(partId);
    const apart = part === null ? null : items.apply(part, { kind: 'join-undone', into: itemId }, now).item;
    // Its file may have gone meanwhile.
    if (apart !== null && apart !== part && !gone.hasFile(partId)) items.apply(apart, { kind: 'gone' }, now);
  }
  return items.apply(joined, { kind: 'join-undone', into: itemId }, now).item;
}

type Making = { readonly joining: Joining; readonly now: WallMs };

function areAsBefore(items: readonly Item[], { parts }: Joining): boolean {
  return (
    items.length === parts.length && items.every((item, at) => item.sha256 === parts[at]?.sha256 && pictureKindOf(item) === parts[at].kind)
  );
}

function joinedItem({ companyId, importType, name: first }: Item, parts: readonly Item[], { id, parts: of }: Joining, now: WallMs): Item {
  const name = joinedName(first, parts.length);
  return {
    id,
    companyId,
    importType,
    sha256: joinedSha256(nodeSha256, of),
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    mediaType: null,
    name,
    sentName: name,
    ...NOTHING_SENT,
    replaces: null,
    parts: [...of],
    foundAt: now,
    state: IN_PARTS,
    stateSince: now,
  };
}
