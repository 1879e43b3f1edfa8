import { SCANS } from '../fixtures/scans.ts';
import { mustBeReceived } from './check.ts';
import type { Answer } from './client.ts';
import { multipart, type Part } from './multipart.ts';
import type { Subject } from './subject.ts';
import type { Integration } from './integration.ts';

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

export async function buildHeaders(subject: Subject, by: By = {}): Promise<Record<string, string>> {
  const integration = by.integration ?? subject.integration;
  const token = by.headers?.['authorization'] === undefined ? await subject.token() : '';
  const all: Headers = { authorization: `Bearer ${token}`, 'x-service-api-key': integration.integrationSecret, ...by.headers };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

export async function sendInvoice(subject: Subject, fields: Fields = {}, by: By & { readonly route?: InvoiceRoute } = {}): Promise<Answer> {
  const all: Fields = { filename: 'contract-suite.pdf', file: FILE, ...fields };
  const parts = Object.entries(all).flatMap(([name, value]): [string, Part][] => {
    if (value === null) return [];
    return [[name, typeof value === 'string' ? { content: value } : value]];
  });
  const form = multipart(parts);
  return sendRaw(subject, by.route ?? 'purchase-invoices', {
    ...by,
    body: form.body,
    headers: { 'content-type': form.contentType, ...by.headers },
  });
}

export function sendEntries(subject: Subject, body: unknown, by: By = {}): Promise<Answer> {
  const text = JSON.stringify(body);
  return sendRaw(subject, 'entries', {
    ...by,
    body: [new TextEncoder().encode(text)],
    headers: { 'content-type': 'application/json', ...by.headers },
  });
}

export async function sendRaw(subject: Subject, route: Route, of: By & { readonly body: readonly Uint8Array[] }): Promise<Answer> {
  const url = routeUrl(subject, route, of.integration?.integrationId);
  return subject.send({ method: 'POST', url, headers: await buildHeaders(subject, of), body: of.body });
}

/** A call that the service must refuse even with good credentials. It creates nothing, and 400 shows that the credentials are good. */
export function sendNothing(subject: Subject, route: Route, by: By = {}): Promise<Answer> {
  if (route === 'entries') return sendEntries(subject, { entries: { data: { lines: [] } } }, by);
  return sendInvoice(subject, { file: null }, { ...by, route });
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
