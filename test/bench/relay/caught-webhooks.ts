import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SIGNATURE_HEADER } from '#shared/contract/routes.ts';
import type { SignedEvent } from './signed-events.ts';

export type CaughtWebhooks = {
  readonly url: string;
  /** As the service sent them, in order of arrival. */
  readonly events: readonly (SignedEvent & { readonly eventId: string })[];
  close(): Promise<void>;
};

/** A receiver that accepts and keeps every webhook, so that it can be posted later, at a known moment. */
export async function caughtWebhooks(): Promise<CaughtWebhooks> {
  const events: CaughtWebhooks['events'][number][] = [];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const jwt = request.headers[SIGNATURE_HEADER.toLowerCase()];
      const { id } = JSON.parse(body.toString()) as { readonly id: string };
      events.push({ body, jwt: String(jwt), eventId: id });
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    events,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
