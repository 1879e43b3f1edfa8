import { eventIdSchema, type IntegrationId } from '#shared/contract/ids.ts';
import type { NewEvent, RetentionLimits, Store } from '#relay/store/store.ts';
import { uuid } from '../relay-bench.ts';

export type StorePromise = { readonly name: string; readonly check: (store: Store) => Promise<void> };

/** Retention limits for which nothing is old enough. */
export const NOTHING_DUE: RetentionLimits = {
  now: 0,
  acknowledgedBefore: 0,
  receivedBefore: 0,
  revokedBefore: 0,
  provedBefore: 0,
  unprovedBefore: 0,
  idsBefore: 0,
  claimsBefore: 0,
  invitationsBefore: 0,
  rowsMax: 100,
};

export async function linked(store: Store, deviceId: string, ...integrations: readonly IntegrationId[]): Promise<void> {
  await store.addDevice({ deviceId, name: 'PC', createdAt: 1, tokenDigest: `digest-${deviceId}` });
  for (const integrationId of integrations) await store.link({ deviceId, integrationId }, 1);
}

export function event(n: number, integrationId: IntegrationId | null): NewEvent {
  return {
    eventId: eventIdSchema.parse(uuid(2, n)),
    integrationId,
    documentId: null,
    type: 'DocumentStatus',
    receivedAt: 1_000 + n,
    jwt: `jwt-${n}`,
    body: new Uint8Array([n]),
    bodyDigest: `digest-${n}`,
  };
}
