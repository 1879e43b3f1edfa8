import { member, must } from './check.ts';
import type { Verdict } from './control.ts';
import { imported, type Route } from './imports.ts';
import type { Delivery, Fits } from './receiver.ts';
import type { Subject } from './subject.ts';
import type { Integration } from './integration.ts';

export type Decided = { readonly delivery: Delivery; readonly documentId: string; readonly reference: string | null };

export const dataOf = (delivery: Delivery): unknown => member(delivery.event, 'data');
export const eventIdOf = (delivery: Delivery): unknown => member(delivery.event, 'id');

export const isAbout =
  (documentId: string): Fits =>
  (delivery) =>
    member(dataOf(delivery), 'documentId') === documentId;

/** Matches the type and the integration, whatever else the event says. */
export const isRevocationOf =
  ({ integrationId }: Integration): Fits =>
  (delivery) =>
    member(delivery.event, 'type') === 'Revocation' && member(dataOf(delivery), 'integrationId') === integrationId;

const ACCEPTED: Verdict = { documentState: 'Accepted' };
const REFUSED: Verdict = { documentState: 'Refused', rejectionReason: 'Facture illisible : « TVA » manquante <b>& 120 €' };

/** An import that the accounting tool decides, and its event. */
export async function decided(
  subject: Subject,
  route: Route,
  of: { readonly verdict?: Verdict; readonly reference?: string | null; readonly metadata?: unknown } = {},
): Promise<Decided> {
  const reference = of.reference === undefined ? subject.reference() : of.reference;
  const documentId = await imported(subject, route, { reference, metadata: of.metadata });
  await subject.control.decide(documentId, of.verdict ?? ACCEPTED);
  return { delivery: await arrived(subject, isAbout(documentId)), documentId, reference };
}

/** One event of each kind is shared by all cases that only look at it. */
export const accepted = (subject: Subject, route: Route = 'purchase-invoices'): Promise<Decided> =>
  subject.once(`accepted ${route}`, () => decided(subject, route));
export const refused = (subject: Subject, route: Route = 'purchase-invoices'): Promise<Decided> =>
  subject.once(`refused ${route}`, () => decided(subject, route, { verdict: REFUSED }));
export const REASON = REFUSED.rejectionReason ?? '';

export type Revoked = { readonly delivery: Delivery; readonly integration: Integration };

export const revoked = (subject: Subject): Promise<Revoked> =>
  subject.once('revoked', async () => {
    const integration = await subject.control.makeIntegration();
    await subject.control.revoke(integration.integrationId);
    return { delivery: await arrived(subject, isRevocationOf(integration)), integration };
  });

async function arrived(subject: Subject, fits: Fits): Promise<Delivery> {
  const [delivery] = await subject.receiver.wait(fits);
  must(delivery !== undefined, 'an event at the webhook', 'none');
  return delivery;
}
