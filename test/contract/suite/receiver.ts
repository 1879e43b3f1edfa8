import { Emitter } from '#shared/async/emitter.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type Delivery = {
  readonly method: string;
  /** The path that was called; `FOLLOWED_PATH` and the status if a redirect was followed. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Undefined if the body is not JSON. */
  readonly event: unknown;
  /** How many milliseconds the sender waited before it gave up; resolves only if it did. */
  readonly cut: Promise<number>;
};

export type Fits = (delivery: Delivery) => boolean;
/** A status, or `hold`: no answer at all. */
export type Reply = number | 'hold';

/** The partner's endpoint (§ Webhook receiver). It acknowledges unless a rule says otherwise. */
export type Receiver = {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** The first `count` that fit, already arrived or arriving soon; fewer when the time is up. */
  wait(fits: Fits, count?: number, withinMs?: number): Promise<readonly Delivery[]>;
  answer(fits: Fits, reply: Reply): void;
  close(): Promise<void>;
};

/** An event that is due is sent at once; a busy machine needs a little longer. */
const SOON_MS = 10_000;
export const FOLLOWED_PATH = '/followed';
/** A larger body is no event. */
const BODY_BYTES_MAX = 262_144;

export async function openReceiver(
  listen: { readonly host: string; readonly port: number },
  delivered: (delivery: Delivery) => void = () => {},
): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const rules: { readonly fits: Fits; readonly reply: Reply }[] = [];
  const taken = new Emitter();
  const take = (delivery: Delivery, response: ServerResponse): void => {
    deliveries.push(delivery);
    delivered(delivery);
    const reply = rules.findLast(({ fits }) => fits(delivery))?.reply ?? 204;
    // Redirects to this same receiver, where a sender that follows is seen.
    if (reply !== 'hold') response.writeHead(reply, reply >= 300 && reply < 400 ? { location: `${FOLLOWED_PATH}/${reply}` } : {}).end();
    taken.emit();
  };
  const arrive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const delivery = await received(request, response);
    if (delivery !== null) take(delivery, response);
  };
  const server = createServer((request, response) => void arrive(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(listen.port, listen.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : listen.port;
  return {
    url: `http://${listen.host}:${port}/events`,
    deliveries,
    wait: (fits, count = 1, withinMs = SOON_MS) => waited(() => deliveries.filter(fits), { count, withinMs, taken }),
    answer: (fits, reply) => void rules.push({ fits, reply }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function waited(
  find: () => readonly Delivery[],
  deps: { readonly count: number; readonly withinMs: number; readonly taken: Emitter },
): Promise<readonly Delivery[]> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve(find().slice(0, deps.count));
    };
    const look = (): void => {
      if (find().length >= deps.count) end();
    };
    const timer = setTimeout(end, deps.withinMs);
    const unsubscribe = deps.taken.subscribe(look);
    look();
  });
}

async function received(request: IncomingMessage, response: ServerResponse): Promise<Delivery | null> {
  const began = performance.now();
  const cut = new Promise<number>((resolve) => {
    response.once('close', () => {
      if (!response.writableFinished) resolve(performance.now() - began);
    });
  });
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > BODY_BYTES_MAX) {
      response.writeHead(413).end();
      return null;
    }
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { method: request.method ?? '', path: request.url ?? '', headers, body, event: parsed(body), cut };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // Kept all the same: a case may be about this fault.
    return undefined;
  }
}
