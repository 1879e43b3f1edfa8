import { SECOND_MS } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doing } from '../plan/action.ts';
import { acknowledgedBy } from '../world/network/deliveries.ts';
import type { SentDocument } from '../invariants/evidence.ts';
import type { Simulation } from '../world/simulation.ts';
import { newCredentials } from './ask-person.ts';

export type AtService = Extract<
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
      simulation.forgotten.push(document);
      if (!acknowledged.includes(documentId)) simulation.lost.add(documentId);
    } else if (now.documentState === null && documentState !== null)
      await control(`/documents/${documentId}/decide`, { documentState, rejectionReason });
  }
  if (simulation.integrationAtBackup?.integrationSecret !== simulation.integration.integrationSecret)
    simulation.integration = await newCredentials(simulation, true);
}
