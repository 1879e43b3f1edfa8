import { virtualClock } from '#test/support/virtual-world.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { PAIRED, type Stories, watchedFolders } from '../../plan/places.ts';
import { chanceOf } from '../chance.ts';
import { during } from '../during.ts';
import { COMPUTERS, Simulation } from '../simulation.ts';
import { type Fixture, type Integration, newFolder } from '../fixture.ts';
import { runDry } from '../run-dry.ts';
import { RELAY_ORIGIN } from '../network/servers.ts';
import { SimDisk } from './sim-disk.ts';
import { streamsOf } from '../network/streams.ts';
import { newTrace } from '../ledger.ts';
import { TrafficRecorder } from '../network/traffic-recorder.ts';
import { DatabaseSync } from 'node:sqlite';
import { sep } from 'node:path';
import type { Computer } from '../computer.ts';

/** A Monday morning. Any date will do, as long as it is always the same. */
const START_MS = Date.UTC(2026, 0, 5, 8);
/** Long enough that folders are swept and both desktops have read the relay. */
const FIRST_DAY_MS = 2 * MINUTE_MS;

const made = new Map<string, Promise<Fixture>>();

/**
 * The office after its first day: two desktops connected, two folders added (and one for entries, and one for pairs), a stranger enrolled. It is the same for every seed, so a
 * thread makes each once, and every run starts from a copy, as after a night switched off.
 */
export function template({ entries, pairs }: Stories): Promise<Fixture> {
  const key = `${entries} ${pairs}`;
  const known = made.get(key) ?? make({ entries, pairs });
  made.set(key, known);
  return known;
}

async function make(stories: Stories): Promise<Fixture> {
  const streams = streamsOf(0);
  const clock = virtualClock(START_MS, runDry);
  const trace = newTrace(() => clock.monotonicMs(), false);
  const disk = new SimDisk();
  for (const [path] of watchedFolders(stories)) disk.addFolder(path);
  const nobody = { integrationId: '', integrationSecret: '' };
  const keychains = new Map<string, Map<string, string>>(COMPUTERS.map((name) => [name, new Map()]));
  const empty: Fixture = {
    folder: newFolder(),
    disk,
    keychains,
    trafficRecorder: new TrafficRecorder(),
    integration: nobody,
    stranger: { ...nobody, deviceToken: '' },
    wallMs: START_MS,
  };
  const plan = { actions: [], unwatched: false, switches: {}, turned: [], stormMs: 0, ...stories };
  const simulation = new Simulation({ clock, streams, trace, plan, fixture: empty, chance: chanceOf(streams, {}, trace) });
  await simulation.open();
  simulation.integration = await newIntegration(simulation);
  for (const one of simulation.computers) await settleIn(simulation, one);
  const stranger = await enrolStranger(simulation);
  await clock.advance(FIRST_DAY_MS);
  await simulation.close();
  return { ...empty, keychains: simulation.keychains, integration: simulation.integration, stranger, wallMs: clock.wallMs() };
}

async function newIntegration(simulation: Simulation): Promise<Integration> {
  const fresh = await simulation.servers.control<Integration>('/integrations', {});
  simulation.trafficRecorder.knowSecret(fresh.integrationId, fresh.integrationSecret);
  return fresh;
}

async function enrolStranger(simulation: Simulation): Promise<Fixture['stranger']> {
  const integration = await newIntegration(simulation);
  const post = async (path: string, body: object, token?: string): Promise<Response> => {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const server = simulation.network.get(RELAY_ORIGIN);
    if (server === null) throw new Error('the relay is not there');
    const request = new Request(`${RELAY_ORIGIN}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return during(simulation.clock, server.fetch(request));
  };
  const device: unknown = await (await post(RELAY_PATHS.devices, { name: 'stranger' })).json();
  const deviceToken = typeof device === 'object' && device !== null && 'deviceToken' in device ? String(device.deviceToken) : '';
  const proved = await post(RELAY_PATHS.integrations, { ...integration }, deviceToken);
  if (!proved.ok) throw new Error(`the stranger cannot enrol: ${proved.status}`);
  await simulation.servers.control('/events', {
    type: 'DocumentStatus',
    data: { integrationId: integration.integrationId },
    integrationId: integration.integrationId,
  });
  return { ...integration, deviceToken };
}

/** This thread's databases that executed something since the last `closeDatabases`. */
const used = new Set<DatabaseSync>();
let patched = false;

/** From now on open databases are recorded: a killed program never closes its own. */
export function noteDatabases(): void {
  if (patched) return;
  patched = true;
  const real: unknown = Reflect.get(DatabaseSync.prototype, 'exec');
  if (typeof real !== 'function') throw new Error('no SQLite here');
  Object.defineProperty(DatabaseSync.prototype, 'exec', {
    value: function exec(this: DatabaseSync, sql: string): void {
      used.add(this);
      Reflect.apply(real, this, [sql]);
    },
  });
}

/** Closes at the end of a run what the system would close for dead programs: Windows removes no folder with an open file in it. */
export function closeDatabases(): void {
  for (const database of used) if (database.isOpen) database.close();
  used.clear();
}

/** Both people have chosen it, so that a scan is found and tried within the time that the stories count on. */
const SETTLE_MS = 5_000;

/** What a user does on the first day, before anything goes wrong. */
async function settleIn(simulation: Simulation, one: Computer): Promise<void> {
  const { clock, servers, integration } = simulation;
  await during(clock, one.start());
  const client = one.client();
  if (client === null) throw new Error(`${one.name} is off`);
  const { baseUrl, authUrl, jwksUrl, issuer } = servers.sandbox.addresses;
  await during(clock, client.installation.change({ relayUrl: RELAY_ORIGIN, service: { baseUrl, authUrl, jwksUrl, issuer } }));
  const company = await during(clock, client.companies.connect({ name: 'Exemple SARL', ...integration }));
  if (!company.ok) throw new Error(`${one.name} cannot connect: ${company.failure.kind}`);
  for (const [named, importType] of watchedFolders(simulation.plan)) {
    const path = asTyped(one, named);
    const added = await during(
      clock,
      client.folders.add({ companyId: company.value.id, importType, path, existing: 'send', settleMs: SETTLE_MS }),
    );
    if (!added.ok) throw new Error(`${one.name} cannot add ${path}: ${added.failure.kind}`);
    if (named === PAIRED) await during(clock, client.folders.change({ folderId: added.value.id, pairs: 'expected' }));
  }
}

/** If letter case does not matter, one of the two people types the path differently. */
function asTyped({ name }: Computer, path: string): string {
  return sep === '\\' && name === 'back-office' ? path.toLowerCase() : path;
}
