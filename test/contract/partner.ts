import { SCANS } from './fixtures/scans.ts';

/** Everything that a partner application needs for imports. */
export type Partner = {
  readonly baseUrl: string;
  readonly token: string;
  readonly integrationId: string;
  readonly integrationSecret: string;
};

/** Imports with the platform's own fetch and FormData. Returns the documentId. */
export function importInvoiceBy(partner: Partner, route: 'purchase-invoices' | 'sales-invoices'): Promise<string> {
  const form = new FormData();
  form.append('filename', 'facture.pdf');
  form.append('file', new Blob([SCANS.pdf], { type: 'application/pdf' }), 'scan.pdf');
  return imported(partner, route, { body: form });
}

export function importEntriesBy(partner: Partner, body: unknown): Promise<string> {
  return imported(partner, 'entries', { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
}

async function imported(
  partner: Partner,
  route: string,
  init: { readonly body: FormData | string; readonly headers?: Record<string, string> },
): Promise<string> {
  const headers = { ...init.headers, authorization: `Bearer ${partner.token}`, 'x-service-api-key': partner.integrationSecret };
  const answer = await fetch(`${partner.baseUrl}/integrations/${partner.integrationId}/${route}`, {
    method: 'POST',
    headers,
    body: init.body,
  });
  const { documentId } = (await answer.json()) as { readonly documentId: string };
  return documentId;
}
