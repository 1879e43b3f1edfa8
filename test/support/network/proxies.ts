import { createServer, type Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { unreachable } from '#shared/lib/unreachable.ts';

/** `up` is from the client to the server. */
export type Way = 'up' | 'down';

/**
 * What happens to one connection. `afterBytes` counts the bytes passed in that direction; byte number `afterBytes` + 1 never passes. `reset`
 * and `close` end both sides at once. `half-close` only tells the receiving side that this direction has ended. `stall` passes nothing more in
 * either direction, and leaves both sockets open. `drip` passes single bytes, one per interval, as long as both ends are open. `deaf` accepts,
 * and never reads a byte from the client.
 */
export type LineFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'reset' | 'close' | 'half-close' | 'stall'; readonly way: Way; readonly afterBytes: number }
  | { readonly kind: 'latency'; readonly milliseconds: number }
  | { readonly kind: 'drip'; readonly way: Way; readonly everyMs: number }
  | { readonly kind: 'deaf' };

export type Line = { readonly upBytes: number; readonly downBytes: number };

export type FaultProxy = {
  /** With the path of the server's own address. */
  readonly url: string;
  readonly port: number;
  /** The next connection has this fault; later ones have none. */
  next(fault: LineFault): void;
  /** Nothing listens until `listen`. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  /** Ends every connection, as unplugging the cable does. */
  cut(): void;
  /** All connections so far, in order. */
  readonly lines: readonly Line[];
};

type Open = { line: { upBytes: number; downBytes: number }; client: Socket; server: Socket };

/** A line between a client and `target` that breaks as the test says. It ends with the test. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port, pathname } = new URL(target);
  const lines: Line[] = [];
  const open = new Set<Socket>();
  let fault: LineFault = { kind: 'none' };
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = new Socket({ allowHalfOpen: true }).connect(Number(port), hostname);
    const line = { upBytes: 0, downBytes: 0 };
    lines.push(line);
    for (const socket of [client, server]) {
      open.add(socket);
      // Broken connections are the point of these tests; each party sees them at its own end.
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    join({ line, client, server }, fault);
    fault = { kind: 'none' };
  });
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  await listening(proxy, 0);
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('a server on a port has an address');
  const refuse = async (): Promise<void> => {
    cut();
    if (proxy.listening) await new Promise((resolve) => proxy.close(resolve));
  };
  onTestFinished(refuse);
  return {
    url: `http://127.0.0.1:${address.port}${pathname === '/' ? '' : pathname}`,
    port: address.port,
    next: (wanted) => {
      fault = wanted;
    },
    refuse,
    listen: () => listening(proxy, address.port),
    cut,
    lines,
  };
}

function listening(proxy: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    proxy.once('error', reject).listen(port, '127.0.0.1', () => {
      proxy.off('error', reject);
      resolve();
    });
  });
}

function join(open: Open, fault: LineFault): void {
  // The client's socket is never read: what exceeds the system's buffers stays with the client.
  if (fault.kind === 'deaf') return void open.client.pause();
  let stalled = false;
  const stall = (): void => {
    stalled = true;
  };
  for (const way of ['up', 'down'] as const) {
    const [from, to] = way === 'up' ? [open.client, open.server] : [open.server, open.client];
    if (fault.kind === 'drip' && fault.way === way) {
      drip(from, to, { line: open.line, way, everyMs: fault.everyMs });
      continue;
    }
    const limit = 'afterBytes' in fault && fault.way === way ? fault.afterBytes : Number.POSITIVE_INFINITY;
    const count = (bytes: number): number => (open.line[way === 'up' ? 'upBytes' : 'downBytes'] += bytes);
    const arrive = (chunk: Buffer): void => {
      if (stalled) return;
      const passed = chunk.subarray(0, Math.max(0, limit - count(0)));
      count(passed.length);
      if (passed.length > 0 && !to.writableEnded) to.write(passed);
      if (count(0) >= limit && limit < Number.POSITIVE_INFINITY) breakLine(open, fault, { from, to, stall });
    };
    from.on('data', (chunk: Buffer) => {
      if (fault.kind === 'latency') setTimeout(() => arrive(chunk), fault.milliseconds);
      else arrive(chunk);
    });
    from.on('end', () => {
      if (!stalled) setTimeout(() => to.end(), fault.kind === 'latency' ? fault.milliseconds : 0);
    });
    from.on('close', () => {
      if (!stalled) to.destroySoon();
    });
    if (limit === 0) breakLine(open, fault, { from, to, stall });
  }
}

/** Passes bytes one by one, as long as both ends are open. */
function drip(from: Socket, to: Socket, { line, way, everyMs }: { line: Open['line']; way: Way; everyMs: number }): void {
  const waiting: number[] = [];
  from.on('data', (chunk: Buffer) => waiting.push(...chunk));
  const timer = setInterval(() => {
    const next = waiting.shift();
    if (next === undefined || to.destroyed) return;
    line[way === 'up' ? 'upBytes' : 'downBytes'] += 1;
    to.write(Buffer.of(next));
  }, everyMs);
  const end = (): void => {
    clearInterval(timer);
    from.destroy();
    to.destroy();
  };
  from.on('close', end);
  to.on('close', end);
}

function breakLine(open: Open, fault: LineFault, at: { from: Socket; to: Socket; stall: () => void }): void {
  switch (fault.kind) {
    case 'reset':
      // What was passed on last should arrive before the reset.
      setImmediate(() => {
        open.client.resetAndDestroy();
        open.server.resetAndDestroy();
      });
      return;
    case 'close':
      open.client.destroySoon();
      open.server.destroySoon();
      return;
    case 'half-close':
      at.to.end();
      return;
    case 'stall':
      at.stall();
      return;
    case 'none':
    case 'latency':
    case 'drip':
    case 'deaf':
      return;
    default:
      return unreachable(fault);
  }
}
