import { unreachable } from '#shared/lib/unreachable.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import type { Doing } from '../plan/action.ts';
import { acknowledgedBy } from '../world/network/deliveries.ts';
import { turnedRound } from '../world/network/hostile.ts';
import type { Simulation } from '../world/simulation.ts';
import { RELAY_ORIGIN } from '../world/network/servers.ts';

export type AtRelay = Extract<Doing, { kind: `relay-${string}` | 'forge' | 'replay' | 'stranger' }>;

/** What happens to the relay, and who else calls there. */
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

/** Whether the relay can be put back to its backup now; what it has acknowledged since then is lost by that. */
async function isRestorable(simulation: Simulation): Promise<boolean> {
  if (!simulation.servers.relay.hasBackup || simulation.relayIsDown) return false;
  const kept = new Set(simulation.keptAtBackup);
  simulation.restores.push({ at: simulation.clock.wallMs(), kept });
  // A service that was put back to an older copy too no longer knows that they were acknowledged.
  const acknowledged = [...(await acknowledgedBy(simulation)), ...simulation.forgotten.map(({ documentId }) => documentId)];
  for (const documentId of acknowledged) if (!kept.has(documentId)) simulation.lost.add(documentId);
  return true;
}

/** Well formed, and never signed by the service: the newest result turned round, under its signature, or one that was made up. */
function forge(simulation: Simulation): void {
  const seen = simulation.trafficRecorder.webhooks.findLast(({ body }) => body.includes('DocumentStatus'));
  const id = '7b1f2c60-0000-4000-8000-000000000001';
  const made = { specversion: '1.0', id, source: 'x', type: 'DocumentStatus', time: '2026-01-05T08:00:00Z', data: {} };
  const body = seen === undefined ? JSON.stringify(made) : turnedRound(seen.body).replace(seen.eventId, id);
  knock(simulation, RELAY_PATHS.webhooks, { jwt: seen?.jwt ?? 'e30.e30.AAAA', body, forged: true });
}

/** Another tenant, with a good device token of its own, asks for our events. */
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

/** Nobody of ours: a request that gets lost with a relay that dies hurts nobody, and is not waited for. */
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
