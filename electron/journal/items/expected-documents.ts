import { posix } from 'node:path';
import type { Expected, MissingDocument } from '#shared/app-api/list/expected.ts';
import { type Arrival, addArrival, type History, labelOf, newHistory, readName } from '#shared/domain/expected/history.ts';
import { findMissing, type Missing } from '#shared/domain/expected/missing.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import { singleFlight } from '#shared/async/single-flight.ts';
import { type CompanyId, itemIdSchema } from '#shared/domain/ids.ts';
import { type ItemState, itemStateSchema } from '#shared/domain/item/item-state.ts';
import { type SentBefore, sentBeforeSchema } from '#shared/domain/item/sent-before/sent-before.ts';
import { DAY_MS, wallMs } from '#shared/lib/duration.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { endOfTurn } from '#shared/node/clock.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { CompanyRows } from '../companies/company-rows.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import type { NoteRows } from './type-decision-rows.ts';

/** Per company: three years of a hundred documents a day. */
const LOOKED_AT_MAX = 100_000;
/** Rows that are read and understood before others may work: a few milliseconds. */
const ROWS_AT_ONCE = 64;
/** The window fetches all that it shows at once, and waits for all of it: for so many turns of the loop, of a few milliseconds each. */
const TURNS_MAX = 50;
/** Older than this, nobody asks for it. */
const MONTHS_SHOWN = 12;

export type ExpectedDocuments = Required<Pick<AppHandlers['companies'], 'expected' | 'expect'>>;
type Deps = { readonly companies: Pick<CompanyRows, 'companies'>; readonly notes: Pick<NoteRows, 'written'> };

/** What is known of one company: its history up to a document, and what it lets one expect. */
type Known = {
  readonly day: number;
  readonly changed: string;
  readonly history: History;
  readonly upTo: number;
  readonly missing: readonly Missing[];
};

/**
 * What is missing, going by the history of each company. It is computed when asked for, in short steps, and kept: later documents are added to it, and it
 * is computed anew when another one was put aside, and each day.
 */
export function expectedDocuments(base: JournalContext, { companies, notes }: Deps): ExpectedDocuments {
  const rows = expectedRows(base, notes);
  const known = new Map<CompanyId, Known>();
  let last: readonly Expected[] = [];
  const all = singleFlight(async (): Promise<readonly Expected[]> => {
    const ids = companies.companies().map(({ id }) => id);
    for (const companyId of known.keys()) if (!ids.includes(companyId)) known.delete(companyId);
    const found: Expected[] = [];
    for (const companyId of ids) {
      const before = known.get(companyId);
      // A look that fails leaves nothing half added behind.
      known.delete(companyId);
      const one = await lookAgain(rows, { companyId, today: Math.floor(base.clock.wallMs() / DAY_MS), before });
      known.set(companyId, one);
      found.push(viewOf(rows, companyId, one));
    }
    last = found;
    return found;
  });
  return {
    expected: async ({ waits }) => {
      const whole = all();
      if (waits) return { companies: [...(await whole)] };
      const run = { isOver: false };
      const end = (): void => void (run.isOver = true);
      whole.then(end, end);
      for (let turns = 0; turns < TURNS_MAX && !run.isOver; turns += 1) await turn();
      return { companies: [...(run.isOver ? await whole : last)] };
    },
    expect: async ({ seriesId, isExpected }) => {
      for (const { companyId, missing, unexpected } of await all()) {
        const named = (isExpected ? unexpected : missing).find((one) => one.seriesId === seriesId);
        if (named === undefined) continue;
        if (isExpected) rows.expect(seriesId);
        else rows.doNotExpect(companyId, { seriesId, name: named.name });
        return { done: true };
      }
      return { done: false };
    },
  };
}

type Look = { readonly companyId: CompanyId; readonly today: number; readonly before: Known | undefined };

async function lookAgain(rows: ExpectedRows, { companyId, today, before }: Look): Promise<Known> {
  const { newest, changed } = rows.revision(companyId);
  const isSame = before !== undefined && before.day === today && before.changed === changed;
  if (isSame && before.upTo === newest) return before;
  const history = isSame ? before.history : newHistory();
  let upTo = isSame ? before.upTo : rows.start(companyId);
  for (let isMore = true; isMore; ) {
    const page = rows.page(companyId, upTo);
    for (const row of page) take(history, row);
    upTo = Number(page.at(-1)?.['n'] ?? upTo);
    isMore = page.length === ROWS_AT_ONCE;
    await turn();
  }
  const steps = findMissing(history, today);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await turn();
  return { day: today, changed, history, upTo, missing: step.value };
}

function turn(): Promise<void> {
  return new Promise((goOn) => endOfTurn(goOn));
}

function viewOf(rows: ExpectedRows, companyId: CompanyId, { missing, day }: Known): Expected {
  const unexpected = rows.unexpected(companyId);
  const isSwitchedOff = new Set(unexpected.map(({ seriesId }) => seriesId));
  const now = new Date(day * DAY_MS);
  const oldest = now.getUTCFullYear() * 12 + now.getUTCMonth() - MONTHS_SHOWN;
  return {
    companyId,
    missing: missing
      .filter(({ keys, year, month }) => year * 12 + month > oldest && !keys.some((key) => isSwitchedOff.has(idOf(companyId, key))))
      .flatMap((one) => missingOf(rows, companyId, one) ?? []),
    unexpected,
  };
}

function missingOf(rows: ExpectedRows, companyId: CompanyId, { keys, year, month, count, last }: Missing): MissingDocument | null {
  const row = rows.named(last.n);
  if (row === undefined) return null;
  const [name, subfolder] = [String(row['name']), folderOf(row['path'])];
  const note = typeof row['comment'] === 'string' && readName(name, subfolder).words.length === 0 ? row['comment'] : null;
  return {
    seriesId: idOf(companyId, keys[0] ?? ''),
    name: (note === null ? labelOf(name, subfolder) : labelOf(note)) || name,
    month: `${year}-${String(month + 1).padStart(2, '0')}-01`,
    count,
    last: { itemId: itemIdSchema.parse(row['id']), name, at: wallMs(Number(row['found_at'])) },
  };
}

/** Short enough to be typed, and the same on each start. */
function idOf(companyId: CompanyId, series: string): string {
  return Buffer.from(nodeSha256([utf8(`${companyId} ${series}`)])).toString('hex', 0, 6);
}

function folderOf(path: unknown): string {
  const folder = typeof path === 'string' ? posix.dirname(path) : '.';
  return folder === '.' ? '' : folder;
}

/** Files that were there before their folder was added arrived when they were written. */
const FIRST_LOOK_DAYS = 2;
/** A file cannot be older than this; its time is not to be trusted. */
const WRITTEN_DAYS_MAX = 1_830;
/** A file that is changed within this time is the same document; later it is the next one under the same name. */
const SAME_DAYS = 20;
/** These are no documents of their own, or were never handed in. */
const NOT_ARRIVED: ReadonlySet<string> = new Set(['gone', 'joined', 'undone', 'replaced', 'with-scan']);

function take(history: History, row: Row): void {
  const arrival = arrivalOf(row, '');
  if (arrival === null || row['import_type'] === '') return;
  const state = typeof row['state'] === 'string' ? itemStateSchema.parse(JSON.parse(row['state'])) : null;
  if (state?.kind === 'aside' && NOT_ARRIVED.has(state.why)) return;
  if (isSentAgain(sentBeforeOf(row, state), arrival.day)) return;
  const before = arrivalOf(row, 'before_');
  const isNext = (row['before_kind'] === 'accepted' || row['before_kind'] === 'awaiting') && arrival.day - (before?.day ?? 0) > SAME_DAYS;
  addArrival(history, arrival, isNext ? null : before);
}

function arrivalOf(row: Row, as: '' | 'before_'): Arrival | null {
  const value = (name: string): unknown => row[`${as}${name}`];
  if (typeof value('n') !== 'number') return null;
  const [found, written, added] = [Number(value('found_at')), Number(value('written_at')), Number(row['added_at'] ?? 0)];
  const wasThere = found - added < FIRST_LOOK_DAYS * DAY_MS && found - written < WRITTEN_DAYS_MAX * DAY_MS;
  return {
    n: Number(value('n')),
    day: Math.floor((wasThere ? Math.min(found, written) : found) / DAY_MS),
    scope: `${String(value('import_type'))} ${typeof value('found_in') === 'string' ? String(value('found_in')) : ''}`,
    name: String(value('name')),
    subfolder: folderOf(value('path')),
    note: typeof value('comment') === 'string' ? String(value('comment')) : null,
  };
}

function sentBeforeOf(row: Row, state: ItemState | null): SentBefore | null {
  if (typeof row['sent_before'] === 'string') return sentBeforeSchema.parse(JSON.parse(row['sent_before']));
  const question = state !== null && 'question' in state ? state.question : undefined;
  return question?.kind === 'sent-before' ? question : null;
}

/** The pages of a document that was handed in already. */
function isSentAgain(like: SentBefore | null, day: number): boolean {
  return like !== null && (like.way !== 'changed' || day - Math.floor(like.sentAt / DAY_MS) <= SAME_DAYS);
}

type ExpectedRows = ReturnType<typeof expectedRows>;

/** Each statement reads one short page, or a narrow index alone. */
function expectedRows(base: JournalContext, notes: Deps['notes']) {
  const { database } = base;
  const newest = database.prepare('SELECT max(n) AS n FROM items INDEXED BY items_company WHERE company_id = ?');
  const aside = database.prepare(
    "SELECT count(*) AS count, total(n) AS sum FROM items INDEXED BY items_months WHERE company_id = ? AND kind = 'aside'",
  );
  const oldest = database.prepare('SELECT n FROM items INDEXED BY items_company WHERE company_id = ? ORDER BY n DESC LIMIT 1 OFFSET ?');
  const page = database.prepare(`SELECT ${columns('i', '')}, o.added_at, i.sent_before, ${columns('r', 'before_')},
      CASE WHEN i.kind IN ('held', 'aside') THEN i.state END AS state
    FROM items i INDEXED BY items_company LEFT JOIN folders o ON o.id = i.found_in LEFT JOIN items r ON r.id = i.replaces
    WHERE i.company_id = ? AND i.n > ? ORDER BY i.n LIMIT ?`);
  const named = database.prepare(`SELECT i.id, i.name, i.found_at, i.comment, ${pathOf('i')} AS path FROM items i WHERE i.n = ?`);
  const unexpected = database.prepare('SELECT series_id, name FROM unexpected WHERE company_id = ? ORDER BY name, series_id');
  const add = database.prepare('INSERT OR REPLACE INTO unexpected (series_id, company_id, name) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM unexpected WHERE series_id = ?');
  return {
    /** What all the rest depends on, except names and places, which are looked at again each day. */
    revision: (companyId: CompanyId) => {
      const { count, sum } = aside.get(companyId) ?? {};
      return { newest: Number(newest.get(companyId)?.['n'] ?? 0), changed: [count, sum, notes.written()].join() };
    },
    /** The number before the oldest document that is looked at. */
    start: (companyId: CompanyId): number => Number(oldest.get(companyId, LOOKED_AT_MAX)?.['n'] ?? 0),
    page: (companyId: CompanyId, after: number): readonly Row[] => page.all(companyId, after, ROWS_AT_ONCE),
    named: (n: number): Row | undefined => named.get(n),
    unexpected: (companyId: CompanyId): Expected['unexpected'] =>
      unexpected.all(companyId).map((row) => ({ seriesId: String(row['series_id']), name: String(row['name']) })),
    doNotExpect: (companyId: CompanyId, { seriesId, name }: Expected['unexpected'][number]) =>
      base.transact(() => void add.run(seriesId, companyId, name)),
    expect: (seriesId: string) => base.transact(() => void remove.run(seriesId)),
  };
}

function columns(of: string, as: string): string {
  const names = ['n', 'kind', 'import_type', 'found_in', 'found_at', 'written_at', 'name', 'comment'];
  return [...names.map((name) => `${of}.${name} AS ${as}${name}`), `${pathOf(of)} AS ${as}path`].join(', ');
}

/** Where its file lies within its folder; of copies any one. */
function pathOf(item: string): string {
  return `(SELECT f.relative_path FROM files f WHERE f.item_id = ${item}.id LIMIT 1)`;
}
