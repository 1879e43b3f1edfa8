import { connect, type Socket } from 'node:net';
import { SIGNATURE_HEADER } from '#shared/contract/routes.ts';
import type { SignedEvent } from './signed-events.ts';

export type Posted = {
  readonly perSecond: number;
  /** For each webhook, from its last byte sent to its answer received. */
  readonly waitsMs: readonly number[];
};

const END = Buffer.from('\r\n\r\n');

/**
 * Posts each event once, by this many clients with kept connections; each sends its next one when the previous one was answered. Over bare
 * sockets: an HTTP client would use more processor time than the server that is measured. Throws on an answer other than 2xx.
 */
export async function postWebhooks(urls: readonly string[], events: readonly SignedEvent[], clients: number): Promise<Posted> {
  const requests = urls.map((url) => events.map((event) => requestOf(url, event)));
  const waitsMs: number[] = [];
  let next = 0;
  const startedMs = performance.now();
  const client = async (number: number): Promise<void> => {
    const at = number % urls.length;
    const line = await lineTo(urls[at] ?? '');
    try {
      while (next < events.length) {
        const request = requests[at]?.[next];
        next += 1;
        if (request === undefined) return;
        const sentMs = performance.now();
        const status = await line.exchange(request);
        waitsMs.push(performance.now() - sentMs);
        if (status < 200 || status > 299) throw new Error(`a webhook was answered ${status}`);
      }
    } finally {
      line.end();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return { perSecond: (events.length * 1_000) / (performance.now() - startedMs), waitsMs };
}

function requestOf(url: string, { body, jwt }: SignedEvent): Buffer {
  const head =
    `POST /webhooks HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/cloudevents+json\r\n` +
    `${SIGNATURE_HEADER}: ${jwt}\r\ncontent-length: ${body.byteLength}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

type Waiting = { readonly resolve: (status: number) => void; readonly reject: (error: Error) => void };

async function lineTo(url: string) {
  const socket = await connected(url);
  let waiting: Waiting | null = null;
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
    const status = statusOf(rest);
    if (status === null) return;
    rest = Buffer.alloc(0);
    waiting?.resolve(status);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the connection was closed')));
  return {
    exchange: (request: Buffer): Promise<number> =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    end: () => socket.destroy(),
  };
}

/** The status, once the whole answer has arrived. */
function statusOf(bytes: Buffer): number | null {
  const end = bytes.indexOf(END);
  if (end === -1) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return bytes.byteLength >= end + END.byteLength + length ? Number(head.slice(9, 12)) : null;
}

function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}
