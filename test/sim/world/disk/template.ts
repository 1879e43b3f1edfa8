import { virtualClock } from '#test/support/virtual-clock.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { WATCHED } from '../../plan/places.ts';
import { chanceOf } from '../chance.ts';
import { during } from '../during.ts';
import { COMPUTERS, Office } from '../office.ts';
import { type Integration, newFolder, type Premises } from '../premises.ts';
import { runDry } from '../run-dry.ts';
import { RELAY_ORIGIN } from '../network/servers.ts';
import { settleIn } from '../settle-in.ts';
import { SimDisk } from './sim-disk.ts';
import { streamsOf } from '../network/streams.ts';
import { newTrace } from '../trace.ts';
import { Witness } from '../network/traffic-recorder.ts';

/** A Monday morning. Any date will do, as long as it is always the same. */
const START_MS = Date.UTC(2026, 0, 5, 8);
/** Long enough that folders are swept and both desktops have read the relay. */
const FIRST_DAY_MS = 2 * MINUTE_MS;

let made: Promise<Premises> | null = null;

/**
 * The office after its first day: two desktops connected, two folders added, a stranger enrolled. It is the same for every seed, so a thread
 * makes it once, and every run starts from a copy, as after a night switched off.
 */
export function template(): Promise<Premises> {
  made ??= make();
  return made;
}

async function make(): Promise<Premises> {
  const streams = streamsOf(0);
  const clock = virtualClock(START_MS, runDry);
  const trace = newTrace(() => clock.monotonicMs(), false);
  const disk = new SimDisk();
  for (const [path] of WATCHED) disk.addFolder(path);
  const nobody = { integrationId: '', integrationSecret: '' };
  const keychains = new Map<string, Map<string, string>>(COMPUTERS.map((name) => [name, new Map()]));
  const empty: Premises = {
    folder: newFolder(),
    disk,
    keychains,
    witness: new Witness(),
    integration: nobody,
    stranger: { ...nobody, deviceToken: '' },
    wallMs: START_MS,
  };
  const plan = { deeds: [], deaf: false, switches: {}, turned: [], stormMs: 0 };
  const office = new Office({ clock, streams, trace, plan, premises: empty, chance: chanceOf(streams, {}, trace) });
  await office.open();
  office.integration = await newIntegration(office);
  for (const one of office.computers) await settleIn(office, one);
  const stranger = await enrolStranger(office);
  await clock.advance(FIRST_DAY_MS);
  await office.close();
  return { ...empty, keychains: office.keychains, integration: office.integration, stranger, wallMs: clock.wallMs() };
}

async function newIntegration(office: Office): Promise<Integration> {
  const fresh = await office.servers.control<Integration>('/integrations', {});
  office.witness.knowSecret(fresh.integrationId, fresh.integrationSecret);
  return fresh;
}

async function enrolStranger(office: Office): Promise<Premises['stranger']> {
  const integration = await newIntegration(office);
  const post = async (path: string, body: object, token?: string): Promise<Response> => {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const server = office.network.get(RELAY_ORIGIN);
    if (server === null) throw new Error('the relay is not there');
    const request = new Request(`${RELAY_ORIGIN}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return during(office.clock, server.fetch(request));
  };
  const device: unknown = await (await post(RELAY_PATHS.devices, { name: 'stranger' })).json();
  const deviceToken = typeof device === 'object' && device !== null && 'deviceToken' in device ? String(device.deviceToken) : '';
  const proved = await post(RELAY_PATHS.integrations, { ...integration }, deviceToken);
  if (!proved.ok) throw new Error(`the stranger cannot enrol: ${proved.status}`);
  await office.servers.control('/events', {
    type: 'DocumentStatus',
    data: { integrationId: integration.integrationId },
    integrationId: integration.integrationId,
  });
  return { ...integration, deviceToken };
}
