import type { CommittedPage, JudgedEvent, ResultLink, LogFigures, ResultsStore } from '#electron/results/store.ts';
import { EVENT_TYPES, revocationSchema } from '#shared/contract/events.ts';
import { type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { companyIdSchema } from '#shared/domain/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import { itemOf } from '../items/item-columns.ts';
import type { ItemRows } from '../items/item-rows.ts';
import type { TakeVerified } from './second-look-rows.ts';
import type { CompanyRows } from '../companies/company-rows.ts';
import type { EventMatch } from './event-match.ts';
import { statedTime, statusOf } from './event-status.ts';

type Page = Parameters<ResultsStore['commitPage']>[0];
type Effect = CommittedPage['effects'][number];
type Revocation = CommittedPage['revocations'][number];
type Taken = { readonly effect: Effect | null; readonly revocation: Revocation | null };

/** The most events without a valid signature that are kept per integration; those by a key that was not known yet are judged again. */
const FORGED_KEPT_MAX = 500;
const FORGED_BYTES_MAX = 32_768;

export type ResultRowsDeps = { readonly companies: CompanyRows; readonly events: EventMatch; readonly items: ItemRows };

export type ResultRows = Omit<ResultsStore, 'commitPage'> & { commitPage(page: Page): CommittedPage; readonly takeVerified: TakeVerified };

/** The journal as the relay link uses it. */
export function resultRows(base: JournalContext, deps: ResultRowsDeps): ResultRows {
  const statements = prepared(base.database);
  const toRead = logsToRead(base);
  const cursorOf = (integrationId: IntegrationId): ResultLink['cursor'] => placeOf(statements.cursor.get(integrationId));
  const take = (page: Page, event: JudgedEvent): Taken => {
    const status = ownStatus(event, deps.companies);
    const n = store(statements, page, { event, status });
    if (n === null || event.envelope === null) return { effect: null, revocation: null };
    if (status !== null)
      return { effect: deps.events.match({ ...status, n, integrationId: page.integrationId }, page.at), revocation: null };
    return { effect: null, revocation: revocationOf(event, page.integrationId, deps.companies) };
  };
  return {
    links: () => statements.integrations.all().map((row) => linkOf(row, cursorOf)),
    figures: () => figuresOf(statements.figures.get() ?? {}),
    commitPage: (page) =>
      base.transact(() => {
        const before = cursorOf(page.integrationId);
        const taken = page.events.map((event) => take(page, event));
        const same = before?.epoch === page.epoch ? before : null;
        // In a log that began anew the oldest events may be gone: before its first event nothing is known to be missing.
        const isAnew = same?.seq === 0 && beganAnew(statements, page.integrationId);
        const { seq, missing } = read(isAnew ? null : (same?.seq ?? null), page.events);
        const { eventId = null, receivedAt = null } = page.events.find((event) => event.seq === seq) ?? same ?? {};
        statements.move.run(page.integrationId, page.epoch, seq, missing, eventId, receivedAt);
        keepFewForged(statements, page);
        return { ...pageOf(taken), missing };
      }),
    takeVerified: (event, at) => pageOf([take({ integrationId: event.integrationId, epoch: event.epoch, events: [], at }, event)]),
    restartFrom: (integrationId, epoch) =>
      base.transact(() => {
        const before = cursorOf(integrationId);
        statements.move.run(integrationId, epoch, 0, 0, null, null);
        statements.began.run(before?.seq ?? 0, integrationId);
      }),
    ...toRead,
    readToEnd: (integrationId, at) => {
      toRead.needNotRead(integrationId);
      if (!beganAnew(statements, integrationId)) return [];
      return base.transact(() => {
        statements.ended.run(integrationId);
        const because = { kind: 'relay-lost' } as const;
        return statements.awaiting.all(integrationId).map((row) => {
          const { item, chores } = deps.items.apply(itemOf(row), { kind: 'no-answer', because }, at);
          return { itemId: item.id, chores };
        });
      });
    },
  };
}

/** Logs of former integrations that have to be read first, after the journal was rebuilt. */
function logsToRead(base: JournalContext): Pick<ResultsStore, 'readFirst' | 'needNotRead'> {
  const all = base.database.prepare('SELECT id FROM integrations WHERE read_first = 1');
  const one = base.database.prepare('SELECT 1 FROM integrations WHERE read_first = 1 AND id = ?');
  const isRead = base.database.prepare('UPDATE integrations SET read_first = 0 WHERE id = ?');
  return {
    readFirst: () => all.all().map((row) => integrationIdSchema.parse(row['id'])),
    needNotRead: (integrationId) => {
      // Called at every look at every log, and true once in the life of a journal.
      if (one.get(integrationId) !== undefined) base.transact(() => void isRead.run(integrationId));
    },
  };
}

/** Whether the log replaced another one that was read, and has not been read to its end yet. */
function beganAnew({ reached }: ReturnType<typeof prepared>, integrationId: IntegrationId): boolean {
  return (reached.get(integrationId)?.['reached'] ?? null) !== null;
}

function linkOf(row: Row, cursorOf: (integrationId: IntegrationId) => ResultLink['cursor']): ResultLink {
  const integrationId = integrationIdSchema.parse(row['id']);
  return { integrationId, companyId: companyIdSchema.parse(row['company_id']), cursor: cursorOf(integrationId) };
}

function placeOf(row: Row | undefined): ResultLink['cursor'] {
  if (row === undefined) return null;
  const { event_id: eventId, received_at: receivedAt } = row;
  return {
    epoch: String(row['epoch']),
    seq: Number(row['seq']),
    eventId: typeof eventId === 'string' ? eventId : null,
    receivedAt: typeof receivedAt === 'number' ? receivedAt : null,
  };
}

function pageOf(taken: readonly Taken[]): CommittedPage {
  return {
    effects: taken.flatMap(({ effect }) => (effect === null ? [] : [effect])),
    revocations: taken.flatMap(({ revocation }) => (revocation === null ? [] : [revocation])),
    missing: 0,
  };
}

/** A relay that pours out forgeries must not fill the disk: they are counted, and only the newest are kept; those by unknown keys separately. */
function keepFewForged(statements: ReturnType<typeof prepared>, { integrationId, events }: Page): void {
  const doubts = events.filter(({ envelope }) => envelope === null);
  if (doubts.length === 0) return;
  const forged = doubts.filter(({ doubt }) => doubt !== 'unknown-key').length;
  if (forged > 0) statements.count.run(forged, integrationId);
  for (const isUnknownKey of [0, 1]) statements.forget.run(integrationId, FORGED_KEPT_MAX, isUnknownKey);
}

function figuresOf(row: Row): LogFigures {
  const lastEventAt = row['last_event_at'];
  return {
    lastEventAt: typeof lastEventAt === 'number' ? wallMs(lastEventAt) : null,
    missing: Number(row['missing']),
    forged: Number(row['forged']),
    unknownKey: Number(row['unknown_key']),
    unmatched: Number(row['unmatched']),
  };
}

function prepared(database: JournalContext['database']) {
  return {
    integrations: database.prepare(`SELECT id, company_id FROM integrations
      WHERE company_id IN (SELECT id FROM companies WHERE removed_at IS NULL) ORDER BY rowid`),
    figures: database.prepare(`SELECT
      (SELECT received_at FROM events WHERE verified = 1 ORDER BY n DESC LIMIT 1) AS last_event_at,
      (SELECT coalesce(sum(missing), 0) FROM cursors) AS missing,
      (SELECT coalesce(sum(forged), 0) FROM cursors) AS forged,
      (SELECT count(*) FROM events WHERE verified = 0 AND doubt = 'unknown-key') AS unknown_key,
      (SELECT count(*) FROM events WHERE item_id IS NULL AND document_id IS NOT NULL) AS unmatched`),
    cursor: database.prepare('SELECT epoch, seq, event_id, received_at FROM cursors WHERE integration_id = ?'),
    move: database.prepare(`INSERT INTO cursors (integration_id, epoch, seq, missing, event_id, received_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET epoch = excluded.epoch, seq = excluded.seq, missing = missing + excluded.missing,
      event_id = excluded.event_id, received_at = excluded.received_at`),
    began: database.prepare('UPDATE cursors SET reached = max(coalesce(reached, 0), ?) WHERE integration_id = ?'),
    reached: database.prepare('SELECT reached FROM cursors WHERE integration_id = ?'),
    ended: database.prepare('UPDATE cursors SET reached = NULL WHERE integration_id = ?'),
    awaiting: database.prepare("SELECT * FROM items WHERE kind = 'awaiting' AND integration_id = ?"),
    count: database.prepare('UPDATE cursors SET forged = forged + ? WHERE integration_id = ?'),
    forget: database.prepare(`DELETE FROM events WHERE integration_id = ?1 AND verified = 0 AND (doubt IS 'unknown-key') = ?3
      AND n <= (SELECT n FROM events WHERE integration_id = ?1 AND verified = 0 AND (doubt IS 'unknown-key') = ?3
        ORDER BY n DESC LIMIT 1 OFFSET ?2)`),
    store: database.prepare(`INSERT INTO events
      (event_id, integration_id, epoch, seq, received_at, jwt, body, verified, doubt, document_id, reference, result, word, metadata)
      VALUES (:event_id, :integration_id, :epoch, :seq, :received_at, :jwt, :body, :verified, :doubt, :document_id, :reference, :result,
        :word, :metadata)
      ON CONFLICT DO NOTHING`),
  };
}

type Judged = { readonly event: JudgedEvent; readonly status: ReturnType<typeof ownStatus> };

/** The row's number, or null if the event was stored before. */
function store(statements: ReturnType<typeof prepared>, page: Page, { event, status }: Judged): number | null {
  const done = statements.store.run({
    // The id that the service signed, if it signed one; the relay's claim counts for nothing.
    event_id: event.envelope?.id ?? event.eventId,
    integration_id: page.integrationId,
    epoch: page.epoch,
    seq: event.seq,
    received_at: event.receivedAt,
    jwt: event.jwt,
    // The service means no larger one; a longer body that is not verified is not worth its space.
    body: event.envelope === null && event.body.byteLength > FORGED_BYTES_MAX ? new Uint8Array() : event.body,
    verified: event.envelope === null ? 0 : 1,
    doubt: event.doubt,
    document_id: status?.documentId ?? null,
    reference: status?.reference ?? null,
    result: status?.result ? JSON.stringify(status.result) : null,
    word: status?.word ?? null,
    metadata: status?.metadata ?? null,
  });
  return done.changes === 0 ? null : Number(done.lastInsertRowid);
}

/** What the event says about a document, if it names one of our integrations or none at all. */
function ownStatus({ envelope, receivedAt }: JudgedEvent, companies: CompanyRows): ReturnType<typeof statusOf> {
  const about = envelope?.data.integrationId ?? null;
  if (envelope === null || (about !== null && companies.ofIntegration(about) === null)) return null;
  return statusOf(envelope, receivedAt);
}

/** How far a page leads, and how many numbers it leaves out. Before the first page nothing is known to be missing. */
function read(after: number | null, events: readonly JudgedEvent[]): { readonly seq: number; readonly missing: number } {
  let seq = after;
  let missing = 0;
  for (const event of events) {
    if (seq !== null && event.seq <= seq) continue;
    if (seq !== null) missing += event.seq - seq - 1;
    seq = event.seq;
  }
  return { seq: seq ?? 0, missing };
}

/**
 * A revocation of a former integration is ignored. One that names no integration may concern the one in whose log it is, and one without a
 * time may be older than the connection: both get the oldest possible time, so that they are confirmed first (C29).
 */
function revocationOf({ envelope }: JudgedEvent, logOf: IntegrationId, companies: CompanyRows): Revocation | null {
  if (envelope?.type !== EVENT_TYPES.revocation) return null;
  const data = revocationSchema.safeParse(envelope.data);
  if (!data.success) return null;
  const integrationId = data.data.integrationId ?? logOf;
  const company = companies.ofIntegration(integrationId);
  if (company?.integrationId !== integrationId) return null;
  const at = data.data.integrationId === null ? null : statedTime(envelope);
  return { companyId: company.id, integrationId, at: at ?? wallMs(0) };
}
