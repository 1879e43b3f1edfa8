import { virtualClock } from '#test/support/virtual-clock.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { WATCHED } from '../../plan/places.ts';
import { chanceOf } from '../chance.ts';
import { during } from '../during.ts';
import { COMPUTERS, Simulation } from '../simulation.ts';
import { type Integration, newFolder, type Fixture } from '../fixture.ts';
import { runDry } from '../run-dry.ts';
import { RELAY_ORIGIN } from '../network/servers.ts';
import { settleIn } from '../settle-in.ts';
import { SimDisk } from './sim-disk.ts';
import { streamsOf } from '../network/streams.ts';
import { newTrace } from '../trace.ts';
import { TrafficRecorder } from '../network/traffic-recorder.ts';

/** A Monday morning. Any date will do, as long as it is always the same. */
const START_MS = Date.UTC(2026, 0, 5, 8);
/** Long enough that folders are swept and both desktops have read the relay. */
const FIRST_DAY_MS = 2 * MINUTE_MS;

let made: Promise<Fixture> | null = null;

/**
 * The office after its first day: two desktops connected, two folders added, a stranger enrolled. It is the same for every seed, so a thread
 * makes it once, and every run starts from a copy, as after a night switched off.
 */
export function template(): Promise<Fixture> {
  made ??= make();
  return made;
}

async function make(): Promise<Fixture> {
  const streams = streamsOf(0);
  const clock = virtualClock(START_MS, runDry);
  const trace = newTrace(() => clock.monotonicMs(), false);
  const disk = new SimDisk();
  for (const [path] of WATCHED) disk.addFolder(path);
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
  const plan = { actions: [], unwatched: false, switches: {}, turned: [], stormMs: 0 };
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
