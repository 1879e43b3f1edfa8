import { join } from 'node:path';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Scenario } from '../plan/scenario.ts';
import type { Random } from '#shared/ports/random.ts';
import type { HttpAnswer, HttpRequest } from '#shared/ports/http.ts';
import type { FaultRule } from '#sandbox/faults/fault-rules.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import type { VirtualClock } from '#test/support/virtual-clock.ts';
import type { SentDocument, Told, Upload } from '../invariants/evidence.ts';
import type { Chance } from './chance.ts';
import { type Client, Computer } from './computer.ts';
import { during } from './during.ts';
import { hostile } from './network/hostile.ts';
import { keyOf, Ledger } from './ledger.ts';
import type { Integration, Fixture } from './fixture.ts';
import { openServers, SANDBOX_ORIGIN, type Servers } from './network/servers.ts';
import type { SimDisk } from './disk/sim-disk.ts';
import type { Network, SimServer } from './network/sim-http.ts';
import type { Streams } from './network/streams.ts';
import type { Trace } from './trace.ts';
import { numberOf, saysReceived } from './told.ts';
import { uploadOf } from './network/upload-of.ts';
import { wrongSecretIn } from './wrong-secret-in.ts';
import type { TrafficRecorder } from './network/traffic-recorder.ts';

export type SimulationOptions = {
  readonly clock: VirtualClock;
  readonly streams: Streams;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly plan: Scenario;
  readonly fixture: Fixture;
};

export const COMPUTERS = ['front-desk', 'back-office'] as const;
/** The name of the one that may be set up from an image of another. */
const IMAGE = 'image-desk';
/** Where an item may be while a request of it leaves: a result can overtake a second try with a fresh token. */
const BEGUN = new Set(['uploading', 'accepted', 'refused']);

type Undo = { readonly undo: () => void | Promise<void>; readonly lasts: boolean };

/** Made to last beyond the quarter of an hour after which nothing is silent. */
const LASTS_MS = 15 * MINUTE_MS;

/** Two desktops on two shared folders, one company, a relay and a sandbox: the smallest office in which things go wrong. */
export class Simulation {
  readonly clock: VirtualClock;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly disk: SimDisk;
  readonly trafficRecorder: TrafficRecorder;
  readonly ledger = new Ledger();
  readonly network: Network = { get: (origin) => this.#listener(origin) };
  readonly uploads: Upload[] = [];
  /** What the service's answers to imports said. */
  readonly answers: Told[] = [];
  readonly keychains: ReadonlyMap<string, Map<string, string>>;
  /** What was found broken while it happened. */
  readonly found: { readonly invariant: number; readonly what: string }[] = [];
  /** Events that the relay had acknowledged and lost, by the hand of its operator. */
  readonly lost = new Set<string>();
  /** When the relay was put back to an older copy, and the documents whose results that has. */
  readonly restores: { readonly at: number; readonly kept: ReadonlySet<string> }[] = [];
  /** Computers that ask for tokens with the company's own credentials now. */
  readonly direct = new Set<string>();
  /** Computers that lost their secrets: what was sent under a former connection can be proved by nobody there any more. */
  readonly keyless = new Set<string>();
  /** Computers that their person has switched off. */
  readonly off = new Set<string>();
  readonly stranger: Fixture['stranger'];
  readonly folder: string;
  computers: readonly Computer[] = [];
  /** The newest credentials that the service gave for this company. */
  integration: Integration;
  /** Of the sandbox's fault table, now. */
  readonly rules: FaultRule[] = [];
  /** What the relay had acknowledged when it was backed up. */
  keptAtBackup: readonly string[] = [];
  /** The credentials at the time of the service's backup. */
  integrationAtBackup: Integration | null = null;
  /** Documents that the service no longer knows, as they were when its older copy was put back. */
  readonly forgotten: SentDocument[] = [];
  memoryLost = false;
  /** The computer that was set up from an image of another one; whether its person is told that both run, and gives it an identity of its own then. */
  image: { readonly name: string; readonly renews: boolean; isTold: boolean } | null = null;
  relayIsDown = false;
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

  /** Of these documents, those whose answer names no integration and that no desktop can claim, because none knows them (C28). */
  async apart(documentIds: readonly string[]): Promise<readonly string[]> {
    if (this.#of.plan.switches.nullIntegrationId !== true) return [];
    const items = (await Promise.all(this.computers.map((one) => this.items(one)))).flat();
    const known = new Set<string | null>(items.map(({ state }) => ('documentId' in state ? state.documentId : null)));
    return documentIds.filter((documentId) => !known.has(documentId));
  }

  get plan(): Scenario {
    return this.#of.plan;
  }

  /** All that the service ever recorded, whether it still knows of it or not. */
  async documents(): Promise<readonly SentDocument[]> {
    return [...(await this.servers.control<readonly SentDocument[]>('/documents')), ...this.forgotten];
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

  /** Another computer, set up from an image of this one: with its profile and its keychain as they are now. There is one at the most. */
  addImageOf(one: Computer, renews: boolean): void {
    if (this.image !== null) return;
    this.image = { name: IMAGE, renews, isTold: false };
    one.copyProfileTo(join(this.folder, `${IMAGE}-0`));
    this.ledger.wishAlike(one.name, IMAGE);
    if (this.direct.has(one.name)) this.direct.add(IMAGE);
    this.computers = [...this.computers, this.#newComputer(IMAGE, new Map(this.keychains.get(one.name)), 0)];
  }

  /** `runs`: as often as it was started before. */
  #newComputer(name: string, keychain: Map<string, string>, runs: number): Computer {
    const { clock, streams, chance, trace, plan } = this.#of;
    const { disk, network, folder } = this;
    const machine = { name, clock, chance, trace, disk, network, folder, keychain, random: streams(name) };
    const { unwatched } = plan;
    const tap = (request: HttpRequest, by: Computer) => this.#tap(request, by);
    const heard = (request: HttpRequest, answer: HttpAnswer, by: Computer) => this.#heard(request, answer, by);
    return new Computer({ ...machine, unwatched, log: recordingLog(), tap, heard }, runs);
  }

  elapsedMs(): number {
    return this.clock.monotonicMs() - this.#startedMs;
  }

  /** Starts the relay, and what has been off for up to `mostMs`, again. */
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

  /** Undoes something so much later, or when the storm is over and it is not one of those that last. */
  later(lengthMs: number, undo: () => void | Promise<void>): void {
    const one: Undo = { undo, lasts: lengthMs >= LASTS_MS };
    this.#undone.add(one);
    void this.clock.sleep(lengthMs).then(() => this.#undo(one));
  }

  async undoAll(): Promise<void> {
    for (const one of this.#undone) if (!one.lasts) await this.#undo(one);
  }

  /** Nothing that lasts is still to be undone. */
  get isUndone(): boolean {
    return this.#undone.size === 0;
  }

  /** The operator throws the lying relay out: an honest one takes over, under a new epoch. */
  async endHostility(): Promise<void> {
    if (!this.relayIsHostile) return;
    this.relayIsHostile = false;
    this.#newEpoch = true;
    if (!this.relayIsDown) await this.#startRelay();
  }

  /** Also where the honest one can be started later only. */
  async #startRelay(): Promise<void> {
    const renewed = this.#newEpoch;
    this.#newEpoch = false;
    await (renewed ? this.servers.relay.restore('newest') : this.servers.relay.start());
  }

  async #undo(one: Undo): Promise<void> {
    if (this.#undone.delete(one)) await one.undo();
  }

  async items(one: Computer): Promise<readonly Item[]> {
    return one.items();
  }

  async company(client: Client): Promise<Company | undefined> {
    return (await client.overview()).companies[0];
  }

  /** What a person does at one computer. It may be killed meanwhile, and then the person hears nothing. */
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

  async #tap(request: HttpRequest, by: Computer): Promise<void> {
    const wrong = wrongSecretIn(request, { secrets: this.trafficRecorder.owned, direct: this.direct.has(by.name) });
    if (wrong !== null) this.found.push({ invariant: 13, what: `${by.name}: ${wrong}` });
    const seen = uploadOf(request);
    if (seen === null) return;
    // Asked before anything else is awaited: the sender may be killed while its journal is being read.
    const items = await this.items(by);
    const intended = items.some((item) => item.reference === seen.reference && BEGUN.has(item.state.kind));
    this.uploads.push({ ...seen, by: by.name, intended, asked: !this.ledger.unasked.has(keyOf(seen.importType, seen.sha256)) });
  }

  /** Who is killed right then hears it again at the next try. */
  #heard(request: HttpRequest, answer: HttpAnswer, by: Computer): void {
    const seen = saysReceived(answer) ? uploadOf(request) : null;
    if (seen === null) return;
    const { importType, sha256, reference } = seen;
    this.answers.push({ by: by.name, importType, sha256, number: numberOf(reference), documentId: null, says: 'received' });
  }

  /** Its profile is an older one now: what it was told since then is in nobody's memory. */
  forgetTold(name: string): void {
    this.memoryLost = true;
    const others = this.answers.filter(({ by }) => by !== name);
    this.answers.splice(0, this.answers.length, ...others);
  }
}
