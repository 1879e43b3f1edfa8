import type { IntegrationId } from '#shared/contract/ids.ts';
import type { CompaniesStore, CompanyChange } from '#electron/companies/store.ts';
import {
  type Company,
  COMPANY_COLOURS,
  type CompanyColour,
  companySchema,
  ownsIntegration,
  type RemovedCompany,
  removedCompanySchema,
} from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { inPages, type JournalContext, type Row } from '../sqlite/journal-context.ts';
import { itemOf } from '../items/item-columns.ts';
import type { ItemRows } from '../items/item-rows.ts';
import { type RemovalRows, removalRows } from './removal-rows.ts';
import type { ReferenceStemRows } from '../results/reference-stem-rows.ts';
import type { Trouble } from '#shared/app-api/diagnostics.ts';

export type CompanyRows = CompaniesStore & {
  get(companyId: CompanyId): Company | null;
  /** The company whose current or former integration this is; removed companies are included. */
  ofIntegration(integrationId: IntegrationId): Company | null;
  /** After a start: puts aside what was under way in removed companies. */
  putAway(): void;
};

type CompanyRowsDeps = { readonly items: ItemRows; readonly stems: ReferenceStemRows };

/** The companies with their connections. They are few and read on every turn, so they are cached in memory. */
export function companyRows(base: JournalContext, { items, stems }: CompanyRowsDeps): CompanyRows {
  let kept: Companies | null = null;
  const forget = (): void => {
    kept = null;
  };
  base.onRollback(forget);
  const statements = prepared(base.database);
  const dueNow = (companyId: CompanyId): void => makeDueNow(base, items, { statements, companyId });
  const removals = removalRows(base, items);
  const all = (): Companies => (kept ??= allOf(statements));
  const companies = (): readonly Company[] => all().here;
  const get = (companyId: CompanyId): Company | null => companies().find((company) => company.id === companyId) ?? null;
  const changed = (companyId: CompanyId): Company | null => {
    forget();
    return get(companyId);
  };
  return {
    companies,
    get,
    ofIntegration: (id) => [...all().here, ...all().removed].find((one) => ownsIntegration(one, id)) ?? null,
    ...going(base, removals, { all, get, forget }),
    addCompany: (made) =>
      base.transact(() => orThrow(changed(add(base, statements, { made, colour: made.colour ?? nextColour(companies()) })))),
    changeCompany: (companyId, change) =>
      base.transact(() => {
        write(statements, companyId, change);
        return changed(companyId);
      }),
    setConnection: (companyId, connection) =>
      base.transact(() => {
        const before = get(companyId);
        if (before === null) return null;
        statements.connection.run(JSON.stringify(connection), companyId);
        if (connection.kind === 'active' && worksAgain(before.connection)) dueNow(companyId);
        return changed(companyId);
      }),
    prepareReconnect: (companyId, integrationId) => isNew(statements, integrationId) && stems.addPage({ companyId, integrationId }),
    reconnect: (companyId, integrationId, at) =>
      base.transact(() => {
        const wasRemoved = all().removed.some(({ id }) => id === companyId);
        if ((get(companyId) === null && !wasRemoved) || isAnothers(statements, companyId, integrationId)) return null;
        if (wasRemoved) removals.back(companyId);
        makeCurrent(statements, stems, { companyId, integrationId });
        statements.connected.run(activeSince(at), at, companyId);
        dueNow(companyId);
        return changed(companyId);
      }),
  };
}

type Made = { readonly made: Parameters<CompaniesStore['addCompany']>[0]; readonly colour: CompanyColour };

function add({ random }: JournalContext, statements: ReturnType<typeof prepared>, { made, colour }: Made): CompanyId {
  const id = random.uuid() as CompanyId;
  statements.add.run(id, made.name, colour, activeSince(made.at), made.at);
  statements.addIntegration.run(made.integrationId, id);
  return id;
}

function write(statements: ReturnType<typeof prepared>, companyId: CompanyId, { name, colour, contact, userEmail }: CompanyChange): void {
  statements.change.run(name?.trim() ?? null, colour ?? null, companyId);
  if (contact !== undefined) statements.contact.run(contact, companyId);
  if (userEmail !== undefined) statements.userEmail.run(userEmail, companyId);
}

type Waiting = { readonly statements: ReturnType<typeof prepared>; readonly companyId: CompanyId };

function makeDueNow({ clock }: JournalContext, items: ItemRows, { statements, companyId }: Waiting): void {
  const now = clock.wallMs();
  inPages(statements.waiting, [companyId], (row) => items.apply(itemOf(row), { kind: 'due' }, now));
}

type Going = { readonly all: () => Companies; readonly get: (companyId: CompanyId) => Company | null; readonly forget: () => void };
type GoingRows = Pick<CompanyRows, 'removed' | 'removal' | 'remove' | 'putAway' | 'leavings' | 'left'>;

/** The removal of a company, and what it leaves behind. */
function going(base: JournalContext, removals: RemovalRows, { all, get, forget }: Going): GoingRows {
  return {
    removed: () => all().removed,
    putAway: () => removals.putAway(),
    leavings: () => removals.leavings(),
    left: (integrationId, what) => removals.left(integrationId, what),
    removal: (companyId) => (get(companyId) === null ? null : removals.view(companyId)),
    remove: (companyId, at, how) =>
      base.transact(() => {
        if (get(companyId) === null) return null;
        const aside = removals.remove(companyId, at, how);
        forget();
        return aside;
      }),
  };
}

function isAnothers(statements: ReturnType<typeof prepared>, companyId: CompanyId, integrationId: IntegrationId): boolean {
  const owner = statements.owner.get(integrationId)?.['company_id'];
  return owner !== undefined && owner !== companyId;
}

function prepared(database: JournalContext['database']) {
  return {
    all: database.prepare('SELECT * FROM companies ORDER BY rowid'),
    integrations: database.prepare('SELECT id, current FROM integrations WHERE company_id = ? ORDER BY rowid'),
    add: database.prepare('INSERT INTO companies (id, name, colour, connection, connected_at) VALUES (?, ?, ?, ?, ?)'),
    addIntegration: database.prepare('INSERT INTO integrations (id, company_id, current) VALUES (?, ?, 1)'),
    makeCurrent: database.prepare(`INSERT INTO integrations (id, company_id, current) VALUES (?, ?, 1)
      ON CONFLICT (id) DO UPDATE SET current = 1`),
    retire: database.prepare('UPDATE integrations SET current = 0 WHERE company_id = ?'),
    change: database.prepare('UPDATE companies SET name = coalesce(?, name), colour = coalesce(?, colour) WHERE id = ?'),
    contact: database.prepare('UPDATE companies SET contact = ? WHERE id = ?'),
    userEmail: database.prepare('UPDATE companies SET user_email = ? WHERE id = ?'),
    owner: database.prepare('SELECT company_id FROM integrations WHERE id = ?'),
    connection: database.prepare('UPDATE companies SET connection = ? WHERE id = ?'),
    connected: database.prepare('UPDATE companies SET connection = ?, connected_at = ? WHERE id = ?'),
    waiting: database.prepare("SELECT * FROM items WHERE company_id = ? AND kind = 'waiting' AND n > ? ORDER BY n LIMIT ?"),
  };
}

type Companies = { readonly here: readonly Company[]; readonly removed: readonly RemovedCompany[] };

function allOf({ all, integrations }: ReturnType<typeof prepared>): Companies {
  const rows = all.all().map((row) => ({ company: companyOf(row, integrations.all(String(row['id']))), removedAt: row['removed_at'] }));
  return {
    here: rows.flatMap(({ company, removedAt }) => (removedAt === null ? [company] : [])),
    removed: rows.flatMap(({ company, removedAt }) => (removedAt === null ? [] : [removedCompanySchema.parse({ ...company, removedAt })])),
  };
}

function activeSince(at: WallMs): string {
  return JSON.stringify({ kind: 'active', seenAt: at } satisfies Connection);
}

function companyOf(row: Row, integrations: readonly Row[]): Company {
  return companySchema.parse({
    id: row['id'],
    name: row['name'],
    colour: row['colour'],
    integrationId: integrations.find((one) => one['current'] === 1)?.['id'],
    formerIntegrationIds: integrations.filter((one) => one['current'] !== 1).map((one) => one['id']),
    connection: JSON.parse(String(row['connection'])),
    connectedAt: row['connected_at'],
    ...(row['contact'] === null ? {} : { contact: row['contact'] }),
    ...(row['user_email'] === null ? {} : { userEmail: row['user_email'] }),
  });
}

type Connected = { readonly companyId: CompanyId; readonly integrationId: IntegrationId };

function makeCurrent(statements: ReturnType<typeof prepared>, stems: ReferenceStemRows, { companyId, integrationId }: Connected): void {
  // A former integration of this company already has a stem for each document.
  if (isNew(statements, integrationId)) stems.addIntegration({ companyId, integrationId });
  statements.retire.run(companyId);
  statements.makeCurrent.run(integrationId, companyId);
}

function isNew({ owner }: ReturnType<typeof prepared>, integrationId: IntegrationId): boolean {
  return owner.get(integrationId) === undefined;
}

/** After mere doubt each item keeps its own retry time, so that a service that answers inconsistently does not cause a tight loop. */
function worksAgain(before: Connection): boolean {
  return before.kind === 'invalid' || before.kind === 'paused' || (before.kind === 'checking' && before.doubt !== 'unknown');
}

/** The first colour that no company uses, so that companies can be told apart; when none is left, the colours repeat. */
function nextColour(companies: readonly Company[]): CompanyColour {
  const taken = new Set(companies.map((company) => company.colour));
  const free = COMPANY_COLOURS.find((colour) => !taken.has(colour));
  return free ?? COMPANY_COLOURS[companies.length % COMPANY_COLOURS.length] ?? 'blue';
}

function orThrow(company: Company | null): Company {
  if (company === null) throw new Error('a company that was just written is not there');
  return company;
}

export type TroubleRows = {
  /** Uploads that fail now, by kind and code, most frequent first. */
  failures(): readonly Trouble[];
  /** Files that cannot be sent as they are. */
  problems(): readonly Trouble[];
  sqlite(): string;
};

/** The most kinds that are reported: somebody has to read the report. */
const SHOWN_MAX = 50;

/** Figures about documents, without any document names. */
export function troubleRows({ database }: JournalContext): TroubleRows {
  // The first condition repeats the index of migration "failing" word for word.
  const failures = database.prepare(`SELECT json_extract(state, '$.last.kind') AS kind,
    coalesce(json_extract(state, '$.last.code'), json_extract(state, '$.last.status')) AS code,
    count(*) AS count, min(json_extract(state, '$.failingSince')) AS since
    FROM items WHERE json_extract(state, '$.failingSince') IS NOT NULL GROUP BY 1, 2 ORDER BY count DESC LIMIT ${SHOWN_MAX}`);
  const problems = database.prepare(`SELECT json_extract(state, '$.problem.kind') AS kind,
    coalesce(json_extract(state, '$.problem.code'), json_extract(state, '$.problem.errorCode'), json_extract(state, '$.problem.found')) AS code,
    count(*) AS count, min(state_since) AS since FROM items WHERE kind = 'unfit' GROUP BY 1, 2 ORDER BY count DESC LIMIT ${SHOWN_MAX}`);
  return {
    failures: () => failures.all().map(troubleOf),
    problems: () => problems.all().map(troubleOf),
    sqlite: () => String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']),
  };
}

function troubleOf(row: Row): Trouble {
  const { kind, code, count, since } = row;
  return {
    kind: String(kind),
    code: typeof code === 'string' || typeof code === 'number' ? safeCode(String(code)) : null,
    count: Number(count),
    since: typeof since === 'number' ? wallMs(since) : null,
  };
}

/** Passes a code of the system or the service. Anything that does not look like a code may be arbitrary text and is replaced. */
function safeCode(code: string): string {
  return /^[A-Za-z0-9_-]{1,40}$/.test(code) ? code : 'other';
}
