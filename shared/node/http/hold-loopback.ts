import { readFileSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { codeOf } from '../code-of.ts';

/**
 * `held`: ::1 is ours too · `reserved`: there is no ::1 now (IPv6 is switched off), but nobody else can take the port there when it comes ·
 * `none`: this system has no IPv6 at all.
 */
export type Ipv6Loopback = 'held' | 'reserved' | 'none';

export type LoopbackWanted = {
  /** 0 for any port that is free on both. */
  readonly port: number;
  /** Descriptors of sockets that already listen, in any order, used instead of the port. */
  readonly given: readonly number[];
};

export type HeldLoopback = {
  readonly port: number;
  readonly host: typeof LOOPBACK_4;
  readonly ipv6: Ipv6Loopback;
  /** Accepts nothing more on ::1; resolves when its connections have ended. The server itself is closed by its owner. */
  close(): Promise<void>;
};

/**
 * `taken`: another program has the port there · `refused`: the system does not let this program listen there · `forbidden`: the computer has ::1, but
 * this program may not use IPv6 · `not-loopback`, `other-ports`, `lacks`: the sockets that were handed over are not the two that are needed.
 */
export type LoopbackFaultKind = 'taken' | 'refused' | 'forbidden' | 'not-loopback' | 'other-ports' | 'lacks';

export class LoopbackFault extends Error {
  readonly kind: LoopbackFaultKind;
  readonly address: string;
  readonly port: number;
  readonly code: string;
  constructor(kind: LoopbackFaultKind, { address, port, code = '' }: { address: string; port: number; code?: string }) {
    super(`${kind} ${address} ${port} ${code}`.trim());
    this.kind = kind;
    this.address = address;
    this.port = port;
    this.code = code;
  }
}

export const LOOPBACK_4 = '127.0.0.1';
export const LOOPBACK_6 = '::1';
/** A port that the system chose on one address is rarely taken on the other, unless somebody takes them on purpose. */
const PORTS_TRIED = 20;
const NO_SUCH_ADDRESS = 'EADDRNOTAVAIL';
/** Of a kernel without IPv6, and of a service that may not use it. */
const NO_SUCH_FAMILY: ReadonlySet<string> = new Set(['EAFNOSUPPORT', 'EPROTONOSUPPORT']);

/**
 * Has this server listen on both loopback addresses, on one port, or rejects with a `LoopbackFault`. A browser that is told `….localhost` asks ::1
 * first, and any user of the computer may listen there as long as nobody does: whoever serves a secret under such a name must have both.
 */
export async function holdLoopback(server: HttpServer, { port, given }: LoopbackWanted): Promise<HeldLoopback> {
  return given.length > 0 ? holdGiven(server, given) : holdPort(server, port);
}

async function holdPort(server: HttpServer, wanted: number): Promise<HeldLoopback> {
  for (let left = PORTS_TRIED; ; left -= 1) {
    await listenOr(server, { host: LOOPBACK_4, port: wanted });
    const { port } = addressOf(server);
    try {
      const beside = await holdIpv6(server, port);
      return { port, host: LOOPBACK_4, ...beside };
    } catch (error) {
      await closed(server);
      const isTaken = error instanceof LoopbackFault && error.kind === 'taken';
      if (!isTaken || wanted !== 0 || left === 1) throw error;
    }
  }
}

type Beside = Pick<HeldLoopback, 'ipv6' | 'close'>;

/** The port on ::1, or held free for it. */
async function holdIpv6(server: HttpServer, port: number): Promise<Beside> {
  const beside = passingOn(server);
  const code = await listening(beside, { host: LOOPBACK_6, port });
  if (code === null) return { ipv6: 'held', close: () => closed(beside) };
  if (NO_SUCH_FAMILY.has(code)) return withoutIpv6(port, code);
  if (code !== NO_SUCH_ADDRESS) throw faultOf(code, { address: LOOPBACK_6, port });
  // IPv6 may be switched on later, and the wildcard address can be listened on before: whoever has it then has ::1 as well.
  const reserved = passingOn(server);
  const second = await listening(reserved, { host: '::', port, ipv6Only: true });
  if (second === null) return { ipv6: 'reserved', close: () => closed(reserved) };
  if (NO_SUCH_FAMILY.has(second) || second === NO_SUCH_ADDRESS) return withoutIpv6(port, second);
  throw faultOf(second, { address: '::', port });
}

/** A service can be kept from using IPv6 (`RestrictAddressFamilies=`) on a computer where everybody else uses it. */
function withoutIpv6(port: number, code: string): Beside {
  if (hasIpv6Loopback()) throw new LoopbackFault('forbidden', { address: LOOPBACK_6, port, code });
  return { ipv6: 'none', close: async () => undefined };
}

/** By Linux's own list of addresses, which is there for programs without IPv6, too. Other systems always have it. */
function hasIpv6Loopback(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /^0{31}1 /m.test(readFileSync('/proc/net/if_inet6', 'utf8'));
  } catch {
    // The file is there only where the kernel has IPv6.
    return false;
  }
}

async function holdGiven(server: HttpServer, [first = -1, second]: readonly number[]): Promise<HeldLoopback> {
  const beside = passingOn(server);
  try {
    await listenOr(server, { fd: first });
    if (second === undefined) return await holdAlone(server, checked([server]));
    await listenOr(beside, { fd: second });
    return { port: checked([server, beside]), host: LOOPBACK_4, ipv6: 'held', close: () => closed(beside) };
  } catch (error) {
    await Promise.all([closed(server), closed(beside)]);
    throw error;
  }
}

/** One socket is enough only where there is no ::1: whatever takes the port there while this program is down would have it for good. */
async function holdAlone(server: HttpServer, port: number): Promise<HeldLoopback> {
  const lacking = new LoopbackFault('lacks', { address: LOOPBACK_6, port });
  const beside = await holdIpv6(server, port).catch((error: unknown) => {
    throw error instanceof LoopbackFault && error.kind === 'taken' && error.address === LOOPBACK_6 ? lacking : error;
  });
  if (beside.ipv6 !== 'held') return { port, host: LOOPBACK_4, ...beside };
  await beside.close();
  throw lacking;
}

/** Their common port, if they listen on the loopback addresses alone, each on another one, and 127.0.0.1 is among them. */
function checked(servers: readonly [Server, ...Server[]]): number {
  const all = servers.map(addressOf);
  const open = all.find(({ address }) => address !== LOOPBACK_4 && address !== LOOPBACK_6);
  if (open !== undefined) throw new LoopbackFault('not-loopback', open);
  const { port } = addressOf(servers[0]);
  const other = all.find((one) => one.port !== port);
  if (other !== undefined) throw new LoopbackFault('other-ports', other);
  for (const address of [LOOPBACK_4, LOOPBACK_6].slice(0, all.length))
    if (!all.some((one) => one.address === address)) throw new LoopbackFault('lacks', { address, port });
  return port;
}

/** Hands its connections to this server, whose time limits and refusals then are theirs as well; except those that came from elsewhere. */
function passingOn(server: HttpServer): Server {
  // As an HTTP server has its own sockets.
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => {
    const { localAddress } = socket;
    if (localAddress === LOOPBACK_6 || localAddress === LOOPBACK_4) server.emit('connection', socket);
    else socket.destroy();
  });
}

async function listenOr(server: Server, where: Where): Promise<void> {
  const code = await listening(server, where);
  if (code !== null) throw faultOf(code, { address: where.host ?? LOOPBACK_4, port: where.port ?? 0 });
}

function faultOf(code: string, at: { readonly address: string; readonly port: number }): LoopbackFault {
  return new LoopbackFault(code === 'EADDRINUSE' ? 'taken' : 'refused', { ...at, code });
}

type Where = ListenOptions & { readonly fd?: number };

/** Null, or the system's code. */
function listening(server: Server, where: Where): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = (error: unknown): void => resolve(codeOf(error));
    server.once('error', failed);
    server.listen(where, () => {
      server.off('error', failed);
      resolve(null);
    });
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server on a port has an address');
  return address;
}

/** Also of one that does not listen. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}
