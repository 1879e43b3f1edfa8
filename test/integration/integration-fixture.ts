import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { createRelay, type Relay } from '#relay/create-relay.ts';
import { sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import type { Store } from '#relay/store/store.ts';
import { decodeInThread } from '#sandbox/decoding/decode-in-thread.ts';
import { createSandbox } from '#sandbox/create-sandbox.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { recordingLog, seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { tinyPdf } from '#test/sim/tiny-pdf.ts';
import { type Chance, chanceOf } from '#test/sim/world/chance.ts';
import { Computer } from '#test/sim/world/computer.ts';
import { newLife } from '#test/sim/world/life.ts';
import { runDry } from '#test/sim/world/run-dry.ts';
import { SimDisk } from '#test/sim/world/disk/sim-disk.ts';
import { simHttp, type SimServer } from '#test/sim/world/network/sim-http.ts';
import { streamsOf } from '#test/sim/world/network/streams.ts';
import { newTrace, type Trace } from '#test/sim/world/ledger.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

export const SANDBOX = 'http://127.0.0.1:7001';
export const RELAY = 'http://127.0.0.1:7002';
const SCANS = '/office/Purchases';
const START_MS = Date.UTC(2026, 0, 5, 8);
/** Longer than anything here takes, except what a test itself lets pass. */
const WITHIN_MS = 30 * 60_000;
const firstKey = newKey();

export type Integration = { readonly integrationId: string; readonly integrationSecret: string };
export type IntegrationFixture = Awaited<ReturnType<typeof integrationFixture>>;

export type FixturePlaces = { readonly sandbox: string; readonly relay: string };
const HERE: FixturePlaces = { sandbox: SANDBOX, relay: RELAY };

/**
 * The whole engine, the real relay and the real sandbox in one process on a virtual clock, with no faults but the test's own. `set-up`: the desktop
 * knows where both are.
 */
export async function integrationFixture(places: FixturePlaces = HERE, desktopIs: 'set-up' | 'new' = 'set-up') {
  const folder = scratchFolder('town');
  const [random, clock, disk] = [seededRandom(11), virtualClock(START_MS, runDry), new SimDisk()];
  const network = fixtureNetwork();
  const trace = newTrace(() => clock.monotonicMs(), false);
  const { chance, killAfter } = fixtureChance(trace);
  const common = { network, clock, random, trace, chance };
  disk.addFolder(SCANS);
  const http = () => simHttp({ ...common, name: 'town', life: newLife(() => false) });
  const sandbox = createSandbox(
    { clock, random, http: http(), log: recordingLog(), newSigningKey: aSigningKey(), decodeFile: decodeInThread },
    { origin: places.sandbox, switches: { webhookUrl: `${places.relay}/webhooks` } },
  );
  network.set(places.sandbox, sandbox.fetch);
  sandbox.start();
  const control = async <T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await sandbox.control(new Request(`${sandbox.addresses.controlUrl}${path}`, init));
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  };
  const relay = relayHouse({ folder, http, clock, random, network, sandbox, origin: places.relay });
  await relay.open();
  const log = recordingLog();
  const computer = (name: string): Computer => new Computer({ ...common, name, disk, folder, unwatched: false, log, keychain: new Map() });
  const desktop = computer('desk');
  const atDesktop = { clock, random, disk, network, sandbox, control, relay, desktop, log, ...acts({ clock, desktop, disk, control }) };
  const { baseUrl, authUrl, jwksUrl, issuer } = sandbox.addresses;
  const installation = { relayUrl: places.relay, service: { baseUrl, authUrl, jwksUrl, issuer } };
  /** Another computer of the same office, with its own profile, set up now; the same acts, done there. */
  const secondComputer = async (name: string, is: 'set-up' | 'new' = 'set-up'): Promise<typeof atDesktop> => {
    const second = computer(name);
    const there = { ...atDesktop, desktop: second, ...acts({ clock, desktop: second, disk, control }) };
    onTestFinished(() => there.during(second.close()));
    await there.during(second.start());
    if (is === 'set-up') await there.during(there.client().installation.change(installation));
    return there;
  };
  const fixture = { ...atDesktop, folder, secondComputer, killAfter };
  onTestFinished(async () => {
    await fixture.during(desktop.close());
    await fixture.during(relay.close());
    await fixture.during(sandbox.close());
    removeFolder(folder);
  });
  await fixture.during(desktop.start());
  if (desktopIs === 'set-up') await fixture.during(fixture.client().installation.change(installation));
  return fixture;
}

/** No faults, but for a program that is killed before or after its so-manieth call to the world outside, counted from `killAfter` on. */
function fixtureChance(trace: Trace) {
  const noFaults = chanceOf(streamsOf(11), {}, trace);
  let callsLeft: number | null = null;
  const strikes: Chance['strikes'] = (what) => {
    if (what !== 'killed-at-await' || callsLeft === null) return noFaults.strikes(what);
    callsLeft -= 1;
    return callsLeft < 0;
  };
  const killAfter = (calls: number): void => {
    callsLeft = calls;
  };
  return { chance: { ...noFaults, strikes }, killAfter };
}

type FixtureNetwork = ReturnType<typeof fixtureNetwork>;

/** The listeners, by origin; a test may put itself in between. */
function fixtureNetwork() {
  const listeners = new Map<string, SimServer>();
  return {
    get: (origin: string) => listeners.get(origin) ?? null,
    set(origin: string, fetch: SimServer['fetch'] | null): void {
      if (fetch === null) listeners.delete(origin);
      else listeners.set(origin, { fetch, killed: new Promise(() => undefined) });
    },
  };
}

/** The first key is made once, because that takes longer than many a test; a test that rotates keys makes others. */
function aSigningKey(): () => string {
  let first = true;
  return () => {
    const key = first ? firstKey : newKey();
    first = false;
    return key;
  };
}

function newKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

type House = {
  readonly folder: string;
  readonly http: () => ReturnType<typeof simHttp>;
  readonly clock: ReturnType<typeof virtualClock>;
  readonly random: ReturnType<typeof seededRandom>;
  readonly network: FixtureNetwork;
  readonly sandbox: ReturnType<typeof createSandbox>;
  readonly origin: string;
};

/** The relay's process and its disk: closed, reopened, copied, restored. */
function relayHouse({ folder, http, clock, random, network, sandbox, origin }: House) {
  const file = join(folder, 'relay.db');
  let now: { readonly relay: Relay; readonly store: Store } | null = null;
  const { baseUrl, authUrl, jwksUrl, issuer } = sandbox.addresses;
  const config = { baseUrl, authUrl, jwksUrl, issuer, ...sandbox.credentials, webhookOrigin: '*', proxies: null };
  const headers = { apiKeyHeader: 'x-service-api-key', signatureHeader: 'x-service-webhook-signature' };
  const fetch: SimServer['fetch'] = async (request) => (now === null ? new Response(null, { status: 502 }) : now.relay.fetch(request));
  const house = {
    fetch,
    async open() {
      const store = await sqliteStore(file, random);
      now = { relay: createRelay({ clock, random, http: http(), log: recordingLog() }, { ...config, ...headers }, store), store };
      network.set(origin, fetch);
    },
    /** Its store, as its operator's commands use it. */
    store: () => now?.store ?? fault('the relay is closed'),
    /** Starts its timed work; without this it only answers. */
    byTheClock: () => now?.relay.start(),
    async close() {
      network.set(origin, null);
      const open = now;
      now = null;
      await open?.relay.close();
      await open?.store.close();
    },
    /** Only while it is closed. */
    keepCopy: () => copyFileSync(file, `${file}.copy`),
    /** As its operator does, by docs/operations/relay.md. */
    restoreCopy() {
      house.putCopyBack();
      house.change("DELETE FROM meta WHERE name = 'epoch'");
    },
    /** As somebody who knows nothing of epochs does. */
    putCopyBack: () => copyFileSync(`${file}.copy`, file),
    /** The number of rows in one of its tables. */
    count(table: 'devices' | 'links' | 'events'): number {
      const database = new DatabaseSync(file);
      const row = database.prepare(`SELECT count(*) AS count FROM ${table}`).get();
      database.close();
      return Number(row?.['count']);
    },
    change(sql: string) {
      const database = new DatabaseSync(file);
      database.exec(sql);
      database.close();
    },
  };
  return house;
}

type ActsOf = {
  readonly clock: ReturnType<typeof virtualClock>;
  readonly desktop: Computer;
  readonly disk: SimDisk;
  readonly control: <T>(path: string, body?: unknown, method?: string) => Promise<T>;
};

type Document = { readonly documentId: string; readonly integrationId: string; readonly externalReference: string };

/** What people do in the town. */
function acts({ clock, desktop, disk, control }: ActsOf) {
  const client = () => desktop.client() ?? fault('the desk is off');
  const during = async <T>(work: Promise<T>): Promise<T> => {
    let done = false;
    const watched = work.finally(() => {
      done = true;
    });
    await clock.run(() => done, WITHIN_MS);
    return watched;
  };
  const overview = (): Promise<Overview> => during(client().overview());
  const until = async (isSo: () => Promise<boolean>, what: string): Promise<void> => {
    for (let leftMs = WITHIN_MS; leftMs > 0; leftMs -= 1_000) {
      if (await isSo()) return;
      await clock.advance(1_000);
    }
    throw new Error(`never so: ${what}; ${JSON.stringify(await overview())}`);
  };
  return {
    client,
    during,
    overview,
    until,
    counted: (kind: keyof Overview['counts'], count: number) =>
      until(async () => (await overview()).counts[kind] === count, `${kind} ${count}`),
    items: async (): Promise<readonly Item[]> => (await during(client().items.list({ limit: 100 }))).items,
    integration: () => control<Integration>('/integrations', {}),
    documents: () => control<readonly Document[]>('/documents'),
    decide: (documentId: string, documentState: 'Accepted' | 'Refused') =>
      control(`/documents/${documentId}/decide`, {
        documentState,
        ...(documentState === 'Refused' ? { rejectionReason: 'illisible' } : {}),
      }),
    scan: (name: string) => disk.put(`${SCANS}/${name}.pdf`, tinyPdf(name), clock.wallMs()),
    async connect(name: string, integration: Integration, watched = true) {
      const made = await during(client().companies.connect({ name, ...integration }));
      if (!made.ok) return fault(`not connected: ${made.failure.kind}`);
      const folder = { companyId: made.value.id, importType: 'purchase-invoices', path: SCANS, settleMs: 50, existing: 'send' } as const;
      if (watched) await during(client().folders.add(folder));
      return made.value;
    },
  };
}

function fault(what: string): never {
  throw new Error(what);
}
