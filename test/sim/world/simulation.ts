import { join } from 'node:path';
import type { Company } from '#shared/domain/company.ts';
import type { Scenario } from '../plan/scenario.ts';
import type { Clock, Random } from '#shared/ports/world.ts';
import type { HttpFault } from '#shared/ports/http.ts';
import type { FaultRule } from '#sandbox/faults/fault-rules.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { recordingLog, type VirtualClock } from '#test/support/virtual-world.ts';
import type { SentDocument, Told, Upload } from '../invariants/evidence.ts';
import type { Chance } from './chance.ts';
import { type Client, Computer } from './computer.ts';
import { Departures } from './evidence/departures.ts';
import { during } from './during.ts';
import { hostile } from './network/relay-host.ts';
import { Ledger, type Trace } from './ledger.ts';
import { listenIn } from './listen-in.ts';
import type { Fixture, Integration } from './fixture.ts';
import { openServers, SANDBOX_ORIGIN, type Servers } from './network/servers.ts';
import { asBefore } from './disk/sim-reader.ts';
import type { SimDisk } from './disk/sim-disk.ts';
import type { Network, SimServer } from './network/sim-http.ts';
import type { Streams } from './network/streams.ts';
import type { TrafficRecorder } from './network/traffic-recorder.ts';
import { typeOf } from '../plan/places.ts';
import type { FileFacts } from '#shared/ports/file-reader.ts';

export type SimulationOptions = {
  readonly clock: VirtualClock;
  readonly streams: Streams;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly plan: Scenario;
  readonly fixture: Fixture;
};

export const COMPUTERS = ['front-desk', 'back-office'] as const;
/** The name of the computer that may be set up from an image of another. */
const IMAGE = 'image-desk';

type Undo = { readonly undo: () => void | Promise<void>; readonly lasts: boolean };

/** What takes at least this long outlasts the storm: it tests the rule that nothing is silent beyond a quarter of an hour. */
const LASTS_MS = 15 * MINUTE_MS;

/** Two desktops on two shared folders, one company, a relay and a sandbox: the smallest office in which things go wrong. */
export class Simulation {
  readonly clock: VirtualClock;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly disk: SimDisk;
  readonly trafficRecorder: TrafficRecorder;
  readonly ledger = new Ledger(() => this.clock.monotonicMs());
  readonly departures = new Departures();
  readonly network: Network = { get: (origin) => this.#listener(origin) };
  readonly uploads: Upload[] = [];
  /** What the service's answers to imports said. */
  readonly answers: Told[] = [];
  readonly keychains: ReadonlyMap<string, Map<string, string>>;
  /** Violations seen during the run. */
  readonly found: { readonly invariant: number; readonly what: string }[] = [];
  /** Documents whose event the relay had acknowledged and then lost through its operator. */
  readonly lost = new Set<string>();
  /** When the relay was restored from an older copy, and the documents whose results that copy has. */
  readonly restores: { readonly at: number; readonly kept: ReadonlySet<string> }[] = [];
  /** Computers that now ask for tokens with the company's own credentials. */
  readonly direct = new Set<string>();
  /** Computers that lost their secrets: they can no longer prove results for anything sent under a former connection. */
  readonly keyless = new Set<string>();
  /** Computers whose Intray is an older version. */
  readonly older = new Set<string>();
  /** Computers that their user has switched off. */
  readonly off = new Set<string>();
  readonly stranger: Fixture['stranger'];
  readonly folder: string;
  computers: readonly Computer[] = [];
  /** The newest credentials that the service gave for this company. */
  integration: Integration;
  /** The current rules of the sandbox's fault table. */
  readonly rules: FaultRule[] = [];
  /** What the relay had acknowledged when it was backed up. */
  keptAtBackup: readonly string[] = [];
  /** The credentials at the time of the service's backup. */
  integrationAtBackup: Integration | null = null;
  /** Documents that the service no longer knows, as they were when its older copy was restored. */
  readonly forgotten: SentDocument[] = [];
  memoryLost = false;
  /**
   * The computer that was set up from an image of another one. `isTold`: its user knows that both run; `renews`: it then gets an identity of
   * its own.
   */
  image: { readonly name: string; readonly renews: boolean; isTold: boolean } | null = null;
  relayIsDown = false;
  /** What the desktops' connections to the service fail with now; null while they do not. */
  lineFault: HttpFault | null = null;
  /** If set, nobody reconnects a company whose secret is still this one. */
  waitsWith: string | null = null;
  relayIsHostile = false;
  readonly #of: SimulationOptions;
  readonly #undone = new Set<Undo>();
  readonly #offSince = new Map<string, { readonly atMs: number; readonly forMs: number }>();
  readonly #startedMs: number;
  readonly #hostileChance: Random;
  #newEpoch = false;
  #servers: Servers | null = null;

  constructor(of: SimulationOptions) {
    const { fixture } = of;
    this.#of = of;
    this.clock = of.clock;
    this.chance = of.chance;
    this.trace = of.trace;
    this.disk = fixture.disk;
    this.disk.now = () => of.clock.wallMs();
    this.disk.onTidied = (from, to) => this.ledger.follow(from, to);
    this.trafficRecorder = fixture.trafficRecorder;
    this.integration = fixture.integration;
    this.stranger = fixture.stranger;
    this.folder = fixture.folder;
    this.keychains = new Map(COMPUTERS.map((name) => [name, new Map(fixture.keychains.get(name))]));
    this.#startedMs = of.clock.monotonicMs();
    this.#hostileChance = of.streams('hostile');
  }

  /** Those of these documents whose answer names no integration, and that no desktop can claim, because none knows them (C28). */
  async apart(documentIds: readonly string[]): Promise<readonly string[]> {
    if (this.#of.plan.switches.nullIntegrationId !== true) return [];
    const items = (await Promise.all(this.computers.map((one) => one.seenItems()))).flat();
    const known = new Set<string | null>(items.map(({ state }) => ('documentId' in state ? state.documentId : null)));
    return documentIds.filter((documentId) => !known.has(documentId));
  }

  get plan(): Scenario {
    return this.#of.plan;
  }

  /** All documents that the service ever recorded, including those it has forgotten, by the files that they were sent for. */
  async documents(): Promise<readonly SentDocument[]> {
    const known = await this.servers.control<readonly SentDocument[]>('/documents');
    return [...known.map((one) => this.ledger.asSentFor(one)), ...this.forgotten];
  }

  get servers(): Servers {
    if (this.#servers === null) throw new Error('the office is not open');
    return this.#servers;
  }

  async open(): Promise<void> {
    const { clock, streams, chance, trace, plan, fixture } = this.#of;
    const { network, trafficRecorder, folder } = this;
    this.#servers = await openServers({ clock, streams, chance, trace, network, trafficRecorder, folder, switches: plan.switches });
    const runs = fixture.integration.integrationId === '' ? 0 : 1;
    this.computers = COMPUTERS.map((name) => this.#newComputer(name, this.keychains.get(name) ?? new Map(), runs));
  }

  /** Adds another computer, set up from an image of this one: with its profile and its keychain as they are now. There is at most one. */
  addImageOf(one: Computer, renews: boolean): void {
    if (this.image !== null) return;
    this.image = { name: IMAGE, renews, isTold: false };
    one.copyProfileTo(join(this.folder, `${IMAGE}-0`));
    this.ledger.wishAlike(one.name, IMAGE);
    if (this.direct.has(one.name)) this.direct.add(IMAGE);
    this.departures.imaged(IMAGE, one.name, this.clock.monotonicMs());
    this.computers = [...this.computers, this.#newComputer(IMAGE, new Map(this.keychains.get(one.name)), 0)];
  }

  /** `runs`: how often it was started before. */
  #newComputer(name: string, keychain: Map<string, string>, runs: number): Computer {
    const { clock, streams, trace, plan } = this.#of;
    const { disk, network, folder } = this;
    const chance = noteUnlisted(this, name);
    const machine = { name, clock, chance, trace, disk, network, folder, keychain, random: streams(name) };
    const { unwatched } = plan;
    const readAs = (facts: FileFacts): FileFacts => (this.older.has(name) ? asBefore(facts, this.ledger) : facts);
    const unread = (path: string): void => noteUnread(this, name, path);
    return new Computer({ ...machine, unwatched, log: recordingLog(), unread, readAs, listenIn: (by) => listenIn(this, by) }, runs);
  }

  elapsedMs(): number {
    return this.clock.monotonicMs() - this.#startedMs;
  }

  /** Starts the relay again, and every computer that has been off, after up to `mostMs`. */
  async revive(mostMs: number): Promise<void> {
    const now = this.clock.monotonicMs();
    if (!this.relayIsDown && this.servers.relay.server === null) await this.#startRelay();
    for (const one of this.computers) {
      if (one.client() !== null || one.asleep || this.off.has(one.name)) {
        this.#offSince.delete(one.name);
        continue;
      }
      const off = this.#offSince.get(one.name) ?? { atMs: now, forMs: this.#of.streams(`off ${one.name} ${now}`).fraction() * mostMs };
      this.#offSince.set(one.name, off);
      if (now - off.atMs >= Math.min(off.forMs, mostMs)) await during(this.clock, one.start());
    }
  }

  /** Undoes something after `lengthMs`, or at the end of the storm unless it outlasts it. */
  later(lengthMs: number, undo: () => void | Promise<void>): void {
    const one: Undo = { undo, lasts: lengthMs >= LASTS_MS };
    this.#undone.add(one);
    void this.clock.sleep(lengthMs).then(() => this.#undo(one));
  }

  async undoAll(): Promise<void> {
    for (const one of this.#undone) if (!one.lasts) await this.#undo(one);
  }

  /** Nothing is left to be undone. */
  get isUndone(): boolean {
    return this.#undone.size === 0;
  }

  /** The operator replaces the lying relay with an honest one, under a new epoch. */
  async endHostility(): Promise<void> {
    if (!this.relayIsHostile) return;
    this.relayIsHostile = false;
    this.#newEpoch = true;
    if (!this.relayIsDown) await this.#startRelay();
  }

  /** Applies a new epoch that is due, even if the relay can only be started later. */
  async #startRelay(): Promise<void> {
    const renewed = this.#newEpoch;
    this.#newEpoch = false;
    await (renewed ? this.servers.relay.restore('newest') : this.servers.relay.start());
  }

  async #undo(one: Undo): Promise<void> {
    if (this.#undone.delete(one)) await one.undo();
  }

  async company(client: Client): Promise<Company | undefined> {
    return (await client.overview()).companies[0];
  }

  /** What a user does at one computer. If it is killed meanwhile, the user gets no answer. */
  ask(one: Computer, act: (client: Client, company: Company) => Promise<unknown>): void {
    const client = one.client();
    if (client === null) return;
    const asked = async (): Promise<void> => {
      const company = await this.company(client);
      if (company === undefined) return;
      const answer = await act(client, company);
      this.trace.note(`${one.name} answers its person: ${JSON.stringify(answer).slice(0, 40)}`);
    };
    asked().catch((error: unknown) =>
      this.trace.note(`${one.name} fails its person: ${error instanceof Error ? error.message : 'unknown'}`),
    );
  }

  async close(): Promise<void> {
    for (const one of this.computers) await during(this.clock, one.close());
    await during(this.clock, this.servers.close());
  }

  #listener(origin: string): SimServer | null {
    if (origin === SANDBOX_ORIGIN) return this.servers.service.server;
    const server = this.#servers === null || this.relayIsDown ? null : this.servers.relay.server;
    return server === null ? null : { fetch: (request) => this.#atRelay(server, request), killed: server.killed };
  }

  async #atRelay(server: SimServer, request: Request): Promise<Response> {
    const response = await this.trafficRecorder.atRelay(server.fetch)(request);
    const isPage = this.relayIsHostile && request.method === 'GET' && new URL(request.url).pathname.endsWith('/events');
    return isPage
      ? hostile(response, { trafficRecorder: this.trafficRecorder, stranger: this.stranger, chance: this.#hostileChance })
      : response;
  }

  /** Its profile is an older one now: nobody remembers what it was told since then. */
  forgetTold(name: string): void {
    this.memoryLost = true;
    const others = this.answers.filter(({ by }) => by !== name);
    this.answers.splice(0, this.answers.length, ...others);
  }
}

type NotesIn = { readonly clock: Pick<Clock, 'monotonicMs'>; readonly departures: Departures };

/** Notes for invariant 20 that a computer could not list a folder. The strikes do not say which one, so it is noted for both types. */
function noteUnlisted({ chance, clock, departures }: NotesIn & { readonly chance: Chance }, by: string): Chance {
  const strikes: Chance['strikes'] = (fault) => {
    const struck = chance.strikes(fault);
    const now = clock.monotonicMs();
    if (struck && fault === 'share-away') departures.couldNotLook({ by, importType: null, fromMs: now, toMs: now });
    return struck;
  };
  return { ...chance, strikes };
}

/** Notes for invariant 20 that a computer could not look at this file. */
function noteUnread({ clock, departures }: NotesIn, by: string, path: string): void {
  departures.couldNotRead({ by, importType: typeOf(path), fromMs: clock.monotonicMs() });
}
