import { join } from 'node:path';
import type { DeliveryStore, DueItem, KnownPath } from '#electron/delivery/store.ts';
import { integrationIdSchema, type Reference } from '#shared/contract/ids.ts';
import type { Advance } from '#shared/domain/item/advance.ts';
import { type Company, sentEmailOf } from '#shared/domain/company.ts';
import { type Connection, mayUpload } from '#shared/domain/connection.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import { isUnsent } from '#shared/domain/item/aside.ts';
import type { EntriesRows } from './entries-rows.ts';
import { filesSentWith, needsCopy } from '#shared/domain/item/pair.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { reference as referenceOf } from '#shared/domain/item/reference.ts';
import { MINUTE_MS, type WallMs, wallMs } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { type ConversionRows, conversionRows, type JoinRows, joinRows, toConvertRows } from './release/conversion-rows.ts';
import type { ReferenceStemRows } from '../results/reference-stem-rows.ts';
import type { OtherTypeRows } from './type-decision-rows.ts';
import type { PageFingerprintRows } from './page-fingerprint-rows.ts';
import { entriesReadIn, type LineKeyRows } from './line-key-rows.ts';
import type { FolderNoteRows } from './folder-note-rows.ts';
import type { SentBeforeRows } from './sent-before-rows.ts';
import { type AttemptRows, attemptRows, type SentNameRows, type SubmissionRows } from './submission-rows.ts';
import type { AllTheSameRows } from './release/all-the-same-rows.ts';
import { inPages, type JournalContext, type Row } from '../sqlite/journal-context.ts';
import type { CompanyRows } from '../companies/company-rows.ts';
import { type UncertainSubmissionRows, uncertainSubmissionRows } from '../companies/uncertain-submission-rows.ts';
import type { EventMatch } from '../results/event-match.ts';
import type { GoneRows } from './files/gone-rows.ts';
import type { FolderRows } from '../companies/folder-rows.ts';
import { itemOf } from './item-columns.ts';
import type { ItemRows } from './item-rows.ts';

/** A content is rarely in more than two or three places; of a hundred copies not all need to be tried. */
const PLACES_MAX = 20;

const NOTHING: ReadonlyMap<ItemId, unknown> = new Map();

type Rows = {
  readonly items: ItemRows;
  readonly companies: CompanyRows;
  readonly events: EventMatch;
  readonly submissions: SubmissionRows;
  readonly allTheSame: AllTheSameRows;
  readonly otherTypes: OtherTypeRows;
  readonly sentNames: SentNameRows;
  readonly gone: Pick<GoneRows, 'hasFile' | 'hasWatchedFile'>;
  readonly folders: Pick<FolderRows, 'watched'>;
  readonly stems: Pick<ReferenceStemRows, 'addItem'>;
  readonly pages: PageFingerprintRows;
  readonly sentBefore: Pick<SentBeforeRows, 'of'>;
  readonly lineKeys: Pick<LineKeyRows, 'keep' | 'repeatsOf' | 'unasked' | 'leaving'>;
  readonly folderNotes: FolderNoteRows;
  readonly entries: EntriesRows;
};

/** The journal as delivery uses it. */
export function deliveryRows(base: JournalContext, rows: Rows): DeliveryStore {
  const { items, companies, events, submissions, allTheSame, gone } = rows;
  const [statements, doubts, tries] = [prepared(base.database), uncertainSubmissionRows(base), attemptRows(base)];
  const maySend = ({ id, connection }: Company): boolean => mayUpload(connection) && statements.readFirst.get(id) === undefined;
  const active = (): readonly Company[] => companies.companies().filter(maySend);
  return {
    due: (now, limit, underWay = NOTHING) => due(statements, items, { companies: active(), now, limit, underWay }),
    nextDueAt: () => nextDueAt(statements, active()),
    makeAllDueNow: (now) =>
      base.transact(() => {
        const makeDue = (row: Row): void => makeDueNow(itemOf(row), items, now);
        inPages(statements.later, [now], makeDue);
        for (const { id } of companies.companies()) inPages(statements.laterToConvert, [id, now], makeDue);
      }),
    makeDueNow: (itemId, now) => base.transact(() => makeDueNow(items.get(itemId), items, now)),
    ...knownPlaces(statements),
    postpone: (itemId, { failure, chance, at }) =>
      base.transact(() => {
        const item = items.get(itemId);
        if (item?.state.kind !== 'waiting') return null;
        const isGone = isLongWithoutFile(item, failure, at) && !filesSentWith(item).every(gone.hasWatchedFile);
        return items.apply(item, isGone ? { kind: 'gone' } : { kind: 'not-begun', failure, chance }, at);
      }),
    noteToSend: (itemId) => rows.folderNotes.toSend(itemId),
    begin: (itemId, intent) => base.transact(() => begin(statements, { ...rows, doubts, tries }, { itemId, ...intent })),
    end: (itemId, ended) =>
      base.transact((): Advance => {
        const item = items.get(itemId);
        if (item === null) throw new Error('an upload ended of an item that is not in the journal');
        doubts.ended(ended.reference, ended.outcome);
        tries.ended(ended.reference, { ...ended, outcome: ended.outcome.kind });
        if (item.reference !== ended.reference) return overtaken(item, ended, { statements, companies, submissions });
        const advanced = items.apply(item, { kind: 'upload-ended', outcome: ended.outcome, chance: ended.chance }, ended.at);
        pause(companies, item, ended.outcome, ended.at);
        const matched = events.rematch(advanced.item, ended.at);
        return { item: matched.item, chores: [...advanced.chores, ...matched.chores] };
      }),
    get: (itemId) => items.get(itemId),
    entriesRead: entriesReadIn(base, rows),
    ...rows.entries,
    senderOf: (item, reference, profileEmail) => senderOf(item, reference, companies.get(item.companyId)?.userEmail ?? profileEmail),
    sendAgain: (item, at) =>
      base.transact(() => (companies.get(item.companyId) === null ? null : askedAgain(item, at, { items, submissions }))),
    ...released(base, { allTheSame, conversions: conversionRows({ ...rows, doubts }), joins: joinRows(base, rows) }),
    ...toConvertRows(base, rows),
    needsSpool: (itemId) => needsCopy(items.get(itemId), (other) => items.get(other)),
  };
}

function nextDueAt({ next }: Statements, companies: readonly Company[]): WallMs | null {
  const dues = companies.flatMap(({ id }) => next.get(id)?.['due_at'] ?? []);
  return dues.length === 0 ? null : wallMs(Math.min(...dues.map(Number)));
}

/** Under the same reference another address would make two requests of one. */
function senderOf({ reference: before, sentBy, givenBy }: Item, reference: Reference, otherwise: string | null): string | null {
  return before === reference && sentBy !== undefined ? sentBy : sentEmailOf(givenBy, otherwise);
}

type Released = Pick<DeliveryStore, 'sendAllTheSame' | 'sendConversion' | 'conversionLost' | 'sendJoined' | 'joinedBefore' | 'undoJoin'>;
type Releasing = { readonly allTheSame: AllTheSameRows; readonly conversions: ConversionRows; readonly joins: JoinRows };

/** What a user has sent although it is unfit as it is. */
function released(base: JournalContext, { allTheSame, conversions, joins }: Releasing): Released {
  return {
    sendAllTheSame: (itemId, as, at) => base.transact(() => allTheSame.release(itemId, as, at)),
    sendConversion: (itemId, conversion, at, note) => base.transact(() => conversions.release(itemId, { ...conversion, note }, at)),
    sendJoined: (joining, conversion, at) => base.transact(() => joins.release(joining, conversion, at)),
    joinedBefore: (parts) => joins.before(parts),
    undoJoin: (itemId, at) => base.transact(() => joins.undo(itemId, at)),
    conversionLost: (itemId, conversion, at) => base.transact(() => conversions.lost(itemId, conversion, at)),
  };
}

/** A file that was only moved to another watched folder is known there within this time. */
const MOVED_WITHIN_MS = MINUTE_MS;

/** Whether neither a copy nor a file has been found for so long that the file was not just on its way to another folder. */
function isLongWithoutFile({ state }: Item, failure: Failure, now: WallMs): boolean {
  if (state.kind !== 'waiting' || state.last?.kind !== 'no-file' || failure.kind !== 'no-file') return false;
  return state.failingSince !== undefined && now - state.failingSince >= MOVED_WITHIN_MS;
}

type Due = {
  readonly companies: readonly Company[];
  readonly now: WallMs;
  readonly limit: number;
  readonly underWay: Pick<ReadonlyMap<ItemId, unknown>, 'size' | 'has'>;
};

/** Items under way are left out before the rows are read whole and parsed, which takes longer than finding them. */
function due(statements: Statements, items: Pick<ItemRows, 'get'>, { companies, now, limit, underWay }: Due): readonly DueItem[] {
  const most = limit + underWay.size;
  const found = companies.flatMap((company) =>
    statements.due.all(company.id, now, most).map((row) => ({ id: itemIdSchema.parse(row['id']), dueAt: Number(row['due_at']), company })),
  );
  const fresh = found.filter(({ id }) => !underWay.has(id));
  fresh.sort((a, b) => a.dueAt - b.dueAt);
  return fresh.slice(0, limit).flatMap(({ id, company: { integrationId } }) => {
    const item = items.get(id);
    return item === null ? [] : [{ item, integrationId }];
  });
}

type Intent = Parameters<DeliveryStore['begin']>[1] & { readonly itemId: ItemId };

type Compared = Pick<Rows, 'items' | 'sentBefore' | 'lineKeys'>;
type Beginning = Compared &
  Pick<Rows, 'companies' | 'gone' | 'folderNotes'> & {
    readonly doubts: UncertainSubmissionRows;
    readonly tries: AttemptRows;
  };

function begin(
  statements: Statements,
  { items, companies, doubts, tries, gone, folderNotes, ...compare }: Beginning,
  intent: Intent,
): Item | null {
  const { itemId, integrationId, sentBy = null, at, fields } = intent;
  const found = items.get(itemId);
  const item = compared(found, { items, ...compare }, at);
  // One that was held before is told of already.
  if (item !== found && item?.state.kind === 'held') return item;
  const company = item === null ? null : companies.get(item.companyId);
  if (item?.state.kind !== 'waiting' || item.sha256 === null || item.importType === null || item.toConvert !== undefined) return null;
  if (company === null || !mayUpload(company.connection) || company.integrationId !== integrationId) return null;
  if (isUnsent(item) && !filesSentWith(item).every(gone.hasFile)) return null;
  // Under another integration the service would treat it as a new document, and nobody knows whether it has the old one.
  if (doubts.elsewhere(itemId, integrationId)) return items.apply(item, { kind: 'in-doubt' }, at).item;
  const { importType, sha256: contentSha256, resubmission } = item;
  const reference = referenceOf(nodeSha256, { integrationId, importType, contentSha256, resubmission });
  statements.intend.run(reference, itemId, integrationId, at, resubmission);
  doubts.begun(reference);
  compare.lineKeys.leaving(item, at);
  tries.begun(item, { reference, at, fields });
  // Attempts are counted by reference: under a new one the service has seen nothing of ours.
  const attempts = item.reference === reference ? item.attempts : 0;
  const folderNote = folderNotes.of(item);
  const noted = folderNote === undefined ? item : { ...item, folderNote };
  return items.apply({ ...noted, integrationId, reference, attempts, sentBy }, { kind: 'upload-begun' }, at).item;
}

/** Entries are asked about if nobody was, or if they repeat. One that is about to leave for the first time, and is like a sent one, is asked about instead, unless its folder says what becomes of it (C51). */
function compared(item: Item | null, { items, sentBefore, lineKeys }: Compared, at: WallMs): Item | null {
  if (item?.state.kind !== 'waiting') return item;
  const unasked = lineKeys.unasked(item, at);
  if (unasked !== null) return items.apply(unasked.item, unasked.as, at).item;
  const paired = items.pairs.asked(item, at);
  if (paired !== item) return paired;
  if (!isUnsent(item)) return item;
  const like = sentBefore.of(item);
  return like === null ? item : items.apply(item, { kind: 'like-sent', ...like }, at).item;
}

function prepared(database: JournalContext['database']) {
  return {
    due: database.prepare(
      "SELECT id, due_at FROM items WHERE company_id = ? AND kind = 'waiting' AND due_at <= ? ORDER BY due_at, n LIMIT ?",
    ),
    // What was sent under a former integration is unknown until its log was read.
    readFirst: database.prepare('SELECT 1 FROM integrations WHERE company_id = ? AND read_first = 1 LIMIT 1'),
    next: database.prepare("SELECT min(due_at) AS due_at FROM items WHERE company_id = ? AND kind = 'waiting'"),
    later: database.prepare("SELECT * FROM items WHERE kind = 'waiting' AND due_at > ? AND n > ? ORDER BY n LIMIT ?"),
    laterToConvert: database.prepare('SELECT * FROM items WHERE company_id = ? AND convert_at > ? AND n > ? ORDER BY n LIMIT ?'),
    places: database.prepare(`SELECT DISTINCT o.path AS root, f.relative_path FROM files f JOIN folders o ON o.id = f.folder_id
      WHERE f.item_id = ? ORDER BY f.present DESC, f.seen_at DESC LIMIT ?`),
    presentPlaces: database.prepare(`SELECT o.path AS root, f.relative_path, iif(o.removed_at IS NULL, o.state, 'removed') AS folder
      FROM files f JOIN folders o ON o.id = f.folder_id WHERE f.item_id = ? AND f.present = 1 ORDER BY f.seen_at DESC LIMIT ?`),
    sentTo: database.prepare('SELECT integration_id FROM intents WHERE reference = ?'),
    intend: database.prepare(
      'INSERT INTO intents (reference, item_id, integration_id, at, resubmission) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
  };
}

type Statements = ReturnType<typeof prepared>;

/** Raises the number only once, even if two callers ask at once or a result comes meanwhile. */
function askedAgain({ id, resubmission }: Item, at: WallMs, { items, submissions }: Pick<Rows, 'items' | 'submissions'>): Item | null {
  const item = items.get(id);
  if (item === null || item.resubmission !== resubmission) return null;
  const next = { resubmission: resubmission + 1, at };
  const advanced = item.state.kind === 'refused' ? submissions.sendAgain(item, next) : items.apply(item, { kind: 'allowed' }, at);
  return advanced.item === item ? null : advanced.item;
}

/** If the service is busy, or contradicts itself about a company, a user's hurry does not bring the next attempt forward. */
function makeDueNow(item: Item | null, items: ItemRows, now: WallMs): void {
  if (item?.state.kind !== 'waiting' || item.state.last?.kind === 'service' || item.state.last?.kind === 'company') return;
  items.apply(item, { kind: 'due' }, now);
}

function knownPlaces({ places, presentPlaces }: Statements): Pick<DeliveryStore, 'places' | 'presentPlaces'> {
  return {
    places: (itemId) => places.all(itemId, PLACES_MAX).map(placeOf),
    presentPlaces: (itemId) =>
      presentPlaces.all(itemId, PLACES_MAX).map((row) => {
        const folder = row['folder'] === 'present' ? 'there' : row['folder'] === 'missing' ? 'away' : 'unknown';
        return { ...placeOf(row), folder };
      }),
  };
}

function placeOf(row: Row): KnownPath {
  const root = String(row['root']);
  return { root, path: join(root, ...String(row['relative_path']).split('/')) };
}

type Ended = Parameters<DeliveryStore['end']>[1];

type OvertakenDeps = Pick<Rows, 'companies' | 'submissions'> & { readonly statements: Statements };

/** While this sending was under way, another computer's sending of the same bytes was reported. This one is kept beside it. */
function overtaken(item: Item, { reference, outcome, at }: Ended, { statements, companies, submissions }: OvertakenDeps): Advance {
  const integrationId = integrationIdSchema.parse(statements.sentTo.get(reference)?.['integration_id']);
  const isReceived = outcome.kind === 'received' || outcome.kind === 'already-received';
  if (isReceived && outcome.documentId !== null) {
    submissions.received(item.id, { reference, integrationId, documentId: outcome.documentId, at });
  }
  pause(companies, { ...item, integrationId }, outcome, at);
  return { item, chores: ['drop-spool'] };
}

/** Applies what an answer says about the company. An answer under a former integration says nothing about the current one. */
function pause(companies: CompanyRows, { companyId, integrationId }: Item, outcome: Outcome, at: WallMs): void {
  const company = companies.get(companyId);
  if (company === null || company.integrationId !== integrationId) return;
  const next = connectionAfter(company.connection, outcome, at);
  if (next !== null) companies.setConnection(company.id, next);
}

function connectionAfter(before: Connection, outcome: Outcome, at: WallMs): Connection | null {
  // The first finding stays: the answers to uploads that were already under way know less.
  if (outcome.kind === 'revoked' && (before.kind !== 'invalid' || before.trial === true))
    return { kind: 'invalid', since: at, reason: outcome.reason };
  if (outcome.kind === 'unauthorised' && before.kind === 'active') return { kind: 'checking', since: at, doubt: 'unknown' };
  return null;
}
