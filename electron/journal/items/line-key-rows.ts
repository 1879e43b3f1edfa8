import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import { askedNow, type EntriesHappening, entriesNumber, overlapSince, type Repeats, repeatsIn } from '#shared/domain/item/entries.ts';
import type { ReadEntries } from '#shared/domain/item/entries-schemas.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { LINE_KEY_BYTES, type Overlap, overlap, sendingsOf } from '#shared/entries/overlap.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { DeliveryStore } from '#electron/delivery/store.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import type { ItemRows } from './item-rows.ts';

/** The lines of which file, or of which sending: what is not in the journal yet has no item. */
export type LinesOf = Pick<Item, 'companyId'> & { readonly item: Item | null };

/** What is done to have a user asked. */
export type Unasked = { readonly item: Item; readonly as: EntriesHappening };

/** All are part of the caller's transaction, so that of two files that come at once the second one is compared with the first. */
export type LineKeyRows = {
  /** Keeps what was read in a file that was found, if it is one of entries; nothing, if lines of this sending are kept already. */
  found(itemId: ItemId, keys: Uint8Array | undefined, now: WallMs): void;
  /** Keeps, in place of what was there, the lines that are sent, or asked about, under the item's number. */
  keep(item: Item, keys: Uint8Array, now: WallMs): void;
  /**
   * A user wants these lines sent, of which `as` is what they come to: keeps them, and gives them as they are agreed to. `repeats`: some of them were sent
   * before, or the item itself was accepted, and `twice` was not confirmed; nothing is kept.
   */
  agree(
    item: Item,
    by: { readonly as: ReadEntries; readonly keys: Uint8Array; readonly twice: boolean },
    now: WallMs,
  ): ReadEntries | 'repeats';
  /** How these lines compare with those of other sendings of the company. Of an item that was accepted, its own are such: it would be booked twice. */
  overlapOf(of: LinesOf, keys: Uint8Array, now: WallMs): Overlap;
  /** The same, with when each of `otherDates` was sent: when a user agreed to it, or the service had received it; null if that is not known. */
  datedOverlapOf(of: LinesOf, keys: Uint8Array, now: WallMs): Overlap & { readonly sentAt: readonly (WallMs | null)[] };
  /** The same in figures, by the lines that are kept of the item; null if none are. */
  repeatsOf(item: Item, now: WallMs): Repeats | null;
  /** An item that is held with the question about its entries, with that question as it is now: others may have been sent, or refused, since. */
  asked(item: Item, now: WallMs): Item;
  /**
   * An item that is about to leave, if a user is to be asked first: nobody was, or more of its lines were sent than were said, from another file that was
   * agreed to before. Null if it may leave, or has no lines of entries.
   */
  unasked(item: Item, now: WallMs): Unasked | null;
  /**
   * A part of a batch is followed by the next one, or sent once more: under the number of `before` stay the lines that were sent under it, unless they were
   * refused, and with that of `after` are those that are still to be sent. Until then they are all under the number of the part that is under way.
   */
  passOn(before: Item, after: Item, now: WallMs): void;
  /** A scan is about to leave (C43): the lines that go with it count as sent from now on, and those of one that goes without any do not. */
  leaving(scan: Item, now: WallMs): void;
};

/** What the lines of entries that may be booked are compared by (C45). A person decides about lines that come twice; nothing else may. */
export function lineKeyRows({ database }: JournalContext): LineKeyRows {
  const statements = prepared(database);
  const { kept, compared, sentBy } = comparisons(statements);
  const inFigures = (item: Item, comparing: Comparing): Repeats | null => {
    const keys = kept(item, item.resubmission);
    return keys === null ? null : repeatsIn(compared({ companyId: item.companyId, item }, keys, comparing));
  };
  const write: Write = (of, number, keys, now) => {
    statements.forget.run(overlapSince(now));
    statements.keep.run(of.id, number, of.companyId, now, keys);
  };
  const repeatsOf = (item: Item, now: WallMs): Repeats | null => inFigures(item, { now });
  const keep = (item: Item, keys: Uint8Array, now: WallMs): void => write(item, entriesNumber(item), keys, now);
  return {
    found: keepingFound(statements, write),
    keep,
    agree: (item, { as, keys, twice }, now) => {
      const { repeated: _, ...read } = as;
      const { repeated } = repeatsIn(compared({ companyId: item.companyId, item }, keys, { now }));
      if (!twice && (repeated > 0 || item.state.kind === 'accepted')) return 'repeats';
      keep(item, keys, now);
      return repeated === 0 ? read : { ...read, repeated };
    },
    overlapOf: (of, keys, now) => compared(of, keys, { now }),
    datedOverlapOf: (of, keys, now) => datedOverlap(sentBy(of, { now }), keys),
    repeatsOf,
    asked: (item, now) =>
      item.state.kind === 'held' && item.state.question.kind === 'entries' ? askedNow(item, repeatsOf(item, now)) : item,
    unasked: (item, now) => {
      const { entries } = item;
      // The parts of a large batch were compared together, when the first of them was to leave.
      if (entries === undefined || (entries.part?.n ?? 1) > 1) return null;
      const { allowedAt, repeated = 0, ...unsure } = entries;
      const before = allowedAt === undefined ? null : inFigures(item, { now, before: allowedAt });
      if (before !== null && before.repeated <= repeated) return null;
      const as = { kind: 'entries-read', as: unsure, repeats: repeatsOf(item, now) } as const;
      // If nobody knows what its lines are compared by, the consent is worth nothing.
      return { item: before === null ? { ...item, entries: unsure } : item, as };
    },
    passOn: passingOn(statements, write),
    leaving: (scan, now) => {
      if (scan.importType === 'entries') return;
      const keys = scan.entries === undefined ? null : kept(scan, scan.resubmission);
      if (keys === null) statements.drop.run(scan.id, scan.resubmission);
      else keep(scan, keys, now);
    },
  };
}

function keepingFound({ lacking }: ReturnType<typeof prepared>, write: Write): LineKeyRows['found'] {
  return (itemId, keys, now) => {
    const row = keys === undefined ? undefined : lacking.get(itemId);
    if (row !== undefined && keys !== undefined)
      write({ id: itemId, companyId: String(row['company_id']) as CompanyId }, Number(row['resubmission']), keys, now);
  };
}

type Write = (of: Pick<Item, 'companyId' | 'id'>, number: number, keys: Uint8Array, now: WallMs) => void;

function passingOn({ own, cut }: ReturnType<typeof prepared>, write: Write): LineKeyRows['passOn'] {
  return (before, after, now) => {
    const { part, parts = [] } = before.entries ?? {};
    const keys = own.get(before.id, before.resubmission)?.['keys'];
    const isKept = own.get(after.id, after.resubmission) !== undefined;
    if (part === undefined || isKept || !(keys instanceof Uint8Array)) return;
    const bytes = parts.slice(part.n - 1).map(({ lines }) => lines * LINE_KEY_BYTES);
    // Those of a part that was read once more alone: nothing is known of the others.
    if (keys.byteLength !== bytes.reduce((sum, one) => sum + one, 0)) return;
    const isNext = after.entries?.part?.n === part.n + 1;
    if (isNext) cut.run(keys.subarray(0, bytes[0]), before.id, before.resubmission);
    write(after, after.resubmission, isNext ? keys.subarray(bytes[0]) : keys, now);
  };
}

function datedOverlap(sendings: readonly Sending[], keys: Uint8Array): ReturnType<LineKeyRows['datedOverlapOf']> {
  const sent = sendings.map((one) => one.keys);
  const found = overlap(sent, keys);
  const from = sendingsOf(found.otherDates, keys, sent);
  return { ...found, sentAt: from.map((one) => (one === null ? null : (sendings[one]?.at ?? null))) };
}

/** The lines of one item, and how some lines compare with those of the others. */
function comparisons(statements: ReturnType<typeof prepared>) {
  const kept = ({ id, pair, entries }: Item, number: number): Uint8Array | null => {
    const own = () => statements.own.get(id, number);
    // Those that a user agreed to beside a scan are the same under its next number; until then they are those of their file, as it is read now.
    const agreed = () => own() ?? statements.latest.get(id, number);
    const beside = (fileId: ItemId) => (entries?.allowedAt === undefined ? statements.own.get(fileId, 0) : agreed()) ?? own();
    const keys = (pair?.kind === 'with' ? beside(pair.itemId) : own())?.['keys'];
    return keys instanceof Uint8Array ? keys : null;
  };
  const sentBy = ({ companyId, item }: LinesOf, { now, before = null }: Comparing): readonly Sending[] => {
    const number = item === null ? 0 : entriesNumber(item);
    const since = overlapSince(now);
    const sent = statements.sent.all({ company: companyId, item: item?.id ?? '', number, since, before });
    return sent.flatMap((row): Sending[] => {
      const keys = statements.keys.get(Number(row['n']))?.['keys'];
      const at = Number(row['sent_at']);
      return keys instanceof Uint8Array ? [{ keys, at: at === 0 ? null : wallMs(at) }] : [];
    });
  };
  const compared = (of: LinesOf, keys: Uint8Array, comparing: Comparing): Overlap =>
    overlap(
      sentBy(of, comparing).map((one) => one.keys),
      keys,
    );
  return { kept, compared, sentBy };
}

type Sending = { readonly keys: Uint8Array; readonly at: WallMs | null };

/** `before`: only what was agreed to before that counts, of the items that wait or are under way. */
type Comparing = { readonly now: WallMs; readonly before?: WallMs | null };

/** What a file of entries comes to when it is read once more: asked about, if it is other lines than those agreed to. */
export function entriesReadIn(
  base: JournalContext,
  { items, lineKeys }: { readonly items: Pick<ItemRows, 'get' | 'apply'>; readonly lineKeys: Pick<LineKeyRows, 'keep' | 'repeatsOf'> },
): DeliveryStore['entriesRead'] {
  return (itemId, { as, lineKeys: keys }, at) =>
    base.transact(() => {
      const item = items.get(itemId);
      if (item?.state.kind !== 'waiting') return null;
      if (keys !== undefined) lineKeys.keep(item, keys, at);
      return items.apply(item, { kind: 'entries-read', as, repeats: lineKeys.repeatsOf(item, at) }, at);
    });
}

/** Something was sent, or begun to be sent, under the number of these keys. */
const LEFT = 'EXISTS (SELECT 1 FROM intents t WHERE t.item_id = k.item_id AND t.resubmission = k.resubmission)';

/** Of an item's number now: agreed to and not done with, perhaps received, received, or accepted. What the service declined is not there. */
const COUNTS_NOW = `(i.kind IN ('uploading', 'awaiting', 'accepted')
  OR (i.kind IN ('waiting', 'held') AND json_extract(i.entries, '$.allowedAt') IS NOT NULL)
  OR (i.kind IN ('waiting', 'held', 'aside', 'unfit') AND ${LEFT}
    AND coalesce(json_extract(i.state, '$.by'), json_extract(i.state, '$.unfit.by'), '') <> 'service')
  OR (i.kind = 'refused' AND json_extract(i.state, '$.contradicted')))`;

/** Of an earlier number: all that was not refused. */
const COUNTED_BEFORE = `(${LEFT} OR s.item_id IS NOT NULL)
  AND NOT coalesce(json_extract(s.result, '$.kind') = 'refused' AND NOT json_extract(s.result, '$.contradicted'), 0)`;

const IS_NOW = 'k.resubmission = i.resubmission';

/** When a user agreed to it; 0 if another computer's user did. */
const AGREED_AT = `CASE WHEN ${IS_NOW} THEN coalesce(json_extract(i.entries, '$.allowedAt'), 0) ELSE k.at END`;

function prepared(database: JournalContext['database']) {
  return {
    own: database.prepare('SELECT keys FROM line_keys WHERE item_id = ? AND resubmission = ?'),
    latest: database.prepare('SELECT keys FROM line_keys WHERE item_id = ? AND resubmission < ? ORDER BY resubmission DESC LIMIT 1'),
    cut: database.prepare('UPDATE line_keys SET keys = ? WHERE item_id = ? AND resubmission = ?'),
    drop: database.prepare('DELETE FROM line_keys WHERE item_id = ? AND resubmission = ?'),
    keys: database.prepare('SELECT keys FROM line_keys WHERE n = ?'),
    // Without the keys themselves, so that none are read that do not count.
    sent: database.prepare(`SELECT k.n, coalesce(CASE WHEN ${IS_NOW} THEN i.received_at ELSE s.received_at END, ${AGREED_AT}) AS sent_at FROM line_keys k JOIN items i ON i.id = k.item_id
      LEFT JOIN submissions s ON s.item_id = k.item_id AND s.resubmission = k.resubmission
      WHERE k.company_id = :company AND NOT (k.item_id = :item AND k.resubmission = :number)
        AND CASE WHEN ${IS_NOW} THEN ${COUNTS_NOW} ELSE ${COUNTED_BEFORE} END
        AND max(k.at, ${AGREED_AT}, CASE WHEN ${IS_NOW} THEN coalesce(i.received_at, 0) ELSE 0 END) >= :since
        AND (:before IS NULL OR ${AGREED_AT} < :before
          OR (${AGREED_AT} = :before AND i.n < (SELECT n FROM items WHERE id = :item)))`),
    lacking: database.prepare(`SELECT company_id, resubmission FROM items i WHERE id = ? AND NOT EXISTS
      (SELECT 1 FROM line_keys k WHERE k.item_id = i.id AND ${IS_NOW})`),
    keep: database.prepare(`INSERT INTO line_keys (item_id, resubmission, company_id, at, keys) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET at = excluded.at, keys = excluded.keys`),
    // A document that may still be sent is compared whenever that is.
    forget: database.prepare(`DELETE FROM line_keys AS k WHERE at < ? AND NOT EXISTS (SELECT 1 FROM items i WHERE i.id = k.item_id
      AND ${IS_NOW} AND i.kind NOT IN ('awaiting', 'accepted', 'refused'))`),
  };
}
