import type { RelayView } from '#shared/app-api/views.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { backOffMs } from '#shared/lib/back-off.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Random } from '#shared/ports/random.ts';
import type { HttpStream } from '#shared/ports/http.ts';
import type { Head } from '#shared/relay-protocol/messages.ts';
import { hearDoorbell } from './hear-doorbell.ts';
import { linkReader, type ReadDeps, type ReadFault, type ReadLink } from './read-link.ts';
import { createRelayStanding } from './relay-standing.ts';
import type { Link } from './store.ts';

export type ResultsDeps = ReadDeps & {
  readonly random: Random;
  readonly log: Log;
  /** An address of a relay is set. */
  readonly ready: () => boolean;
  /** The relay does not know that we may read this one: shows it the integration's secret again, from the vault. */
  readonly prove: (integrationId: IntegrationId) => Promise<Result<unknown, { readonly kind: string }>>;
};

export type Results = {
  start(): void;
  close(): Promise<void>;
  /** Woken, connected, network back: reads all links now and calls the doorbell anew. */
  lookAgain(): void;
  view(): RelayView;
  /** Integrations whose log the relay keeps from this computer, also after it was shown the secret. */
  closedLinks(): readonly IntegrationId[];
  /** Rings when the view changes. Returns how to stop. */
  onChange(ring: () => void): () => void;
};

/** The sweep: with every doorbell lost a result is this late and no later. */
const SWEEP_MS = MINUTE_MS;
/** The sweep while no doorbell can be heard, as behind a proxy that holds streams back. */
const DEAF_SWEEP_MS = 10 * SECOND_MS;
const DEAF_AFTER_CALLS = 3;
/** However often the doorbell rings. */
const LOOK_GAP_MS = 100;
const BACK_OFF = { firstMs: SECOND_MS, mostMs: 30 * SECOND_MS };
/** A relay that lost the proof gets it again; one that never takes it is not asked all day. */
const PROVE_AGAIN_MS = 15 * MINUTE_MS;

export function createResults(deps: ResultsDeps): Results {
  const link = new RelayLink(deps);
  return {
    start: () => link.start(),
    close: () => link.close(),
    lookAgain: () => link.lookAgain(),
    view: () => link.standing.view(),
    closedLinks: () => [...link.closed],
    onChange: (ring) => link.standing.onChange(ring),
  };
}

class RelayLink {
  readonly standing;
  readonly #deps: ResultsDeps;
  readonly #read: ReadLink;
  readonly #stop = new AbortController();
  readonly #rung = new Set<IntegrationId>();
  /** Their secret was shown, and the service no longer knows it: nobody can prove them any more. */
  readonly closed = new Set<IntegrationId>();
  readonly #provedAt = new Map<IntegrationId, number>();
  #lookAlarm = new AbortController();
  #callAlarm = new AbortController();
  #stream: HttpStream | null = null;
  #sweepAt = 0;
  #failures = 0;
  #deaf = false;
  #loops: Promise<unknown> = Promise.resolve();

  constructor(deps: ResultsDeps) {
    this.#deps = deps;
    this.#read = linkReader(deps);
    this.standing = createRelayStanding(deps.clock);
  }

  start(): void {
    this.#loops = Promise.all([this.#lookLoop(), this.#listenLoop()]);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.#loops;
  }

  lookAgain(): void {
    this.#sweepAt = 0;
    this.#failures = 0;
    this.#wake();
  }

  #wake(): void {
    this.#lookAlarm.abort();
    this.#callAlarm.abort();
    // After sleep a line may be dead without saying so; a new call costs one round trip.
    this.#stream?.close();
  }

  async #lookLoop(): Promise<void> {
    const { clock, log } = this.#deps;
    while (!this.#stop.signal.aborted) {
      this.#lookAlarm = new AbortController();
      try {
        await this.#look();
      } catch (error) {
        // A full disk under the journal, or a bug: either way the next sweep tries again, and it is told.
        this.#failed({ kind: 'bad-page', code: 'journal' });
        log.error('reading results broke off', { name: error instanceof Error ? error.name : 'unknown' });
      }
      await clock.sleep(LOOK_GAP_MS, this.#stop.signal);
      await clock.sleep(this.#sweepAt - clock.monotonicMs(), this.#lookAlarm.signal);
    }
  }

  /** The links that rang; all of them when the sweep is due. */
  async #look(): Promise<void> {
    const { clock, store, ready } = this.#deps;
    const all = this.#sweepAt <= clock.monotonicMs();
    const rung = new Set(this.#rung);
    this.#rung.clear();
    if (all) this.#sweepAt = clock.monotonicMs() + (this.#deaf ? DEAF_SWEEP_MS : SWEEP_MS);
    const links = ready() ? store.links() : [];
    if (links.length === 0) return this.standing.notSet();
    for (const link of links.filter((one) => all || rung.has(one.integrationId))) {
      if (this.#stop.signal.aborted) return;
      const fault = await this.#lookAt(link);
      // What is the matter with the relay itself is the matter with every link.
      if (fault !== null) return this.#failed(fault);
    }
    this.#failures = 0;
    this.standing.read();
  }

  /** Null when it was read, or when only this one link cannot be. */
  async #lookAt(link: Link): Promise<ReadFault | null> {
    const first = await this.#read(link, this.#stop.signal);
    if (!first.ok && (first.failure.kind === 'not-found' || first.failure.kind === 'no-device')) {
      const proved = await this.#proveAgain(link.integrationId);
      if (!proved) return first.failure.kind === 'no-device' ? first.failure : null;
      this.#rung.add(link.integrationId);
      this.#lookAlarm.abort();
      return null;
    }
    if (!first.ok) return first.failure;
    this.closed.delete(link.integrationId);
    if (first.value.more) {
      this.#rung.add(link.integrationId);
      this.#lookAlarm.abort();
    }
    return null;
  }

  async #proveAgain(integrationId: IntegrationId): Promise<boolean> {
    const now = this.#deps.clock.monotonicMs();
    const before = this.#provedAt.get(integrationId);
    if (before !== undefined && now - before < PROVE_AGAIN_MS) return false;
    this.#provedAt.set(integrationId, now);
    const proved = await this.#deps.prove(integrationId);
    if (!proved.ok && proved.failure.kind === 'wrong-secret') this.closed.add(integrationId);
    this.#deps.log.info('relay asked for the proof again', { integrationId, proved: proved.ok ? 'yes' : proved.failure.kind });
    return proved.ok;
  }

  #failed(fault: ReadFault): void {
    const { clock, random, log } = this.#deps;
    if (this.#stop.signal.aborted) return;
    this.#failures += 1;
    this.#sweepAt = clock.monotonicMs() + backOffMs(this.#failures, random.fraction(), BACK_OFF);
    this.standing.failed(fault.kind === 'unreachable' ? fault.code : fault.kind);
    log.warn('results cannot be read', { fault: fault.kind, code: fault.code, failures: this.#failures });
  }

  async #listenLoop(): Promise<void> {
    const { clock, random, ready, store, log } = this.#deps;
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      this.#callAlarm = new AbortController();
      if (!ready() || store.links().length === 0) {
        await clock.sleep(SWEEP_MS, this.#callAlarm.signal);
        continue;
      }
      const how = await this.#listen(() => {
        failures = 0;
        this.#deaf = false;
      });
      failures += 1;
      this.#deaf = failures >= DEAF_AFTER_CALLS;
      log.debug('doorbell ended', { how, failures });
      await clock.sleep(backOffMs(failures, random.fraction(), BACK_OFF), this.#callAlarm.signal);
    }
  }

  async #listen(onSound: () => void): Promise<string> {
    const opened = await this.#deps.relay.doorbell(this.#stop.signal);
    if (!opened.ok) return opened.failure.kind;
    this.#stream = opened.value;
    try {
      return await hearDoorbell(opened.value, {
        clock: this.#deps.clock,
        stop: this.#stop.signal,
        onSound,
        onHead: (head) => this.#ring(head),
      });
    } finally {
      this.#stream = null;
    }
  }

  #ring(head: Head): void {
    const link = this.#deps.store.links().find((one) => one.integrationId === head.integrationId);
    if (link === undefined || (link.cursor?.epoch === head.epoch && link.cursor.seq >= head.seq)) return;
    this.#rung.add(link.integrationId);
    this.#lookAlarm.abort();
  }
}
