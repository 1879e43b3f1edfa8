import type { Office } from './office.ts';

type Delivery = { readonly type: string; readonly state: string; readonly event: { readonly data: { readonly documentId?: string } } };

/** Documents whose result the relay has acknowledged. */
export async function acknowledgedBy(office: Office): Promise<readonly string[]> {
  return documentsIn(office, 'delivered');
}

/** Documents whose result the service no longer repeats, without anybody having taken it. */
export async function givenUpBy(office: Office): Promise<readonly string[]> {
  const taken = new Set(await acknowledgedBy(office));
  return (await documentsIn(office, 'given-up')).filter((documentId) => !taken.has(documentId));
}

async function documentsIn(office: Office, wanted: string): Promise<readonly string[]> {
  const deliveries = await office.servers.control<readonly Delivery[]>('/deliveries');
  return deliveries.flatMap(({ state, type, event }) =>
    state === wanted && type === 'DocumentStatus' && event.data.documentId !== undefined ? [event.data.documentId] : [],
  );
}
