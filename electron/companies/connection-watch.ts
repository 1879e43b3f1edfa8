import { StopSource } from '#shared/async/stop-source.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { backOffMs } from '#shared/lib/back-off.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Random } from '#shared/ports/random.ts';
import { type CheckTrigger, connectionAfter, type ConnectionFinding } from './connection-after.ts';
import type { CompaniesStore } from './store.ts';

/** What the watch needs from outside companies. */
export type WatchPorts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly store: CompaniesStore;
  /** How often a connection is checked; default: a quarter of an hour (C8). Read at every turn. */
  readonly checkEveryMs?: () => number;
  /** Called after a changed connection is on the disk. */
  readonly changed: (company: Company) => void;
};

export type WatchDeps = WatchPorts & {
  /** Asks the service about the company's current integration; never throws for what the network does. */
  readonly ask: (company: Company, causes: ReadonlySet<CheckTrigger>) => Promise<ConnectionFinding>;
};

type Watched = {
  readonly causes: Set<CheckTrigger>;
  flight: Promise<void> | null;
  /** A look was asked for during the flight, whose answer may be older than the reason for it. */
  isDueAgain: boolean;
  /** Checks in a row that found nothing out. */
  attempts: number;
  dueAtMs: number;
};

/** C8. */
const CHECK_EVERY_MS = 15 * MINUTE_MS;
/** Minimum gap between two turns, however many companies are due. */
const TURN_GAP_MS = 100;

/** Asks the service about each connection in turn, one request per company at a time, and stores what it learned. */
export class ConnectionWatch {
  readonly #deps: WatchDeps;
  readonly #stop = new StopSource();
  readonly #loop: SweepLoop;
  readonly #watched = new Map<CompanyId, Watched>();

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#loop = new SweepLoop({
      clock,
      look: () => this.#look(),
      failed: { log: (fields) => log.error('looking for connections to check broke off', fields), restMs: () => this.#checkEveryMs() },
      minGapMs: TURN_GAP_MS,
    });
  }

  start(): void {
    void this.#loop.start();
  }

  /** An answer that comes later has no effect. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#loop.close();
  }

  /** Checks now every connection that a person has not settled. */
  lookAgain(): void {
    for (const { id } of this.#deps.store.companies()) {
      const watched = this.#of(id);
      watched.dueAtMs = 0;
      watched.isDueAgain = watched.flight !== null;
    }
    this.#loop.wake();
  }

  /** A new connection does not inherit what was found out about the old one. */
  forget(companyId: CompanyId): void {
    this.#watched.delete(companyId);
  }

  /** Resolves when this cause was looked into. Concurrent callers share one run; a cause that comes during a request gets another request. */
  examine(companyId: CompanyId, cause: CheckTrigger): Promise<void> {
    const watched = this.#of(companyId);
    watched.causes.add(cause);
    watched.flight ??= this.#examineAll(companyId, watched).finally(() => {
      watched.flight = null;
      if (watched.isDueAgain) watched.dueAtMs = 0;
      watched.isDueAgain = false;
      // The loop sleeps until the earliest check is due, which this may have changed.
      this.#loop.wake();
    });
    return watched.flight;
  }

  set(companyId: CompanyId, connection: Connection): Company | null {
    const company = this.#deps.store.setConnection(companyId, connection);
    if (company !== null) this.#deps.changed(company);
    return company;
  }

  find(companyId: CompanyId): Company | null {
    return this.#deps.store.companies().find((company) => company.id === companyId) ?? null;
  }

  async #examineAll(companyId: CompanyId, watched: Watched): Promise<void> {
    // A cause that comes during a request may be newer than its answer. Each turn takes all causes that are there.
    while (watched.causes.size > 0 && !this.#stop.aborted) {
      const causes = new Set(watched.causes);
      watched.causes.clear();
      const asked = this.find(companyId);
      if (asked === null) return;
      const finding = await this.#deps.ask(asked, causes);
      if (this.#stop.aborted || this.#watched.get(companyId) !== watched) return;
      if (this.#conclude(asked, { finding, causes, watched })) continue;
      // An old revocation that could be neither confirmed nor denied is asked about again; the other causes come up again with the next attempt.
      const revoked = causes.has('revocation') || watched.causes.has('revocation');
      watched.causes.clear();
      if (revoked) watched.causes.add('revocation');
      return;
    }
  }

  /** False if nothing was found out; the time of the next attempt is then set. */
  #conclude(asked: Company, of: { finding: ConnectionFinding; causes: ReadonlySet<CheckTrigger>; watched: Watched }): boolean {
    const { clock, random, log } = this.#deps;
    const now = this.find(asked.id);
    // Reconnected meanwhile: the answer is about another integration.
    if (now === null || now.integrationId !== asked.integrationId) return true;
    const next = connectionAfter(now.connection, { finding: of.finding, causes: of.causes, at: clock.wallMs() });
    if (next !== now.connection) {
      this.set(asked.id, next);
      if (next.kind !== now.connection.kind)
        log.info('connection changed', { companyId: asked.id, from: now.connection.kind, to: next.kind });
    }
    const known = of.finding.kind === 'valid' || of.finding.kind === 'invalid';
    of.watched.attempts = known ? 0 : of.watched.attempts + 1;
    of.watched.dueAtMs = clock.monotonicMs() + (known ? this.#checkEveryMs() : backOffMs(of.watched.attempts, random.fraction()));
    return known;
  }

  /** Starts the checks that are due. Returns the milliseconds until the next one. */
  #look(): number {
    const { clock, log } = this.#deps;
    const now = clock.monotonicMs();
    const companies = this.#deps.store.companies().filter(isWatched);
    const due = companies.filter((company) => this.#of(company.id).dueAtMs <= now && this.#of(company.id).flight === null);
    for (const company of due) {
      void this.examine(company.id, 'periodic').catch((error: unknown) => {
        this.#of(company.id).dueAtMs = clock.monotonicMs() + this.#checkEveryMs();
        log.error('checking a connection broke off', { companyId: company.id, error: error instanceof Error ? error.name : 'unknown' });
      });
    }
    const waits = companies.filter((company) => this.#of(company.id).flight === null).map((company) => this.#of(company.id).dueAtMs - now);
    return Math.max(0, Math.min(this.#checkEveryMs(), ...waits));
  }

  #checkEveryMs(): number {
    return this.#deps.checkEveryMs?.() ?? CHECK_EVERY_MS;
  }

  #of(companyId: CompanyId): Watched {
    const known = this.#watched.get(companyId);
    if (known !== undefined) return known;
    const made: Watched = { causes: new Set(), flight: null, isDueAgain: false, attempts: 0, dueAtMs: 0 };
    this.#watched.set(companyId, made);
    return made;
  }
}

/** A pause is the person's, and a connection that is invalid for a reason waits for a person. A keychain that was away may come back by itself. */
function isWatched({ connection }: Company): boolean {
  if (connection.kind === 'invalid') return connection.reason === 'unknown' || connection.reason === 'no-secret';
  return connection.kind === 'active' || connection.kind === 'checking';
}
