import { API_KEY_HEADER, JSON_TYPE, TOKEN_PATH } from '#shared/contract/routes.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Integration = { readonly integrationId: string; readonly integrationSecret: string };

export type Scan = {
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly route?: 'purchase-invoices' | 'sales-invoices';
  readonly reference?: string;
};

/** A partner's program for the sandbox of a ready line: it knows only the contract document. */
export function consolePartner(ready: Readonly<Record<string, unknown>>) {
  const at = (name: string) => String(ready[name]);
  const token = async (): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: at('clientId'), client_secret: at('clientSecret') };
    const answer = await fetch(`${at('authUrl')}${TOKEN_PATH}`, { method: 'POST', body: new URLSearchParams(form) });
    return ((await answer.json()) as { readonly access_token: string }).access_token;
  };
  return {
    /** Returns the status of the answer, and its documentId if there is one. */
    async send({ integrationId, integrationSecret }: Integration, scan: Scan) {
      const form = new FormData();
      form.append('filename', scan.filename);
      if (scan.reference !== undefined) form.append('externalReference', scan.reference);
      form.append('file', new Blob([scan.bytes]), 'scan');
      const headers = { authorization: `Bearer ${await token()}`, [API_KEY_HEADER]: integrationSecret };
      const route = scan.route ?? 'purchase-invoices';
      const answer = await fetch(`${at('baseUrl')}/integrations/${integrationId}/${route}`, { method: 'POST', headers, body: form });
      const said = (await answer.json()) as { readonly documentId?: string };
      return { status: answer.status, documentId: said.documentId ?? null };
    },
    /** Sends a batch of entries, whose body is this text. */
    async sendEntries({ integrationId, integrationSecret }: Integration, body: string) {
      const headers = { authorization: `Bearer ${await token()}`, [API_KEY_HEADER]: integrationSecret, 'content-type': JSON_TYPE };
      return (await fetch(`${at('baseUrl')}/integrations/${integrationId}/entries`, { method: 'POST', headers, body })).status;
    },
    /** One call of the control API, as any program may make it. */
    async control(method: string, path: string, body?: unknown): Promise<unknown> {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      return (await fetch(`${at('controlUrl')}${path}`, { method, ...sent })).json();
    },
  };
}

export type Partner = ReturnType<typeof consolePartner>;

export type Receiver = {
  readonly url: string;
  /** The received bodies, parsed. */
  readonly events: readonly unknown[];
  /** Sets the status with which the next deliveries are answered. */
  answer(status: number): void;
  close(): Promise<void>;
};

/** A tiny webhook receiver on loopback. */
export async function consoleReceiver(): Promise<Receiver> {
  const events: unknown[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      events.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    events,
    answer: (next) => {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
