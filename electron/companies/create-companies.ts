import { Mutex } from '#shared/async/semaphore.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import type { ComputersFault, ConnectFault, NotFound } from '#shared/app-api/faults.ts';
import type { ComputersView, RemovalView } from '#shared/app-api/views.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { CLOCK_SKEW_MS } from '#shared/contract/limits.ts';
import { type Company, type CompanyColour, ownsIntegration } from '#shared/domain/company.ts';
import type { CompanyId, IntegrationCredentials, ItemId } from '#shared/domain/ids.ts';
import { plus, type WallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { CompanyChange, Removal } from './store.ts';
import { checkEachSoon } from './retry-patiently.ts';
import { fetchComputers, sendAway } from './computers.ts';
import { makeSure, reconnected } from './connect.ts';
import { askAbout, type AskAboutDeps } from './ask-about.ts';
import { type CheckTrigger, isConcludedHere } from './connection-after.ts';
import { ConnectionWatch, type WatchPorts } from './connection-watch.ts';
import { createCompanyCleanup, type CompanyCleanup } from './company-cleanup.ts';
import { ensureDevice, ofVault, type ProofFault, proveAgain } from './prove.ts';

export type CompaniesDeps = AskAboutDeps &
  WatchPorts & {
    /** A company was removed; the copies of the items that are aside now are no longer needed. */
    readonly removed: (aside: readonly ItemId[]) => void;
    /** A user connected a company again, and the relay took the secret of this integration, which may be the one that it had before. */
    readonly proved: (integrationId: IntegrationId) => void;
  };

export type NewCompany = IntegrationCredentials & { readonly name: string; readonly colour: CompanyColour | null };
/** A verified Revocation, as the relay link passes it on. */
export type Revoked = { readonly companyId: CompanyId; readonly integrationId: IntegrationId; readonly at: WallMs };

export type Companies = {
  start(): void;
  close(): Promise<void>;
  lookAgain(): void;
  /** Writes nothing before service and relay have confirmed the pair; then writes the vault, then the journal. */
  connect(company: NewCompany): Promise<Result<Company, ConnectFault>>;
  /** Connects the same or another integration to a company that keeps its history (C13). */
  reconnect(of: IntegrationCredentials & { readonly companyId: CompanyId }): Promise<Result<Company, ConnectFault>>;
  /** Changes its local name and colour; absent members stay unchanged. */
  change(companyId: CompanyId, change: CompanyChange): Result<Company, NotFound>;
  /** What removing it would mean. */
  removal(companyId: CompanyId): Result<RemovalView, NotFound>;
  /** Immediate in the journal; the vault and the relay follow as soon as they can be reached. */
  remove(companyId: CompanyId, how: Removal): Result<RemovalView, NotFound>;
  /** The computers that read its results; `sendAway` ends the access of one of them. */
  computers(companyId: CompanyId): Promise<Result<ComputersView, ComputersFault>>;
  sendAway(companyId: CompanyId, deviceId: string): Promise<Result<ComputersView, ComputersFault>>;
  /** Asks the service now, and returns the company as it is then. */
  check(companyId: CompanyId): Promise<Result<Company, NotFound>>;
  pause(companyId: CompanyId): Result<Company, NotFound>;
  /** Returns at once, with the connection in doubt until the service has answered. */
  resume(companyId: CompanyId): Result<Company, NotFound>;
  /** An import got 401 even with a fresh token: sending stops at once, and the service is asked. Ignored for a former integration. */
  doubt(companyId: CompanyId, integrationId: IntegrationId): void;
  /** The service received an import, so the secret is right. Ignored for a former integration. */
  worked(companyId: CompanyId, integrationId: IntegrationId): void;
  /** The vault did not return the company's secret. */
  noSecret(companyId: CompanyId): void;
  revoked(event: Revoked): void;
  /** A revocation came that names no integration: every connection is checked soon. */
  revokedSomebody(): void;
  /** For the relay link: the relay no longer knows this device. */
  enrolAgain(): Promise<Result<null, ConnectFault>>;
  /** For the relay link: the relay wants the proof again. */
  proveAgain(integrationId: IntegrationId): Promise<Result<null, ProofFault>>;
  /** Whether a company sends over this integration now; all others are former ones. */
  isCurrent(integrationId: IntegrationId): boolean;
};

export function createCompanies(deps: CompaniesDeps): Companies {
  const watch = new ConnectionWatch({ ...deps, ask: (company, causes) => askAbout(deps, company, causes) });
  const inTurn = oneAtATime();
  const cleanup = createCompanyCleanup({ ...deps, inTurn });
  const end = new StopSource();
  const examine = (companyId: CompanyId, cause: CheckTrigger): void => {
    void watch.examine(companyId, cause).catch((error: unknown) => {
      deps.log.error('checking a connection broke off', { companyId, error: error instanceof Error ? error.name : 'unknown' });
    });
  };
  return {
    ...lifeOf(watch, cleanup, end),
    ...removalOf(deps, watch, cleanup),
    ...computersIn(deps, watch),
    connect: (company) => inTurn(() => connect(deps, company)),
    reconnect: (of) => inTurn(() => reconnect(deps, watch, of)),
    change: (companyId, change) => orNotFound(deps.store.changeCompany(companyId, change)),
    check: async (companyId) => {
      if (watch.find(companyId) !== null) await watch.examine(companyId, 'asked');
      return orNotFound(watch.find(companyId));
    },
    pause: (companyId) => {
      const company = watch.find(companyId);
      if (company === null || company.connection.kind === 'invalid' || company.connection.kind === 'paused') return orNotFound(company);
      return orNotFound(watch.set(companyId, { kind: 'paused', since: deps.clock.wallMs() }));
    },
    resume: (companyId) => {
      const company = watch.find(companyId);
      if (company?.connection.kind !== 'paused') return orNotFound(company);
      const resumed = watch.set(companyId, { kind: 'checking', since: deps.clock.wallMs(), doubt: 'unknown' });
      examine(companyId, 'asked');
      return orNotFound(resumed);
    },
    ...heardOf({ ...deps, end }, watch, examine),
    enrolAgain: () => inTurn(() => ensureDevice(deps, 'anew')),
    proveAgain: (integrationId) => proveAgain(deps, integrationId),
    isCurrent: (integrationId) => deps.store.companies().some((one) => one.integrationId === integrationId),
  };
}

/** Aborted when the companies are closed: nothing may read the journal afterwards. */
type Ending = { readonly end: StopSource };

type Heard = Pick<Companies, 'doubt' | 'worked' | 'noSecret' | 'revoked' | 'revokedSomebody'>;

/** What other modules learn about a connection. */
function heardOf(
  deps: CompaniesDeps & Ending,
  watch: ConnectionWatch,
  examine: (companyId: CompanyId, cause: CheckTrigger) => void,
): Heard {
  /** In effect before any other upload begins, because it happens in the same turn of the event loop. */
  const stop = ({ id, connection }: Company, doubt: 'unknown' | 'secrets'): void => {
    if (connection.kind === 'active') watch.set(id, { kind: 'checking', since: deps.clock.wallMs(), doubt });
    if (connection.kind === 'invalid' && connection.trial === true) watch.set(id, { ...connection, trial: undefined });
  };
  return {
    doubt: (companyId, integrationId) => {
      const company = watch.find(companyId);
      if (company?.integrationId !== integrationId) return;
      const isKnown = watch.isRefused(companyId) || (company.connection.kind === 'invalid' && company.connection.trial !== true);
      stop(company, 'unknown');
      // Uploads that were under way when the first was refused tell nothing new, and each proof of a wrong secret counts at the relay (ADR-27).
      if (!isKnown) examine(companyId, 'import-refused');
    },
    worked: (companyId, integrationId) => {
      const company = watch.find(companyId);
      if (company?.integrationId !== integrationId) return;
      watch.worked(companyId);
      const { connection } = company;
      if (connection.kind === 'invalid' && connection.trial === true) watch.set(companyId, { kind: 'active', seenAt: deps.clock.wallMs() });
    },
    noSecret: (companyId) => {
      const company = watch.find(companyId);
      if (company !== null) stop(company, 'secrets');
      examine(companyId, 'periodic');
    },
    // It names nobody, so what the service says then is no more than what it says at any time.
    revokedSomebody: checkEachSoon(deps, (companyId) => examine(companyId, 'periodic')),
    revoked: (event) => {
      const company = watch.find(event.companyId);
      if (company === null || company.integrationId !== event.integrationId) return;
      if (mayBeOld(company, event.at)) return examine(event.companyId, 'revocation');
      if (company.connection.kind === 'invalid' && !isConcludedHere(company.connection)) return;
      watch.set(event.companyId, { kind: 'invalid', since: deps.clock.wallMs(), reason: 'revoked' });
      // The event gives no reason; the status route may.
      examine(event.companyId, 'revocation');
    },
  };
}

function lifeOf(watch: ConnectionWatch, cleanup: CompanyCleanup, end: StopSource): Pick<Companies, 'start' | 'close' | 'lookAgain'> {
  return {
    start: () => {
      watch.start();
      cleanup.start();
    },
    close: async () => {
      end.abort();
      await Promise.all([watch.close(), cleanup.close()]);
    },
    lookAgain: () => {
      watch.lookAgain();
      cleanup.wake();
    },
  };
}

function computersIn({ relay, secrets, log }: CompaniesDeps, watch: ConnectionWatch): Pick<Companies, 'computers' | 'sendAway'> {
  return {
    computers: async (companyId) => {
      const company = watch.find(companyId);
      return company === null ? fail({ kind: 'not-found' }) : fetchComputers(relay, company.integrationId);
    },
    sendAway: async (companyId, deviceId) => {
      const company = watch.find(companyId);
      if (company === null) return fail({ kind: 'not-found' });
      const left = await sendAway({ relay, secrets }, company.integrationId, deviceId);
      log.info('a computer was sent away', { companyId, deviceId, done: left.ok ? 'yes' : left.failure.kind });
      return left;
    },
  };
}

function removalOf(deps: CompaniesDeps, watch: ConnectionWatch, cleanup: CompanyCleanup): Pick<Companies, 'removal' | 'remove'> {
  return {
    removal: (companyId) => viewed(deps.store.removal(companyId)),
    remove: (companyId, how) => {
      const view = deps.store.removal(companyId);
      const aside = deps.store.remove(companyId, deps.clock.wallMs(), how);
      if (aside === null) return fail({ kind: 'not-found' });
      watch.forget(companyId);
      deps.log.info('company removed', { companyId, unsent: aside.length, forget: how.forget });
      deps.removed(aside);
      cleanup.wake();
      return viewed(view);
    },
  };
}

function viewed(view: RemovalView | null): Result<RemovalView, NotFound> {
  return view === null ? fail({ kind: 'not-found' }) : ok(view);
}

function orNotFound(company: Company | null): Result<Company, NotFound> {
  return company === null ? fail({ kind: 'not-found' }) : ok(company);
}

async function connect(deps: CompaniesDeps, made: NewCompany): Promise<Result<Company, ConnectFault>> {
  const { integrationId } = made;
  if (ownerOf(deps, integrationId) !== null) return fail({ kind: 'already-connected' });
  const removed = deps.store.removed().find((one) => ownsIntegration(one, integrationId));
  await deps.secrets.beginAnew();
  const sure = await makeSure(deps, made);
  if (!sure.ok) return sure;
  const kept = await deps.secrets.keepSecret(integrationId, sure.value);
  if (!kept.ok) return fail(ofVault(kept.failure));
  try {
    // A removed company is restored with its history: what was received before is not sent a second time.
    if (removed !== undefined) return await takenUp(deps, removed.id, made);
    const company = deps.store.addCompany({ name: made.name.trim(), colour: made.colour, integrationId, at: deps.clock.wallMs() });
    deps.changed(company);
    return ok(company);
  } catch (error) {
    // The journal did not take it (a full disk): a secret that belongs to no company must not stay behind.
    await deps.secrets.dropSecret(integrationId);
    throw error;
  }
}

async function takenUp(deps: CompaniesDeps, companyId: CompanyId, made: NewCompany): Promise<Result<Company, ConnectFault>> {
  const { store, changed } = deps;
  if ((await reconnected(deps, companyId, made.integrationId)) === null) return fail({ kind: 'already-connected' });
  const company = store.changeCompany(companyId, { name: made.name, colour: made.colour ?? undefined });
  if (company === null) return fail({ kind: 'not-valid' });
  changed(company);
  deps.proved(made.integrationId);
  return ok(company);
}

async function reconnect(
  deps: CompaniesDeps,
  watch: ConnectionWatch,
  of: IntegrationCredentials & { readonly companyId: CompanyId },
): Promise<Result<Company, ConnectFault>> {
  const { companyId, integrationId } = of;
  const owner = ownerOf(deps, integrationId) ?? deps.store.removed().find((one) => ownsIntegration(one, integrationId));
  if (owner !== undefined && owner.id !== companyId) return fail({ kind: 'already-connected' });
  if (watch.find(companyId) === null && !deps.store.removed().some(({ id }) => id === companyId)) return fail({ kind: 'not-valid' });
  await deps.secrets.beginAnew();
  const sure = await makeSure(deps, of);
  if (!sure.ok) return sure;
  const kept = await deps.secrets.keepSecret(integrationId, sure.value);
  if (!kept.ok) return fail(ofVault(kept.failure));
  const company = await reconnected(deps, companyId, integrationId);
  if (company === null) return fail({ kind: 'not-valid' });
  watch.forget(companyId);
  deps.changed(company);
  deps.proved(integrationId);
  return ok(company);
}

function ownerOf(deps: CompaniesDeps, integrationId: IntegrationId): Company | null {
  return deps.store.companies().find((one) => ownsIntegration(one, integrationId)) ?? null;
}

/** C29: an event is retried for two days, and a connection may have been made, or seen valid, since. */
function mayBeOld({ connectedAt, connection }: Company, at: WallMs): boolean {
  const validAt = connection.kind === 'active' ? Math.max(connectedAt, connection.seenAt) : connectedAt;
  return at <= plus(validAt as WallMs, CLOCK_SKEW_MS);
}

/** Two concurrent connections could both find that nobody has the integration yet. */
function oneAtATime(): <T>(act: () => Promise<T>) => Promise<T> {
  const turns = new Mutex();
  return (act) => turns.run(act);
}
