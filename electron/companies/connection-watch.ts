import { StopSource } from '#shared/async/stop-source.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { backOffMs } from '#shared/lib/back-off.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Clock, Log, Random } from '#shared/ports/world.ts';
import { type CheckTrigger, connectionAfter, type ConnectionFinding, isConcludedHere, type SecretFinding } from './connection-after.ts';
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
  refused: Refused;
};

/** Refused imports in a row that could not be explained; until `untilMs` nothing is sent. */
type Refused = { readonly times: number; readonly atMs: number; readonly untilMs: number };

const NOT_REFUSED: Refused = { times: 0, atMs: -Infinity, untilMs: -Infinity };

/** C8. */
const CHECK_EVERY_MS = 15 * MINUTE_MS;
/** What only this computer concluded is asked again after one to two minutes at first, and up to every six hours. */
const CONCLUDED = { firstMs: 2 * MINUTE_MS, mostMs: 6 * HOUR_MS };
/**
 * A start, or the network that is back, brings that forward, but a wrong secret only so far: of the relay's ten failed proofs in an hour
 * (ADR-27) the user who types in the right one needs some.
 */
const WRONG_SECRET_EVERY_MS = 15 * MINUTE_MS;
/** Before an import is tried once more where the relay cannot say whether the secret is right. */
const ONCE_MORE = { firstMs: MINUTE_MS, mostMs: 15 * MINUTE_MS };
/** Refusals within it are of uploads that were under way together. */
const SAME_REFUSAL_MS = 25 * SECOND_MS;
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

  /** Checks now every connection that a user has not settled. */
  lookAgain(): void {
    for (const company of this.#deps.store.companies()) {
      const watched = this.#of(company.id);
      watched.dueAtMs = Math.min(watched.dueAtMs, this.#soonestMs(company));
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
      const company = watched.isDueAgain ? this.find(companyId) : null;
      if (company !== null) watched.dueAtMs = Math.min(watched.dueAtMs, this.#soonestMs(company));
      watched.isDueAgain = false;
      // The loop sleeps until the earliest check is due, which this may have changed.
      this.#loop.wake();
    });
    return watched.flight;
  }

  /** Whether an import was refused, and none is sent for a while. */
  isRefused(companyId: CompanyId): boolean {
    return this.#deps.clock.monotonicMs() < this.#of(companyId).refused.untilMs;
  }

  /** An import was received. */
  worked(companyId: CompanyId): void {
    this.#of(companyId).refused = NOT_REFUSED;
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
  #conclude(asked: Company, of: Concluding): boolean {
    const { clock, log } = this.#deps;
    const now = this.find(asked.id);
    // Reconnected meanwhile: the answer is about another integration.
    if (now === null || now.integrationId !== asked.integrationId) return true;
    const { watched, finding, causes } = of;
    if (causes.has('import-refused') && finding.kind === 'secret') watched.refused = this.#refusedAgain(watched.refused, finding);
    const at = clock.wallMs();
    const after = connectionAfter(now.connection, { finding, causes, refusals: watched.refused.times, at });
    const next = counted(now.connection, after, { finding, causes, at });
    if (next !== now.connection) {
      this.set(asked.id, next);
      if (next.kind !== now.connection.kind)
        log.info('connection changed', { companyId: asked.id, from: now.connection.kind, to: next.kind });
    }
    // An import that was under way while this was asked tells nothing newer.
    if (next.kind === 'invalid') watched.causes.delete('import-refused');
    const known = finding.kind === 'valid' || finding.kind === 'invalid' || finding.kind === 'secret';
    watched.attempts = known ? 0 : watched.attempts + 1;
    watched.dueAtMs = clock.monotonicMs() + this.#waitMs(next, of);
    return known && next.kind !== 'checking';
  }

  #refusedAgain({ times, atMs }: Refused, { is, againMs = 0 }: SecretFinding): Refused {
    const { clock, random } = this.#deps;
    const now = clock.monotonicMs();
    const again = now - atMs < SAME_REFUSAL_MS ? times : times + 1;
    // With the right secret the service is at fault: it gets its time, as after any other failure that is nobody's (C35).
    const waitMs = is === 'right' ? backOffMs(again, random.fraction()) : backOffMs(again, random.fraction(), ONCE_MORE);
    return { times: again, atMs: now, untilMs: now + Math.max(waitMs, is === 'right' ? 0 : Math.min(againMs, ONCE_MORE.mostMs)) };
  }

  /** How long until the company is asked about again. */
  #waitMs(next: Connection, { finding, watched }: Concluding): number {
    const { clock, random } = this.#deps;
    if (watched.attempts > 0) return backOffMs(watched.attempts, random.fraction());
    if (next.kind === 'checking') return Math.max(0, watched.refused.untilMs - clock.monotonicMs());
    if (!isConcludedHere(next)) return this.#checkEveryMs();
    const waitMs = backOffMs((next.asked?.times ?? 0) + 1, random.fraction(), CONCLUDED);
    // The vault is asked, and nobody outside.
    if (next.reason === 'no-secret') return Math.min(waitMs, this.#checkEveryMs());
    return finding.kind === 'secret' ? Math.max(waitMs, finding.againMs ?? 0) : waitMs;
  }

  /** The earliest time at which it may be asked about, whoever wants to know; a user who asks does not wait. */
  #soonestMs({ id, connection }: Company): number {
    const { clock } = this.#deps;
    const { refused } = this.#of(id);
    if (connection.kind !== 'invalid' || connection.reason !== 'wrong-secret') return Math.max(0, refused.untilMs);
    const { times, at } = connection.asked ?? { times: 0, at: connection.since };
    const leastMs = Math.min(backOffMs(times + 1, 1, CONCLUDED), WRONG_SECRET_EVERY_MS);
    // A clock that was set back would count as long ago.
    const goneMs = Math.max(0, clock.wallMs() - at);
    return goneMs >= leastMs ? 0 : clock.monotonicMs() + leastMs - goneMs;
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
    const made: Watched = { causes: new Set(), flight: null, isDueAgain: false, attempts: 0, dueAtMs: 0, refused: NOT_REFUSED };
    this.#watched.set(companyId, made);
    const company = this.find(companyId);
    // Unlike anything else, a wrong secret is not asked about at once after a start.
    if (company !== null) made.dueAtMs = this.#soonestMs(company);
    return made;
  }
}

type Concluding = { readonly finding: ConnectionFinding; readonly causes: ReadonlySet<CheckTrigger>; readonly watched: Watched };

/** A pause is the user's, and what the service itself said waits for a user. */
function isWatched({ connection }: Company): boolean {
  return connection.kind === 'active' || connection.kind === 'checking' || isConcludedHere(connection);
}

type Counting = Pick<Concluding, 'finding' | 'causes'> & { readonly at: WallMs };

/** Counts, over restarts, how often a connection that stays invalid was asked about. A question that found nothing out is none. */
function counted(before: Connection, after: Connection, { finding, causes, at }: Counting): Connection {
  if (!isConcludedHere(after) || finding.kind === 'unknown' || finding.kind === 'partner' || finding.kind === 'own-credentials')
    return after;
  const times = before.kind === 'invalid' && before.reason === after.reason ? (before.asked?.times ?? 0) : -1;
  // A trial was counted when it was begun.
  return { ...after, asked: { times: times >= 0 && causes.has('import-refused') ? times : times + 1, at } };
}
