import { SCANS } from '../fixtures/answers.ts';
import { member, must, mustBeReceived } from './check.ts';
import { type Answer, multipart, type Part } from './client.ts';
import type { Subject } from './subject.ts';
import type { Integration } from './target.ts';
import type { Verdict } from './control.ts';
import type { Delivery, Fits } from './receiver.ts';

export const ROUTES = ['purchase-invoices', 'sales-invoices', 'entries'] as const;
export type Route = (typeof ROUTES)[number];
export const INVOICE_ROUTES = ['purchase-invoices', 'sales-invoices'] as const;
export type InvoiceRoute = (typeof INVOICE_ROUTES)[number];

/** `null` leaves a header out. */
type Headers = Readonly<Record<string, string | null>>;
export type By = { readonly integration?: Integration; readonly headers?: Headers };

/** Values of an invoice form; `null` leaves one out. They are sent in this order, after the two required ones. */
export type Fields = Readonly<Record<string, string | Part | null>>;

export const FILE: Part = { content: SCANS.pdf, filename: 'scan', type: 'application/pdf' };

export function routeUrl(subject: Subject, route: Route | null, integrationId = subject.integration.integrationId): string {
  return `${subject.target.baseUrl}/integrations/${integrationId}${route === null ? '' : `/${route}`}`;
}

export async function buildHeaders(subject: Subject, deps: By = {}): Promise<Record<string, string>> {
  const integration = deps.integration ?? subject.integration;
  const token = deps.headers?.['authorization'] === undefined ? await subject.token() : '';
  const all: Headers = { authorization: `Bearer ${token}`, 'x-service-api-key': integration.integrationSecret, ...deps.headers };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

export async function sendInvoice(
  subject: Subject,
  fields: Fields = {},
  deps: By & { readonly route?: InvoiceRoute } = {},
): Promise<Answer> {
  const all: Fields = { filename: 'contract-suite.pdf', file: FILE, ...fields };
  const parts = Object.entries(all).flatMap(([name, value]): [string, Part][] => {
    if (value === null) return [];
    return [[name, typeof value === 'string' ? { content: value } : value]];
  });
  const form = multipart(parts);
  return sendRaw(subject, deps.route ?? 'purchase-invoices', {
    ...deps,
    body: form.body,
    headers: { 'content-type': form.contentType, ...deps.headers },
  });
}

export function sendEntries(subject: Subject, body: unknown, deps: By = {}): Promise<Answer> {
  const text = JSON.stringify(body);
  return sendRaw(subject, 'entries', {
    ...deps,
    body: [new TextEncoder().encode(text)],
    headers: { 'content-type': 'application/json', ...deps.headers },
  });
}

export async function sendRaw(subject: Subject, route: Route, of: By & { readonly body: readonly Uint8Array[] }): Promise<Answer> {
  const url = routeUrl(subject, route, of.integration?.integrationId);
  return subject.send({ method: 'POST', url, headers: await buildHeaders(subject, of), body: of.body });
}

/** A call that the service must refuse even with good credentials. It creates nothing, and 400 shows that the credentials are good. */
export function sendNothing(subject: Subject, route: Route, deps: By = {}): Promise<Answer> {
  if (route === 'entries') return sendEntries(subject, { entries: { data: { lines: [] } } }, deps);
  return sendInvoice(subject, { file: null }, { ...deps, route });
}

/** A valid import of this type; returns the answer. */
export function sendGood(
  subject: Subject,
  route: Route,
  of: By & { readonly reference?: string | null; readonly metadata?: unknown } = {},
): Promise<Answer> {
  const reference = of.reference === undefined ? subject.reference() : of.reference;
  if (route !== 'entries') return sendInvoice(subject, reference === null ? {} : { externalReference: reference }, { ...of, route });
  const given = {
    ...(reference === null ? {} : { externalReference: reference }),
    ...(of.metadata === undefined ? {} : { metadata: of.metadata }),
  };
  return sendEntries(subject, { entries: GOOD_ENTRIES, ...given }, of);
}

/** A valid import of this type; returns its documentId. */
export async function imported(subject: Subject, route: Route, of: Parameters<typeof sendGood>[2] = {}): Promise<string> {
  return mustBeReceived(await sendGood(subject, route, of));
}

const euros = (amount: number) => ({ amount, currency: 'EUR', currencyAmount: amount, currencyRate: 1 });

export const GOOD_ENTRIES = {
  data: {
    lines: [
      { date: '2026-01-31', debit: euros(100), credit: euros(0), journal: 'OD', account: '641000', reference: 'PAIE-01' },
      { date: '2026-01-31', debit: euros(0), credit: euros(100), journal: 'OD', account: '421000', reference: 'PAIE-01' },
    ],
  },
};

type Decided = { readonly delivery: Delivery; readonly documentId: string; readonly reference: string | null };

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

type Revoked = { readonly delivery: Delivery; readonly integration: Integration };

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
