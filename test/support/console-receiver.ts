import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
