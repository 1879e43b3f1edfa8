import { unreachable } from '#shared/lib/unreachable.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import type { Doing } from '../plan/action.ts';
import { acknowledgedBy } from '../world/network/deliveries.ts';
import { turnedRound } from '../world/network/hostile.ts';
import type { Simulation } from '../world/simulation.ts';
import { RELAY_ORIGIN } from '../world/network/servers.ts';

export type AtRelay = Extract<Doing, { kind: `relay-${string}` | 'forge' | 'replay' | 'stranger' }>;

/** What happens to the relay, and which outsiders call it. */
export async function atRelay(simulation: Simulation, doing: AtRelay): Promise<void> {
  const { relay } = simulation.servers;
  switch (doing.kind) {
    case 'relay-kill':
      return relay.kill();
    case 'relay-down':
      simulation.relayIsDown = true;
      relay.kill();
      return simulation.later(doing.lengthMs, () => {
        simulation.relayIsDown = false;
      });
    case 'relay-backup':
      simulation.keptAtBackup = await acknowledgedBy(simulation);
      return relay.backUp();
    case 'relay-restore':
      return (await isRestorable(simulation)) ? relay.restore('backup') : undefined;
    case 'relay-restore-as-is':
      return (await isRestorable(simulation)) ? relay.restoreAsIs() : undefined;
    case 'relay-hostile':
      simulation.relayIsHostile = true;
      return simulation.later(doing.lengthMs, () => simulation.endHostility());
    case 'forge':
      return forge(simulation);
    case 'replay': {
      const [seen] = simulation.trafficRecorder.webhooks;
      if (seen !== undefined) knock(simulation, RELAY_PATHS.webhooks, { jwt: seen.jwt, body: seen.body });
      return;
    }
    case 'stranger':
      return snoop(simulation);
    default:
      return unreachable(doing);
  }
}

/** Whether the relay can be restored from its backup now. Records what it has acknowledged since the backup as lost. */
async function isRestorable(simulation: Simulation): Promise<boolean> {
  if (!simulation.servers.relay.hasBackup || simulation.relayIsDown) return false;
  const kept = new Set(simulation.keptAtBackup);
  simulation.restores.push({ at: simulation.clock.wallMs(), kept });
  // If the service was itself restored from an older copy, it no longer knows that these were acknowledged.
  const acknowledged = [...(await acknowledgedBy(simulation)), ...simulation.forgotten.map(({ documentId }) => documentId)];
  for (const documentId of acknowledged) if (!kept.has(documentId)) simulation.lost.add(documentId);
  return true;
}

/** A well-formed event that the service never signed: the newest result inverted but under its old signature, or a made-up one. */
function forge(simulation: Simulation): void {
  const seen = simulation.trafficRecorder.webhooks.findLast(({ body }) => body.includes('DocumentStatus'));
  const id = '7b1f2c60-0000-4000-8000-000000000001';
  const made = { specversion: '1.0', id, source: 'x', type: 'DocumentStatus', time: '2026-01-05T08:00:00Z', data: {} };
  const body = seen === undefined ? JSON.stringify(made) : turnedRound(seen.body).replace(seen.eventId, id);
  knock(simulation, RELAY_PATHS.webhooks, { jwt: seen?.jwt ?? 'e30.e30.AAAA', body, forged: true });
}

/** Another tenant, with a valid device token of its own, asks for our events. */
function snoop(simulation: Simulation): void {
  const { integrationId } = simulation.integration;
  const { deviceToken } = simulation.stranger;
  knock(simulation, `${eventsPath(integrationId)}?after=0`, { token: deviceToken });
  knock(simulation, RELAY_PATHS.integrations, {
    token: deviceToken,
    body: JSON.stringify({ integrationId, integrationSecret: simulation.stranger.integrationSecret }),
  });
  knock(simulation, RELAY_PATHS.claims, { token: deviceToken, body: JSON.stringify({ integrationId, documentIds: [] }) });
}

type Knock = { readonly jwt?: string; readonly token?: string; readonly body?: string; readonly forged?: boolean };

/** A request from an outsider. It may be lost with a dying relay without harm, so nothing waits for it. */
function knock(simulation: Simulation, path: string, { jwt, token, body, forged }: Knock): void {
  const server = simulation.network.get(RELAY_ORIGIN);
  if (server === null) return;
  const headers = {
    'content-type': jwt === undefined ? 'application/json' : 'application/cloudevents+json',
    ...(jwt === undefined ? {} : { 'x-service-webhook-signature': jwt }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const request = new Request(`${RELAY_ORIGIN}${path}`, body === undefined ? { headers } : { method: 'POST', headers, body });
  const answered = (status: number, ok: boolean): void => {
    simulation.trace.note(`stranger ${path} ${status}`);
    if (forged === true && ok) simulation.found.push({ invariant: 9, what: 'the relay took what the service did not sign' });
  };
  server.fetch(request).then(
    ({ status, ok }) => answered(status, ok),
    () => undefined,
  );
}
