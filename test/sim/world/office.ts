import type { Item } from '#shared/domain/item.ts';
import type { ItemStateKind } from '#shared/domain/item-state.ts';
import { hex } from '#shared/lib/hex.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import type { Random } from '#shared/ports/random.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import type { VirtualClock } from '#test/support/virtual-clock.ts';
import type { Evidence, SentDocument, Upload } from '../invariants/evidence.ts';
import { PURCHASES, SALES, type Scenario } from '../scenario.ts';
import type { Chance } from './chance.ts';
import { type Computer, computer } from './computer.ts';
import { RELAY_ORIGIN, type Servers, openServers } from './servers.ts';
import type { Network } from './sim-http.ts';
import { SimDisk } from './sim-disk.ts';
import { uploadOf } from './upload-of.ts';

export type OfficeOf = {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly chance: Chance;
  readonly folder: string;
  readonly plan: Scenario;
};

const FINAL: readonly string[] = ['accepted', 'refused'];
/** Where an item may be while a request of it leaves: a result can overtake a second try with a fresh token. */
const BEGUN: ItemStateKind[] = ['uploading', 'accepted', 'refused'];
/** More than any scenario drops. */
const ITEMS_MAX = 500;

/** Two desktops on one shared folder, one company, a relay and a sandbox: the smallest office in which things go wrong. */
export class Office {
  readonly clock: VirtualClock;
  readonly computers: readonly Computer[];
  readonly #of: OfficeOf;
  readonly #servers: Servers;
  readonly #disk: SimDisk;
  readonly #uploads: Upload[];
  readonly #left = new Map<string, { readonly sha256: string; readonly modifiedAt: number }>();
  readonly #finals = new Map<string, Map<string, Set<string>>>();
  readonly #offSince = new Map<string, number>();
  readonly #startedMs: number;

  constructor(of: OfficeOf, parts: { servers: Servers; disk: SimDisk; computers: readonly Computer[]; uploads: Upload[] }) {
    this.#of = of;
    this.clock = of.clock;
    this.computers = parts.computers;
    this.#servers = parts.servers;
    this.#disk = parts.disk;
    this.#uploads = parts.uploads;
    this.#startedMs = of.clock.monotonicMs();
  }

  elapsedMs(): number {
    return this.clock.monotonicMs() - this.#startedMs;
  }

  put(path: string, bytes: Uint8Array): void {
    const modifiedAt = this.clock.wallMs();
    this.#disk.put(path, bytes, modifiedAt);
    this.#left.set(path, { sha256: hex(nodeSha256([bytes])), modifiedAt });
  }

  /** A stranger's webhook: well formed, and signed by nobody whom the service knows. */
  async forge(): Promise<void> {
    const body = JSON.stringify({
      specversion: '1.0',
      id: this.#of.random.uuid(),
      source: 'x',
      type: 'DocumentStatus',
      time: '2026-01-05T08:00:00Z',
      data: {},
    });
    const headers = { 'content-type': 'application/cloudevents+json', 'x-service-webhook-signature': 'e30.e30.AAAA' };
    await this.#servers.relay.fetch(new Request(`${RELAY_ORIGIN}/webhooks`, { method: 'POST', headers, body }));
  }

  /** Starts what has been off for up to `mostMs` again. */
  async reviveAfter(mostMs: number): Promise<void> {
    for (const one of this.computers) {
      if (one.client() !== null) {
        this.#offSince.delete(one.name);
        continue;
      }
      const since = this.#offSince.get(one.name) ?? this.clock.monotonicMs();
      this.#offSince.set(one.name, since);
      if (this.clock.monotonicMs() - since >= this.#of.random.fraction() * mostMs) await during(this.clock, one.start());
    }
  }

  async items(one: Computer): Promise<readonly Item[]> {
    return (await one.client()?.items.list({ limit: ITEMS_MAX }))?.items ?? [];
  }

  async watchFinals(): Promise<void> {
    for (const one of this.computers) {
      const finals = this.#finals.get(one.name) ?? new Map<string, Set<string>>();
      this.#finals.set(one.name, finals);
      for (const { sha256, importType, state } of await this.items(one)) {
        if (!FINAL.includes(state.kind)) continue;
        const key = `${importType} ${sha256}`;
        finals.set(key, (finals.get(key) ?? new Set()).add(state.kind));
      }
    }
  }

  /** Every dropped scan is final on every desktop. */
  async isAtRest(): Promise<boolean> {
    for (const one of this.computers) {
      const items = await this.items(one);
      const final = items.filter(({ state }) => FINAL.includes(state.kind)).map(({ sha256, importType }) => `${importType} ${sha256}`);
      if (this.#of.plan.dropped.some(({ sha256, importType }) => !final.includes(`${importType} ${sha256}`))) return false;
    }
    return true;
  }

  async evidence(): Promise<Evidence> {
    const documents = await this.#servers.control<readonly SentDocument[]>('/documents');
    const deliveries = await this.#servers.control<readonly Delivery[]>('/deliveries');
    return {
      dropped: this.#of.plan.dropped,
      documents,
      uploads: this.#uploads,
      acknowledged: deliveries
        .filter(({ state, type }) => state === 'delivered' && type === 'DocumentStatus')
        .map(({ event }) => event.data.documentId),
      desktops: await Promise.all(
        this.computers.map(async (one) => ({
          name: one.name,
          items: await this.items(one),
          finals: this.#finals.get(one.name) ?? new Map(),
        })),
      ),
      writes: this.#disk.writes,
      altered: Array.from(this.#left).flatMap(([path, left]) => (this.#isAsLeft(path, left) ? [] : [path])),
    };
  }

  async close(): Promise<void> {
    for (const one of this.computers) await during(this.clock, one.close());
    await during(this.clock, this.#servers.close());
  }

  #isAsLeft(path: string, left: { readonly sha256: string; readonly modifiedAt: number }): boolean {
    const file = this.#disk.files.get(path);
    return file !== undefined && hex(nodeSha256([file.bytes])) === left.sha256 && file.modifiedAt === left.modifiedAt;
  }
}

type Delivery = { readonly type: string; readonly state: string; readonly event: { readonly data: { readonly documentId: string } } };

export async function openOffice(of: OfficeOf): Promise<Office> {
  const { clock, random, chance, folder, plan } = of;
  const network: Network = new Map();
  const disk = new SimDisk();
  disk.addFolder(PURCHASES);
  disk.addFolder(SALES);
  const servers = await openServers({ clock, random, chance, network, folder });
  const uploads: Upload[] = [];
  const tap = async (request: Parameters<typeof uploadOf>[0], by: Computer): Promise<void> => {
    // Asked before anything else is awaited: the sender may be killed while its request is being read.
    const journal = by.client()?.items.list({ limit: ITEMS_MAX, states: BEGUN });
    const seen = await uploadOf(request);
    if (seen === null) return;
    const intended = (await journal)?.items.some((item) => item.reference === seen.reference) ?? false;
    uploads.push({ ...seen, by: by.name, intended });
  };
  const computers = ['front-desk', 'back-office'].map((name) =>
    computer({ name, clock, random, chance, disk, network, folder, deaf: plan.deaf, log: recordingLog(), tap }),
  );
  const office = new Office(of, { servers, disk, computers, uploads });
  const integration = await servers.control<{ integrationId: string; integrationSecret: string }>('/integrations', {});
  for (const one of computers) await settleIn(one, { clock, servers, integration });
  return office;
}

type SettleIn = {
  readonly clock: VirtualClock;
  readonly servers: Servers;
  readonly integration: { readonly integrationId: string; readonly integrationSecret: string };
};

/** What a person does on the first day, before anything goes wrong. */
async function settleIn(one: Computer, { clock, servers, integration }: SettleIn): Promise<void> {
  await during(clock, one.start());
  const client = one.client();
  if (client === null) throw new Error(`${one.name} is off`);
  const { baseUrl, authUrl, jwksUrl, issuer } = servers.sandbox.addresses;
  await during(clock, client.settings.change({ relayUrl: RELAY_ORIGIN, service: { baseUrl, authUrl, jwksUrl, issuer } }));
  const company = await during(clock, client.companies.connect({ name: 'Exemple SARL', ...integration }));
  if (!company.ok) throw new Error(`${one.name} cannot connect: ${company.failure.kind}`);
  for (const [path, importType] of [
    [PURCHASES, 'purchase-invoices'],
    [SALES, 'sales-invoices'],
  ] as const) {
    const added = await during(clock, client.folders.add({ companyId: company.value.id, importType, path, existing: 'send' }));
    if (!added.ok) throw new Error(`${one.name} cannot add ${path}: ${added.failure.kind}`);
  }
}

/** Awaits something that needs time to pass. */
async function during<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  let done = false;
  const watched = work.finally(() => {
    done = true;
  });
  await clock.run(() => done, 600_000);
  return watched;
}
