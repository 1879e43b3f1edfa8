import type { Simulation } from '../simulation.ts';

type Delivery = {
  readonly type: string;
  readonly state: string;
  readonly event: { readonly data: { readonly documentId?: string } };
  /** `at`: when the attempt began, as an ISO date. */
  readonly attempts: readonly { readonly at: string }[];
};

/** Documents whose result the relay has acknowledged. */
export async function acknowledgedBy(simulation: Simulation): Promise<readonly string[]> {
  return documentsIn(await listDeliveries(simulation), 'delivered');
}

/** Documents whose result was delivered before the relay was restored from an older copy that does not contain it. */
export async function lostOnTheWay(simulation: Simulation): Promise<readonly string[]> {
  const deliveries = await listDeliveries(simulation);
  return simulation.restores.flatMap(({ at, kept }) =>
    documentsIn(
      deliveries.filter(({ attempts }) => Date.parse(attempts.at(-1)?.at ?? '') <= at),
      'delivered',
    ).filter((documentId) => !kept.has(documentId)),
  );
}

/** Documents whose result the service no longer repeats, although nobody has received it. */
export async function givenUpBy(simulation: Simulation): Promise<readonly string[]> {
  const deliveries = await listDeliveries(simulation);
  const taken = new Set(documentsIn(deliveries, 'delivered'));
  return documentsIn(deliveries, 'given-up').filter((documentId) => !taken.has(documentId));
}

function listDeliveries(simulation: Simulation): Promise<readonly Delivery[]> {
  return simulation.servers.control('/deliveries');
}

function documentsIn(deliveries: readonly Delivery[], wanted: string): readonly string[] {
  return deliveries.flatMap(({ state, type, event }) =>
    state === wanted && type === 'DocumentStatus' && event.data.documentId !== undefined ? [event.data.documentId] : [],
  );
}
