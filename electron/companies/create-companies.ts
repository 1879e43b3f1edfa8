import type { ConnectFault } from '#shared/app-api/faults.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { CLOCK_SKEW_MS } from '#shared/contract/limits.ts';
import type { Company, CompanyColour } from '#shared/domain/company.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { plus, type WallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { CompanyChange } from './store.ts';
import { type ConnectDeps, type Credentials, makeSure } from './connect.ts';
import type { Cause, Finding } from './connection-after.ts';
import { ConnectionWatch, type WatchDeps } from './connection-watch.ts';
import { ensureDevice, ofVault, proveAgain } from './prove.ts';

export type CompaniesDeps = ConnectDeps & Omit<WatchDeps, 'ask'>;

export type NewCompany = Credentials & { readonly name: string; readonly colour: CompanyColour | null };
export type NotFound = { readonly kind: 'not-found' };
/** A verified Revocation, as the relay link hands it over. */
export type Revoked = { readonly companyId: CompanyId; readonly integrationId: IntegrationId; readonly at: WallMs };

export type Companies = {
  start(): void;
  close(): Promise<void>;
  lookAgain(): void;
  /** Nothing is written before service and relay are sure of the pair; then the vault, then the journal. */
  connect(company: NewCompany): Promise<Result<Company, ConnectFault>>;
  /** The same or another integration for a company that keeps its history (decision 13). */
  reconnect(of: Credentials & { readonly companyId: CompanyId }): Promise<Result<Company, ConnectFault>>;
  /** What it is called and shown by here; what is not named stays. */
  change(companyId: CompanyId, change: CompanyChange): Result<Company, NotFound>;
  /** Asks the service now, and returns the company as it is then. */
  check(companyId: CompanyId): Promise<Result<Company, NotFound>>;
  pause(companyId: CompanyId): Result<Company, NotFound>;
  /** Returns at once, with the connection in doubt until the service has answered. */
  resume(companyId: CompanyId): Result<Company, NotFound>;
  /** An import met 401 also with a fresh token: the company stops sending at once, and the service is asked. */
  doubt(companyId: CompanyId): void;
  /** The vault did not give the company's secret. */
  noSecret(companyId: CompanyId): void;
  revoked(event: Revoked): void;
  /** For the relay link: the relay knows this device no more. */
  enrolAgain(): Promise<Result<null, ConnectFault>>;
  /** For the relay link: the relay wants the proof again. */
  proveAgain(integrationId: IntegrationId): Promise<Result<null, ConnectFault>>;
};

export function createCompanies(deps: CompaniesDeps): Companies {
  const watch = new ConnectionWatch({ ...deps, ask: (company, causes) => ask(deps, company, causes) });
  const inTurn = oneAtATime();
  const examine = (companyId: CompanyId, cause: Cause): void => {
    void watch.examine(companyId, cause).catch((error: unknown) => {
      deps.log.error('checking a connection broke off', { companyId, name: error instanceof Error ? error.name : 'unknown' });
    });
  };
  const doubt = (companyId: CompanyId, why: 'unknown' | 'secrets'): void => {
    const company = watch.find(companyId);
    // Stands before any other upload is begun, since this is no later turn of the event loop.
    if (company?.connection.kind === 'active') watch.set(companyId, { kind: 'checking', since: deps.clock.wallMs(), doubt: why });
    examine(companyId, why === 'unknown' ? 'import-refused' : 'periodic');
  };
  return {
    ...lifeOf(watch),
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
    doubt: (companyId) => doubt(companyId, 'unknown'),
    noSecret: (companyId) => doubt(companyId, 'secrets'),
    revoked: (event) => {
      const company = watch.find(event.companyId);
      if (company === null || company.integrationId !== event.integrationId) return;
      if (mayBeOld(company, event.at)) return examine(event.companyId, 'revocation');
      if (company.connection.kind === 'invalid') return;
      watch.set(event.companyId, { kind: 'invalid', since: deps.clock.wallMs(), reason: 'revoked' });
      // The event says no reason; the status route may.
      examine(event.companyId, 'revocation');
    },
    enrolAgain: () => inTurn(() => ensureDevice(deps, 'anew')),
    proveAgain: (integrationId) => proveAgain(deps, integrationId),
  };
}

function lifeOf(watch: ConnectionWatch): Pick<Companies, 'start' | 'close' | 'lookAgain'> {
  return { start: () => watch.start(), close: () => watch.close(), lookAgain: () => watch.lookAgain() };
}

function found(company: Company | null): Result<Company, NotFound> {
  return company === null ? fail({ kind: 'not-found' }) : ok(company);
}

async function connect(deps: CompaniesDeps, made: NewCompany): Promise<Result<Company, ConnectFault>> {
  const { integrationId } = made;
  if (ownerOf(deps, integrationId) !== null) return fail({ kind: 'already-connected' });
  const sure = await makeSure(deps, made);
  if (!sure.ok) return sure;
  const kept = await deps.secrets.keepSecret(integrationId, sure.value);
  if (!kept.ok) return fail(ofVault(kept.failure));
  try {
    const company = deps.store.addCompany({ name: made.name.trim(), colour: made.colour, integrationId, at: deps.clock.wallMs() });
    deps.changed(company);
    return ok(company);
  } catch (error) {
    // The journal did not take it (a full disk): a secret that belongs to no company is not left behind.
    await deps.secrets.dropSecret(integrationId);
    throw error;
  }
}

async function reconnect(
  deps: CompaniesDeps,
  watch: ConnectionWatch,
  of: Credentials & { readonly companyId: CompanyId },
): Promise<Result<Company, ConnectFault>> {
  const { companyId, integrationId } = of;
  const owner = ownerOf(deps, integrationId);
  if (owner !== null && owner.id !== companyId) return fail({ kind: 'already-connected' });
  if (watch.find(companyId) === null) return fail({ kind: 'not-valid' });
  const sure = await makeSure(deps, of);
  if (!sure.ok) return sure;
  const kept = await deps.secrets.keepSecret(integrationId, sure.value);
  if (!kept.ok) return fail(ofVault(kept.failure));
  const company = deps.store.reconnect(companyId, integrationId, deps.clock.wallMs());
  if (company === null) return fail({ kind: 'not-valid' });
  watch.forget(companyId);
  deps.changed(company);
  return ok(company);
}

function ownerOf(deps: CompaniesDeps, integrationId: IntegrationId): Company | null {
  const owns = (one: Company): boolean => one.integrationId === integrationId || one.formerIntegrationIds.includes(integrationId);
  return deps.store.companies().find(owns) ?? null;
}

async function ask(deps: CompaniesDeps, company: Company, causes: ReadonlySet<Cause>): Promise<Finding> {
  const { integrationId, connection } = company;
  const secret = await deps.secrets.secretOf(integrationId);
  if (!secret.ok) return { kind: 'no-secret' };
  const checked = await deps.check({ integrationId, secret: secret.value });
  // The service's status route said valid before, and the secret was wrong all the same: only the relay's proof can tell.
  const wasWrong = connection.kind === 'invalid' && connection.reason === 'wrong-secret';
  if (checked.kind !== 'valid' || !wasWrong || !causes.has('asked')) return checked;
  const proved = await proveAgain(deps, integrationId);
  return proved.ok ? checked : { kind: 'unknown', where: 'relay', code: proved.failure.kind };
}

/** Decision 29: retries of an event last two days, and a connection may have been made, or seen valid, since. */
function mayBeOld({ connectedAt, connection }: Company, at: WallMs): boolean {
  const validAt = connection.kind === 'active' ? Math.max(connectedAt, connection.seenAt) : connectedAt;
  return at <= plus(validAt as WallMs, CLOCK_SKEW_MS);
}

/** Two connections at once could both find that nobody has the integration yet. */
function oneAtATime(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
