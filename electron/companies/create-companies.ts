import { Mutex } from '#shared/async/mutex.ts';
import type { ComputersFault, ConnectFault, NotFound } from '#shared/app-api/faults.ts';
import type { ComputersView, RemovalView } from '#shared/app-api/views.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { CLOCK_SKEW_MS } from '#shared/contract/limits.ts';
import type { Company, CompanyColour } from '#shared/domain/company.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import type { IntegrationCredentials } from '#shared/domain/integration-credentials.ts';
import { MINUTE_MS, plus, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { CompanyChange, Removal } from './store.ts';
import { fetchComputers, sendAway } from './computers.ts';
import { type ConnectDeps, makeSure } from './connect.ts';
import type { CheckTrigger, ConnectionFinding } from './connection-after.ts';
import { ConnectionWatch, type WatchPorts } from './connection-watch.ts';
import { createCompanyCleanup, type CompanyCleanup } from './company-cleanup.ts';
import { reconnected } from './reconnected.ts';
import { isGone } from './company-secrets.ts';
import { ensureDevice, ofVault, type ProofFault, proveAgain } from './prove.ts';

/** Twenty thousand computers at one relay do not ask the service in the same second. */
const SPREAD_MS = 30 * SECOND_MS;
const ANYBODY_EVERY_MS = 5 * MINUTE_MS;

export type CompaniesDeps = ConnectDeps &
  WatchPorts & {
    /** A company was removed; the copies of what waits aside now are not wanted any more. */
    readonly removed: (aside: readonly ItemId[]) => void;
  };

export type NewCompany = IntegrationCredentials & { readonly name: string; readonly colour: CompanyColour | null };
/** A verified Revocation, as the relay link hands it over. */
export type Revoked = { readonly companyId: CompanyId; readonly integrationId: IntegrationId; readonly at: WallMs };

export type Companies = {
  start(): void;
  close(): Promise<void>;
  lookAgain(): void;
  /** Nothing is written before service and relay are sure of the pair; then the vault, then the journal. */
  connect(company: NewCompany): Promise<Result<Company, ConnectFault>>;
  /** The same or another integration for a company that keeps its history (C13). */
  reconnect(of: IntegrationCredentials & { readonly companyId: CompanyId }): Promise<Result<Company, ConnectFault>>;
  /** What it is called and shown by here; what is not named stays. */
  change(companyId: CompanyId, change: CompanyChange): Result<Company, NotFound>;
  /** What removing it would mean. */
  removal(companyId: CompanyId): Result<RemovalView, NotFound>;
  /** At once, for the journal; what lies in the vault and at the relay follows as soon as they are there. */
  remove(companyId: CompanyId, how: Removal): Result<RemovalView, NotFound>;
  /** The computers that read its results; and one of them sent away. */
  computers(companyId: CompanyId): Promise<Result<ComputersView, ComputersFault>>;
  sendAway(companyId: CompanyId, deviceId: string): Promise<Result<ComputersView, ComputersFault>>;
  /** Asks the service now, and returns the company as it is then. */
  check(companyId: CompanyId): Promise<Result<Company, NotFound>>;
  pause(companyId: CompanyId): Result<Company, NotFound>;
  /** Returns at once, with the connection in doubt until the service has answered. */
  resume(companyId: CompanyId): Result<Company, NotFound>;
  /** An import met 401 also with a fresh token: the company stops sending at once, and the service is asked. Nothing, where it has another integration by now. */
  doubt(companyId: CompanyId, integrationId: IntegrationId): void;
  /** The vault did not give the company's secret. */
  noSecret(companyId: CompanyId): void;
  revoked(event: Revoked): void;
  /** A revocation came that does not say whose: each connection is asked about, soon. */
  revokedSomebody(): void;
  /** For the relay link: the relay knows this device no more. */
  enrolAgain(): Promise<Result<null, ConnectFault>>;
  /** For the relay link: the relay wants the proof again. */
  proveAgain(integrationId: IntegrationId): Promise<Result<null, ProofFault>>;
  /** Some company sends over this integration now; all others are former ones. */
  isCurrent(integrationId: IntegrationId): boolean;
};

export function createCompanies(deps: CompaniesDeps): Companies {
  const watch = new ConnectionWatch({ ...deps, ask: (company, causes) => ask(deps, company, causes) });
  const inTurn = oneAtATime();
  const cleanup = createCompanyCleanup({ ...deps, inTurn });
  const examine = (companyId: CompanyId, cause: CheckTrigger): void => {
    void watch.examine(companyId, cause).catch((error: unknown) => {
      deps.log.error('checking a connection broke off', { companyId, error: error instanceof Error ? error.name : 'unknown' });
    });
  };
  return {
    ...lifeOf(watch, cleanup),
    ...removalOf(deps, watch, cleanup),
    ...computersIn(deps, watch),
    connect: (company) => inTurn(() => connect(deps, company)),
    reconnect: (of) => inTurn(() => reconnect(deps, watch, of)),
    change: (companyId, change) => found(deps.store.changeCompany(companyId, change)),
    check: async (companyId) => {
      if (watch.find(companyId) !== null) await watch.examine(companyId, 'asked');
      return found(watch.find(companyId));
    },
    pause: (companyId) => {
      const company = watch.find(companyId);
      if (company === null || company.connection.kind === 'invalid' || company.connection.kind === 'paused') return found(company);
      return found(watch.set(companyId, { kind: 'paused', since: deps.clock.wallMs() }));
    },
    resume: (companyId) => {
      const company = watch.find(companyId);
      if (company?.connection.kind !== 'paused') return found(company);
      const resumed = watch.set(companyId, { kind: 'checking', since: deps.clock.wallMs(), doubt: 'unknown' });
      examine(companyId, 'asked');
      return found(resumed);
    },
    ...heardOf(deps, watch, examine),
    enrolAgain: () => inTurn(() => ensureDevice(deps, 'anew')),
    proveAgain: (integrationId) => proveAgain(deps, integrationId),
    isCurrent: (integrationId) => deps.store.companies().some((one) => one.integrationId === integrationId),
  };
}

type Heard = Pick<Companies, 'doubt' | 'noSecret' | 'revoked' | 'revokedSomebody'>;

/** What other rooms learn of a connection. */
function heardOf(deps: CompaniesDeps, watch: ConnectionWatch, examine: (companyId: CompanyId, cause: CheckTrigger) => void): Heard {
  const doubt = (companyId: CompanyId, why: 'unknown' | 'secrets'): void => {
    const company = watch.find(companyId);
    // Stands before any other upload is begun, since this is no later turn of the event loop.
    if (company?.connection.kind === 'active') watch.set(companyId, { kind: 'checking', since: deps.clock.wallMs(), doubt: why });
    examine(companyId, why === 'unknown' ? 'import-refused' : 'periodic');
  };
  return {
    doubt: (companyId, integrationId) => {
      if (watch.find(companyId)?.integrationId === integrationId) doubt(companyId, 'unknown');
    },
    noSecret: (companyId) => doubt(companyId, 'secrets'),
    revokedSomebody: anybody(deps, (companyId) => examine(companyId, 'revocation')),
    revoked: (event) => {
      const company = watch.find(event.companyId);
      if (company === null || company.integrationId !== event.integrationId) return;
      if (mayBeOld(company, event.at)) return examine(event.companyId, 'revocation');
      if (company.connection.kind === 'invalid') return;
      watch.set(event.companyId, { kind: 'invalid', since: deps.clock.wallMs(), reason: 'revoked' });
      // The event says no reason; the status route may.
      examine(event.companyId, 'revocation');
    },
  };
}

/**
 * Asks about each company that is connected; at most once in a while, since whoever rings need not be honest, and after a moment of its
 * own, since every computer of the relay hears the same ring.
 */
function anybody({ clock, random, store }: CompaniesDeps, examine: (companyId: CompanyId) => void): () => void {
  let nextMs = -Infinity;
  const look = async (): Promise<void> => {
    await clock.sleep(random.fraction() * SPREAD_MS);
    for (const { id, connection } of store.companies()) if (connection.kind === 'active' || connection.kind === 'checking') examine(id);
  };
  return () => {
    if (clock.monotonicMs() < nextMs) return;
    nextMs = clock.monotonicMs() + ANYBODY_EVERY_MS;
    void look();
  };
}

function lifeOf(watch: ConnectionWatch, cleanup: CompanyCleanup): Pick<Companies, 'start' | 'close' | 'lookAgain'> {
  return {
    start: () => {
      watch.start();
      cleanup.start();
    },
    close: async () => {
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

function found(company: Company | null): Result<Company, NotFound> {
  return company === null ? fail({ kind: 'not-found' }) : ok(company);
}

async function connect(deps: CompaniesDeps, made: NewCompany): Promise<Result<Company, ConnectFault>> {
  const { integrationId } = made;
  if (ownerOf(deps, integrationId) !== null) return fail({ kind: 'already-connected' });
  const removed = deps.store.removed().find((one) => owns(one, integrationId));
  await deps.secrets.beginAnew();
  const sure = await makeSure(deps, made);
  if (!sure.ok) return sure;
  const kept = await deps.secrets.keepSecret(integrationId, sure.value);
  if (!kept.ok) return fail(ofVault(kept.failure));
  try {
    // One that was removed is taken up again, with its history: what was received before is not sent a second time.
    if (removed !== undefined) return await takenUp(deps, removed.id, made);
    const company = deps.store.addCompany({ name: made.name.trim(), colour: made.colour, integrationId, at: deps.clock.wallMs() });
    deps.changed(company);
    return ok(company);
  } catch (error) {
    // The journal did not take it (a full disk): a secret that belongs to no company is not left behind.
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
  return ok(company);
}

async function reconnect(
  deps: CompaniesDeps,
  watch: ConnectionWatch,
  of: IntegrationCredentials & { readonly companyId: CompanyId },
): Promise<Result<Company, ConnectFault>> {
  const { companyId, integrationId } = of;
  const owner = ownerOf(deps, integrationId) ?? deps.store.removed().find((one) => owns(one, integrationId));
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
  return ok(company);
}

function ownerOf(deps: CompaniesDeps, integrationId: IntegrationId): Company | null {
  return deps.store.companies().find((one) => owns(one, integrationId)) ?? null;
}

function owns(one: Company, integrationId: IntegrationId): boolean {
  return one.integrationId === integrationId || one.formerIntegrationIds.includes(integrationId);
}

async function ask(deps: CompaniesDeps, company: Company, causes: ReadonlySet<CheckTrigger>): Promise<ConnectionFinding> {
  const { integrationId, connection } = company;
  const secret = await deps.secrets.secretOf(integrationId);
  if (!secret.ok) return { kind: 'no-secret', isGone: isGone(secret.failure) };
  const checked = await deps.check({ integrationId, secret: secret.value });
  // The service's status route said valid before, and the secret was wrong all the same: only the relay's proof can tell.
  const wasWrong = connection.kind === 'invalid' && connection.reason === 'wrong-secret';
  if (checked.kind !== 'valid' || !wasWrong || !causes.has('asked')) return checked;
  const proved = await proveAgain(deps, integrationId);
  return proved.ok ? checked : { kind: 'unknown', where: 'relay', code: proved.failure.kind };
}

/** C29: retries of an event last two days, and a connection may have been made, or seen valid, since. */
function mayBeOld({ connectedAt, connection }: Company, at: WallMs): boolean {
  const validAt = connection.kind === 'active' ? Math.max(connectedAt, connection.seenAt) : connectedAt;
  return at <= plus(validAt as WallMs, CLOCK_SKEW_MS);
}

/** Two connections at once could both find that nobody has the integration yet. */
function oneAtATime(): <T>(act: () => Promise<T>) => Promise<T> {
  const turns = new Mutex();
  return (act) => turns.run(act);
}
