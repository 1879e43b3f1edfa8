import type { Joining } from '#electron/delivery/store.ts';
import { folderIdSchema, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { MadeConversion } from '#shared/domain/item/conversion/conversion.ts';
import { type Item, NOTHING_SENT } from '#shared/domain/item/item.ts';
import { IN_PARTS, mayUndoJoin, pictureKindOf, whyNotJoined } from '#shared/domain/item/joining/joining.ts';
import { joinedName, joinedSha256 } from '#shared/domain/item/joining/parts.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { EventMatch } from '../../results/event-match.ts';
import type { ReferenceStemRows } from '../../results/reference-stem-rows.ts';
import type { JournalContext } from '../../sqlite/journal-context.ts';
import type { GoneRows } from '../files/gone-rows.ts';
import type { FoundIn } from '../item-rows.ts';
import type { PageFingerprintRows } from '../page-fingerprint-rows.ts';
import type { ReleaseRows } from './all-the-same-rows.ts';

/** All are part of the caller's transaction. */
export type JoinRows = {
  /** Sends one PDF in place of these documents (C42), because a user agreed to it. Null if one of them is no longer as it was then. */
  release(joining: Joining, made: MadeConversion, now: WallMs): Item | null;
  /** The id of the document that was joined from these, in this order, before, here or by another computer. */
  before(parts: Joining['parts']): ItemId | null;
  /** Its parts are again what they were. Null if something of it may have left. */
  undo(itemId: ItemId, now: WallMs): Item | null;
};

type Rows = ReleaseRows & {
  readonly gone: Pick<GoneRows, 'hasFile'>;
  readonly stems: Pick<ReferenceStemRows, 'addItem'>;
  readonly events: Pick<EventMatch, 'rematch' | 'adopt' | 'ofContent'>;
  readonly pages: Pick<PageFingerprintRows, 'keep' | 'keepParts'>;
};

export function joinRows({ database }: JournalContext, rows: Rows): JoinRows {
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
      const released = items.apply(joined, { kind: 'sent-converted', as, twin: otherTypes.of(joined) }, now).item;
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

function undone(itemId: ItemId, { items, gone }: Pick<Rows, 'items' | 'gone'>, now: WallMs): Item | null {
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
