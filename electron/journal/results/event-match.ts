import type { Advance, Chore } from '#shared/domain/item/advanced.ts';
import { companyIdSchema, type ItemId } from '#shared/domain/ids.ts';
import { isUnsent, mayResolve } from '#shared/domain/item/aside.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { withReturned } from '#shared/domain/item/entries.ts';
import { joinedInto } from '#shared/domain/item/joining/joining.ts';
import { isUnseen, unseenItem } from '#shared/domain/results/unseen.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { documentOf, eventOwner, type EventOwner, type StatedResult, statusSchema } from './event-status.ts';
import type { SentAs, SubmissionRows } from '../items/submission-rows.ts';
import type { FoundIn, ItemRows } from '../items/item-rows.ts';
import type { ResolvedRows } from '../items/resolved-rows.ts';
import type { ReferenceStemRows } from './reference-stem-rows.ts';
import { partsOfReference } from '#shared/domain/item/reference.ts';

export type EventMatch = Pick<UnseenRows, 'adopt' | 'ofContent'> & {
  /** Finds the item of an event, or makes one for a document of another computer, and applies the result; null if there is none. */
  match(status: StatedResult, now: WallMs): Effect | null;
  /** Applies the stored results that came before the item was found, or before the answer that names its document (C22). */
  rematch(item: Item, now: WallMs): Advance;
  /** The same for one turn over all stored events without an item: returns what came of it, and where the next turn begins; `next` is null at the end. */
  rematchAll(after: number, now: WallMs): { readonly effects: readonly Effect[]; readonly next: number | null };
};

type HappenDeps = { readonly items: ItemRows; readonly submissions: SubmissionRows; readonly resolved: ResolvedRows };
type MatchDeps = HappenDeps & { readonly stems: ReferenceStemRows };

type Effect = { readonly itemId: ItemId; readonly chores: readonly Chore[] };
/** The most events in one turn. */
const TURN_MAX = 500;

/**
 * A result belongs to the item with its documentId, else to the one whose content has its reference, whoever sent it. Of several
 * resubmission numbers the highest is the item's current one, in whatever order they arrive; the others are its earlier sendings (C22).
 */
export function eventMatch(base: JournalContext, { items, submissions, resolved, stems }: MatchDeps): EventMatch {
  const statements = prepared(base.database);
  const ownerOf = eventOwner(base, { items, submissions, stems });
  const unseen = unseenRows(base, { items, stems });
  const happen = happening(statements, { items, submissions, resolved });
  const match = (status: StatedResult, now: WallMs): Effect | null => {
    const owner = ownerOf(status);
    const item = owner?.item ?? unseen.add(status, now);
    if (item === null) return null;
    const { chores } = happen(owner ?? { item, sending: 'current', sentAs: null }, status, now);
    // Whoever has the file is told, and can send it again.
    if (!isUnseen(item)) return { itemId: item.id, chores };
    const told = items.get(item.id);
    // A user may have put it on the list of what is to be done; it stays there.
    if (told !== null && mayResolve(told) && !mayResolve(item)) items.apply(told, { kind: 'resolved', by: 'elsewhere' }, now);
    return { itemId: item.id, chores: [] };
  };
  const rematch = (item: Item, now: WallMs): Advance => {
    let current = item;
    const chores: Chore[] = [];
    const rows = [
      ...statements.byDocument.all(documentOf(item)),
      ...(item.importType === null ? [] : stems.stemsOf(item, item.importType)).flatMap((stem) =>
        statements.byStem.all(`${stem}00`, `${stem}99`),
      ),
    ];
    for (const row of rows) {
      const status = statusSchema.parse(row);
      const owner = statements.isOpen.get(status.n) === undefined ? null : ownerOf(status);
      if (owner?.item.id !== item.id) continue;
      const advanced = happen(owner, status, now);
      current = advanced.item;
      chores.push(...advanced.chores);
    }
    return { item: current, chores };
  };
  return {
    rematch,
    ofContent: (of) => unseen.ofContent(of),
    adopt: (found, at, now) => unseen.adopt(found, at, now),
    match,
    rematchAll: (after, now) =>
      base.transact(() => {
        const rows = statements.unmatched.all(after);
        const effects = rows.flatMap((row) => match(statusSchema.parse(row), now) ?? []);
        return { effects, next: rows.length < TURN_MAX ? null : Number(rows.at(-1)?.['n']) };
      }),
  };
}

type Happen = (owner: EventOwner, status: StatedResult, now: WallMs) => Advance;

/** Applies to an item what an event says about it. */
function happening(statements: ReturnType<typeof prepared>, { items, submissions, resolved }: HappenDeps): Happen {
  return ({ item, sending, sentAs }, status, now) => {
    const { result, documentId } = status;
    statements.assign.run(item.id, status.n);
    if (sending === 'earlier') {
      if (result !== null) submissions.lateResult(item.id, { result, sentAs });
      return { item, chores: [] };
    }
    if (sending === 'later') submissions.keep(item);
    const elsewhere = elsewhereOf(item, sentAs);
    askAboutWhole(items, item, now);
    if (result !== null) {
      const compared = withReturned(item, jsonOf(status.metadata ?? 'null'));
      if (compared !== item) items.save(compared);
      const answered = resolved.answered(compared, items.apply(compared, { kind: 'result', result, elsewhere }, now), now);
      return { ...answered, item: submissions.nextPart(answered.item, now).item };
    }
    const received = items.apply(item, { kind: 'told-received', documentId, elsewhere }, now);
    const asked = items.apply(received.item, { kind: 'no-answer', because: { kind: 'unknown-result', word: status.word ?? '' } }, now);
    return { item: asked.item, chores: [...received.chores, ...asked.chores] };
  };
}

/** A picture that was to go out as a part of another document was received on its own: a user decides about the rest, before it leaves. */
function askAboutWhole(items: ItemRows, part: Item, now: WallMs): void {
  const into = joinedInto(part);
  const whole = into === null ? null : items.get(into);
  if (whole !== null && isUnsent(whole)) items.apply(whole, { kind: 'in-doubt', part: part.id }, now);
}

/** Undefined if this computer sent it: the item then has this very reference. */
function elsewhereOf(item: Item, sentAs: SentAs | null): SentAs | undefined {
  return sentAs === null || sentAs.reference === item.reference ? undefined : sentAs;
}

const COLUMNS = 'n, integration_id, document_id, reference, result, word, metadata';

function prepared(database: JournalContext['database']) {
  return {
    assign: database.prepare('UPDATE events SET item_id = ? WHERE n = ?'),
    isOpen: database.prepare('SELECT 1 FROM events WHERE n = ? AND item_id IS NULL'),
    byDocument: database.prepare(`SELECT ${COLUMNS} FROM events WHERE document_id = ? AND item_id IS NULL ORDER BY n`),
    // By number, then in the order of arrival.
    byStem: database.prepare(
      `SELECT ${COLUMNS} FROM events WHERE reference BETWEEN ? AND ? AND item_id IS NULL AND document_id IS NOT NULL ORDER BY reference, n`,
    ),
    unmatched: database.prepare(`SELECT ${COLUMNS} FROM events WHERE item_id IS NULL AND document_id IS NOT NULL AND n > ?
      ORDER BY n LIMIT ${TURN_MAX}`),
  };
}

/** Documents that are known by their results alone: another computer sent them (ADR-4). */
type UnseenRows = {
  /** Adds the document of an event that belongs to none; null if its reference is not one of ours, so that no file can ever be found for it, or its state is one that we do not know (C31). */
  add(status: StatedResult, now: WallMs): Item | null;
  /** The document of this content, if it is one of these. */
  ofContent(of: Pick<Item, 'companyId' | 'importType' | 'sha256'>): Item | null;
  /**
   * The file of such a document was found: its row becomes that of the file, and keeps its state; a refusal is told of now. `found` is the
   * row that the file would have had. Null if its content is not that of such a document.
   */
  adopt(found: Item, at: FoundIn, now: WallMs): Advance | null;
};

type UnseenDeps = { readonly items: ItemRows; readonly stems: ReferenceStemRows };

function unseenRows(base: JournalContext, { items, stems }: UnseenDeps): UnseenRows {
  const company = base.database.prepare('SELECT company_id FROM integrations WHERE id = ?');
  const ofContent: UnseenRows['ofContent'] = ({ importType, ...of }) => {
    const owners = importType === null ? [] : stems.stemsOf(of, importType).flatMap((stem) => stems.ownerOf(stem) ?? []);
    return owners.map(({ itemId }) => items.get(itemId)).find((item) => item !== null && isUnseen(item)) ?? null;
  };
  return {
    ofContent,
    add: ({ integrationId, documentId, reference, result }, now) => {
      const companyId = company.get(integrationId)?.['company_id'];
      const parts = reference === null ? null : partsOfReference(reference);
      if (companyId === undefined || result === null || parts === null) return null;
      // A second document under the reference of a file that is known here is no other paper: the service broke its own rule (C11).
      if (stems.ownerOf(parts.stem) !== null) return null;
      const id = base.random.uuid() as ItemId;
      const item = unseenItem({ id, companyId: companyIdSchema.parse(companyId), integrationId, documentId, sentAs: parts, at: now });
      items.add(item, { folderId: null, writtenAt: now, unread: null });
      stems.addUnseen(id, { stem: parts.stem, integrationId });
      return item;
    },
    adopt: (found, at, now) => {
      const before = ofContent(found);
      if (before === null) return null;
      const { importType, sha256, bytes, mediaType, name, sentName, replaces, parts, entries, ownNumber, ownNumberFrom } = found;
      const own = ownNumber === undefined ? {} : { ownNumber, ownNumberFrom };
      const file = { importType, sha256, bytes, mediaType, name, sentName, replaces, ...own };
      const item = { ...before, ...file, ...(parts === undefined ? {} : { parts }), ...(entries === undefined ? {} : { entries }) };
      items.complete(item, at);
      stems.addItem(item.id);
      const isOpen = item.state.kind === 'refused' && item.state.resolved?.by === 'elsewhere';
      return isOpen
        ? { ...items.apply(item, { kind: 'unresolved' }, now), chores: ['drop-spool', 'tell-refused'] }
        : { item, chores: ['drop-spool'] };
    },
  };
}
