import { unreachable } from '#shared/lib/unreachable.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import type { Doing } from '../plan/action.ts';
import { acknowledgedBy } from '../world/network/deliveries.ts';
import { turnedRound } from '../world/network/relay-host.ts';
import type { Simulation } from '../world/simulation.ts';
import { RELAY_ORIGIN } from '../world/network/servers.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { SentDocument } from '../invariants/evidence.ts';
import { newCredentials } from './ask-user.ts';

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

type AtService = Extract<
  Doing,
  { kind: 'revoke' | 'close' | 'odd-event' | 'expire-tokens' | 'rotate-keys' | 'rotate-alone' | `service-${string}` }
>;

/** What the accountant, the operator and fate do at the service. */
export async function atService(simulation: Simulation, doing: AtService): Promise<void> {
  const { control } = simulation.servers;
  const { integrationId } = simulation.integration;
  switch (doing.kind) {
    case 'revoke':
      await control(`/integrations/${integrationId}/revoke`, {});
      return;
    case 'close':
      await control(`/integrations/${integrationId}/close`, { errorCode: doing.code });
      return;
    case 'odd-event':
      await control('/events', { type: 'SomethingNew', data: { integrationId }, integrationId });
      return;
    case 'expire-tokens':
      await control('/tokens/expire', {});
      return;
    case 'rotate-keys':
      await control('/keys/rotate', {});
      return;
    case 'rotate-alone':
      return rotateAlone(simulation);
    case 'service-refuses':
      return refuse(simulation, doing.lengthMs);
    case 'service-kill':
      await simulation.servers.service.kill();
      return simulation.later(doing.lengthMs, () => simulation.servers.service.revive());
    case 'service-backup':
      simulation.integrationAtBackup = simulation.integration;
      return simulation.servers.service.backUp();
    case 'service-restore':
      return restoreService(simulation);
    case 'service-line':
      simulation.lineFault = { kind: doing.fault, sent: 'never-sent', code: doing.fault.toUpperCase() };
      return simulation.later(doing.lengthMs, () => {
        simulation.lineFault = null;
      });
    case 'service-fault':
      simulation.rules.push(doing.rule);
      await control('/switches', { faults: simulation.rules }, 'PATCH');
      return simulation.later(doing.lengthMs, async () => {
        simulation.rules.splice(simulation.rules.indexOf(doing.rule), 1);
        await control('/switches', { faults: simulation.rules }, 'PATCH');
      });
    default:
      return unreachable(doing);
  }
}

/** A line feed ends every filename in the text that the service's rule looks at, even that of entries, which have none. */
async function refuse(simulation: Simulation, lengthMs: number): Promise<void> {
  const { control } = simulation.servers;
  const { autoDecide = null } = simulation.plan.switches;
  const refuseWhen = [{ contains: '\n', reason: 'Ceci est un devis' }];
  await control('/switches', { autoDecide: { afterMs: autoDecide?.afterMs ?? 0, refuseWhen } }, 'PATCH');
  simulation.later(lengthMs, () => control('/switches', { autoDecide }, 'PATCH'));
}

/** Skipped if retries carry the first signature: whatever the relay had not received by then could never be verified. */
async function rotateAlone({ servers, plan }: Simulation): Promise<void> {
  if (plan.switches.resignRetries === false) return;
  await servers.control('/switches', { keyOverlap: false }, 'PATCH');
  await servers.control('/keys/rotate', {});
}

const RESTORE_MS = 10 * SECOND_MS;

/** The service loses what it recorded since the copy, but everyone else still knows it. Its people repeat their decisions and reissue credentials. */
async function restoreService(simulation: Simulation): Promise<void> {
  const { service, control } = simulation.servers;
  if (!service.hasBackup) return;
  const [before, acknowledged] = [await control<readonly SentDocument[]>('/documents'), await acknowledgedBy(simulation)];
  await service.restore();
  simulation.later(RESTORE_MS, () => service.revive());
  const kept = new Map((await control<readonly SentDocument[]>('/documents')).map((document) => [document.documentId, document]));
  for (const document of before) {
    const { documentId, documentState, rejectionReason } = document;
    const now = kept.get(documentId);
    if (now === undefined) {
      simulation.forgotten.push(simulation.ledger.asSentFor(document));
      if (!acknowledged.includes(documentId)) simulation.lost.add(documentId);
    } else if (now.documentState === null && documentState !== null)
      await control(`/documents/${documentId}/decide`, { documentState, rejectionReason });
  }
  if (simulation.integrationAtBackup?.integrationSecret !== simulation.integration.integrationSecret)
    simulation.integration = await newCredentials(simulation, true);
}
