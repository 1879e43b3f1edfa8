import { StopSource } from '#shared/async/stop-source.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { RelayView } from '#shared/app-api/views.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { backOffMs } from '#shared/lib/back-off.ts';
import { MINUTE_MS, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Random } from '#shared/ports/world.ts';
import { LONG_POLLS_MAX } from './long-poll-doorbell.ts';
import { createProofs, enrolThrottle, type ProofFault, type Proofs } from './proofs.ts';
import { createDoorbellListener, type Mode } from './doorbell-listener.ts';
import { type LengthChecks, lengthChecks } from './length-checks.ts';
import { codeOfFault, linkReader, type ReadFault, type ReadLink, type ReadPorts } from './read-event-page.ts';
import { createRelayStanding, type RelayHeard, relayHeard } from './relay-standing.ts';
import { createSecondLook, type SecondLookDeps } from './second-look.ts';
import type { ResultLink, SecondLookStore } from './store.ts';

export type ResultsDeps = ReadPorts & {
  readonly secondLook: SecondLookStore;
  readonly relayKeys: SecondLookDeps['relayKeys'];
  /** Enrols this device anew, because the relay no longer knows its token. */
  readonly enrolAgain: () => Promise<Result<unknown, { readonly kind: string }>>;
  /** A revocation came that names no integration, so it may concern any connection. */
  readonly revokedSomebody: () => void;
  readonly random: Random;
  /** Since when the relay has been silent, over restarts; null if it is not. */
  readonly silence: () => WallMs | null;
  /** Whether an address of a relay is set. */
  readonly ready: () => boolean;
  /** Whether a company sends over this integration now. */
  readonly isCurrent: (integrationId: IntegrationId) => boolean;
  /** The relay does not know that we may read this log: shows it the integration's secret again, from the vault. */
  readonly prove: (integrationId: IntegrationId) => Promise<Result<unknown, ProofFault>>;
};

export type Results = {
  start(): void;
  close(): Promise<void>;
  /** One request to the relay for programs that do not start the loops: `view` is true after it, and nothing is read into the journal. */
  askOnce(): Promise<void>;
  /** After waking up, connecting, or when the network is back: reads all links now and reopens the doorbell. */
  lookAgain(): void;
  /** The relay knows this computer as another device from now on: every link is proved again, at once. */
  newDevice(): void;
  /** A user typed in the secret of this integration, and the relay took it: its log is read at once, whatever was found out about it before. */
  proved(integrationId: IntegrationId): void;
  view(): RelayView;
  /** How news arrives; and the integrations whose log this computer can no longer get from the relay, even with the secret. */
  way(): { readonly mode: Mode; readonly closed: IntegrationId[] };
  /** What the relay says of itself and of its logs, as far as they were read to their end. */
  heard(): RelayHeard;
  /** Rings when the view changes. Returns a function that unsubscribes. */
  onChange(ring: () => void): () => void;
};

/** The sweep: if every doorbell is lost, a result is at most this late. */
const SWEEP_MS = MINUTE_MS;
/** The sweep while no doorbell can be heard, or not for all links. */
const NO_STREAM_SWEEP_MS = 10 * SECOND_MS;
/** Minimum gap between two looks, however often the doorbell rings. */
const LOOK_GAP_MS = 100;
const BACK_OFF = { firstMs: SECOND_MS, mostMs: 30 * SECOND_MS };
export function createResults(deps: ResultsDeps): Results {
  const link = new RelayLink(deps);
  return {
    start: () => link.start(),
    close: () => link.close(),
    askOnce: () => link.askOnce(),
    lookAgain: () => link.lookAgain(),
    newDevice: () => link.newDevice(),
    proved: (integrationId) => link.proved(integrationId),
    view: () => link.standing.view(),
    way: () => ({ mode: link.mode(), closed: [...link.closed] }),
    heard: () => link.heard.now(),
    onChange: (ring) => link.standing.onChange(ring),
  };
}

class RelayLink {
  readonly standing;
  readonly #deps: ResultsDeps;
  readonly #read: ReadLink;
  readonly #lengths: LengthChecks;
  readonly heard = relayHeard();
  readonly #listener;
  readonly #secondLook;
  readonly #mayEnrol;
  readonly #loop: SweepLoop;
  readonly #stop = new StopSource();
  readonly #rung = new Set<IntegrationId>();
  /** This computer can no longer read these: their secret is wrong, that of a former one is lost, or a user ended it. */
  readonly closed = new Set<IntegrationId>();
  /** The relay does not let this computer read these, and accepted no proof so far, for whatever reason. */
  readonly #shut = new Set<IntegrationId>();
  readonly #proofs: Proofs;
  #sweepAt = 0;
  #failures = 0;

  constructor(deps: ResultsDeps) {
    this.#deps = deps;
    this.#lengths = lengthChecks(deps);
    const unknownKey = (): void => this.#secondLook.unknownKey();
    this.#read = linkReader({ ...deps, lengths: this.#lengths, unknownKey, heard: (id, page) => this.heard.hear(id, page) });
    const links = (): readonly ResultLink[] => (deps.ready() ? deps.store.links() : []);
    this.standing = createRelayStanding({ ...deps, isSet: () => links().length > 0 });
    const ring = (integrationId: IntegrationId): void => this.#ring(integrationId);
    const connected = (): void => this.#connected();
    const lost = (): void => this.#lengths.doubtAll();
    const changed = (): void => this.standing.ring();
    const mayRead = (): boolean => this.#mayRead();
    const unproved = (): void => this.#lookNow();
    this.#listener = createDoorbellListener({ ...deps, links, mayRead, ring, connected, lost, unproved, changed });
    this.#secondLook = createSecondLook({ ...deps, links, ring, isShut: (integrationId) => this.#shut.has(integrationId) });
    this.#proofs = createProofs({ ...deps, refused: (fault, id) => void (this.#isForGood(fault, id) && this.#close(id)) });
    this.#mayEnrol = enrolThrottle(deps.clock);
    this.#loop = this.#sweepLoop();
  }

  mode(): Mode {
    return this.#listener.mode();
  }

  start(): void {
    void this.#loop.start();
    this.#listener.start();
    this.#secondLook.start();
  }

  async askOnce(): Promise<void> {
    const { ready, relay, store } = this.#deps;
    if (!ready() || store.links().length === 0) return this.standing.notSet();
    const heads = await relay.heads();
    if (heads.ok) this.standing.read();
    else this.standing.failed(codeOfFault(heads.failure));
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#loop.close(), this.#listener.close(), this.#secondLook.close()]);
  }

  lookAgain(): void {
    this.#sweepAt = 0;
    this.#failures = 0;
    this.#loop.wake();
    this.#listener.again();
  }

  newDevice(): void {
    this.#proofs.forget();
    this.lookAgain();
  }

  proved(integrationId: IntegrationId): void {
    this.#proofs.forget(integrationId);
    this.lookAgain();
  }

  /** A stream was opened again: the relay may have been restored from a copy meanwhile. */
  #connected(): void {
    this.#lengths.doubtAll();
    this.#lookNow();
  }

  #lookNow(): void {
    this.#sweepAt = 0;
    this.#loop.wake();
  }

  #mayRead(): boolean {
    const { ready, store } = this.#deps;
    return ready() && store.links().some(({ integrationId }) => !this.#shut.has(integrationId));
  }

  #ring(integrationId: IntegrationId): void {
    this.#rung.add(integrationId);
    this.#loop.wake();
  }

  #sweepLoop(): SweepLoop {
    const { clock, log } = this.#deps;
    const untilSweepMs = (): number => this.#sweepAt - clock.monotonicMs();
    return new SweepLoop({
      clock,
      look: async () => {
        await this.#look();
        return untilSweepMs();
      },
      failed: {
        // Whatever comes from outside is returned as a fault: only our own journal throws.
        log: (fields) => {
          this.#failed({ kind: 'journal', code: 'not-written' });
          log.error('reading results broke off', fields);
        },
        restMs: untilSweepMs,
      },
      minGapMs: LOOK_GAP_MS,
    });
  }

  /** Reads the links that rang, or all of them if the sweep is due. */
  async #look(): Promise<void> {
    const { clock, store, ready } = this.#deps;
    const all = this.#sweepAt <= clock.monotonicMs();
    const rung = new Set(this.#rung);
    this.#rung.clear();
    if (all) this.#sweepAt = clock.monotonicMs() + this.#sweepEveryMs();
    const links = ready() ? store.links() : [];
    if (links.length === 0) {
      for (const integrationId of store.readFirst()) store.needNotRead(integrationId);
      return this.standing.notSet();
    }
    for (const link of links.filter((one) => all || rung.has(one.integrationId))) {
      if (this.#stop.aborted) return;
      const fault = await this.#lookAt(link);
      // A fault of the relay itself affects every link.
      if (fault !== null) return (await this.#enrolAgain(fault)) ? undefined : this.#failed(fault);
    }
    // What kept the relay from answering may have kept its stream away too.
    if (this.#failures > 0) this.#listener.again();
    this.#failures = 0;
    this.standing.read();
  }

  #sweepEveryMs(): number {
    const mode = this.#listener.mode();
    // If nothing may be read, nothing could be heard either.
    const allHeard = mode === 'stream' || !this.#mayRead() || (mode === 'long-poll' && this.#deps.store.links().length <= LONG_POLLS_MAX);
    return allHeard ? SWEEP_MS : NO_STREAM_SWEEP_MS;
  }

  /** Null if it was read, or if only this link cannot be read. */
  async #lookAt(link: ResultLink): Promise<ReadFault | null> {
    const first = await this.#read(link, this.#stop);
    if (!first.ok && first.failure.kind === 'sent-away') {
      // A user ended it, so a user has to begin it again, not this program with the secret that it still has.
      this.#close(link.integrationId);
      this.#shut.add(link.integrationId);
      return null;
    }
    if (!first.ok && (first.failure.kind === 'not-found' || first.failure.kind === 'no-device')) {
      const proved = await this.#proofs.proveAgain(link.integrationId);
      if (!proved) this.#shut.add(link.integrationId);
      if (!proved) return first.failure.kind === 'no-device' ? first.failure : null;
      this.#shut.delete(link.integrationId);
      this.#listener.proved();
      this.#ring(link.integrationId);
      return null;
    }
    if (!first.ok) return first.failure;
    if (this.closed.delete(link.integrationId)) this.standing.ring();
    if (this.#shut.delete(link.integrationId)) this.#listener.proved();
    if (first.value.more) this.#ring(link.integrationId);
    return null;
  }

  /** The relay has lost this device: enrols it anew. Each link is then proved by its secret, as the relay asks for it. */
  async #enrolAgain({ kind }: ReadFault): Promise<boolean> {
    if (kind !== 'device-unknown' || !this.#mayEnrol()) return false;
    const enrolled = await this.#deps.enrolAgain();
    this.#deps.log.warn('relay did not know this device', { enrolled: enrolled.ok ? 'yes' : enrolled.failure.kind });
    if (!enrolled.ok) return false;
    this.newDevice();
    return true;
  }

  #close(integrationId: IntegrationId): void {
    this.closed.add(integrationId);
    this.#deps.store.needNotRead(integrationId);
  }

  /** A company whose own secret is lost asks for it, and its answers are read then; for a former one nobody is asked. */
  #isForGood({ kind }: ProofFault, integrationId: IntegrationId): boolean {
    return kind === 'wrong-secret' || (kind === 'secret-gone' && !this.#deps.isCurrent(integrationId));
  }

  #failed(fault: ReadFault): void {
    const { clock, random, log } = this.#deps;
    if (this.#stop.aborted) return;
    this.#failures += 1;
    this.#lengths.doubtAll();
    this.#sweepAt = clock.monotonicMs() + backOffMs(this.#failures, random.fraction(), BACK_OFF);
    this.standing.failed(codeOfFault(fault));
    log.warn('results cannot be read', { fault: fault.kind, code: fault.code, failures: this.#failures });
  }
}
