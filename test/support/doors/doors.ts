/* oxlint-disable no-eval -- Whether this is possible is what is asked. */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { closeSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import * as inspector from 'node:inspector';
import { createServer, Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { runInThisContext } from 'node:vm';
import { WASI } from 'node:wasi';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { tempFolder } from '../folders.ts';

/** What the test has made, for the doors to lead to. */
export type Around = {
  /** A secret of the environment of whoever started the process. */
  readonly secret: string;
  readonly vault: string;
  readonly spool: string;
  readonly elsewhere: string;
  readonly tcp4: number;
  /** Null where there is no IPv6. */
  readonly tcp6: number | null;
  readonly socket: string | null;
  readonly abstract: string | null;
};

type Door = (around: Around) => unknown;

// Before the process closes anything: what code that came early enough would have kept.
const connectKept: unknown = Reflect.get(Socket.prototype, 'connect');
const killKept = process.kill.bind(process);
const realProcess: NodeJS.Process = process;

const connected = (to: object | string, connect: unknown = Reflect.get(Socket.prototype, 'connect')): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = new Socket();
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
    Reflect.apply(connect as Socket['connect'], socket, [to]);
  });

const told = (thing: unknown): unknown => {
  if (thing === undefined || thing === null) throw new Error('none');
  return thing;
};

/** Each of them is open if it returns. */
export const DOORS = {
  // What knows global names only, as a codec's glue does.
  'a function of a string': () => Reflect.construct(Function, ['return 1'])(),
  'an asynchronous function of a string': () => Reflect.construct((async () => undefined).constructor, ['return 1'])(),
  eval: () => (0, eval)('1'),
  'Node by the global process': () => told(Reflect.get(told(Reflect.get(globalThis, 'process')) as object, 'getBuiltinModule')),
  'Node by the global console': () => told(Reflect.get(globalThis.console, '_stdout')),
  fetch: ({ tcp4 }) => fetch(`http://127.0.0.1:${tcp4}/`),
  WebSocket: () => told(Reflect.get(globalThis, 'WebSocket')),
  // What holds any module of Node.
  'a script of vm': () => runInThisContext('1'),
  'a file of the person': ({ elsewhere }) => readFileSync(join(elsewhere, 'letter.txt')),
  'a file of the system': () => readFileSync(realProcess.execPath).subarray(0, 1),
  'the vault': ({ vault }) => readFileSync(vault),
  'a file by promise': async ({ vault }) => (await open(vault)).close(),
  'a file beside the copy': ({ spool }) => writeFileSync(join(spool, 'another'), 'x'),
  'writing over the vault': ({ vault }) => writeFileSync(vault, readFileSync(vault)),
  'a new file elsewhere': ({ elsewhere }) => writeFileSync(join(elsewhere, 'new'), 'x'),
  'the secrets of the environment': ({ secret }) => told(Object.values(realProcess.env).find((value) => value?.includes(secret))),
  'the path of programs': () => told(realProcess.env['PATH']),
  'another program': () => {
    const { error } = spawnSync(realProcess.execPath, ['--version']);
    if (error !== undefined) throw error;
  },
  'a thread': () => new Worker('', { eval: true }).terminate(),
  'the insides of Node': () => told((realProcess as unknown as { binding: (name: string) => unknown }).binding('fs')),
  'a native library': () => {
    try {
      realProcess.dlopen({ exports: {} }, '/no/such/library.node');
    } catch (error) {
      // The system was asked.
      if (String((error as { readonly code?: unknown }).code) !== 'ERR_DLOPEN_FAILED') throw error;
    }
  },
  'the debugger from within': () => new inspector.Session().connect(),
  'the debugger from without': () => {
    inspector.open(0, '127.0.0.1');
    inspector.close();
  },
  WASI: () => new WASI({ version: 'preview1', preopens: { '/': '/' } }),
  'IPv4 loopback': ({ tcp4 }) => connected({ port: tcp4, host: '127.0.0.1' }),
  'IPv6 loopback': ({ tcp6 }) => connected({ port: told(tcp6), host: '::1' }),
  'a socket with a path': ({ socket }) => connected({ path: told(socket) }),
  'an abstract socket': ({ abstract }) => connected({ path: told(abstract) }),
  listening: () =>
    new Promise((resolve, reject) => {
      const server = createServer().on('error', reject);
      server.listen(0, '127.0.0.1', () => server.close(resolve));
    }),
  'a datagram': ({ tcp4 }) =>
    new Promise((resolve, reject) => {
      const socket = createSocket('udp4');
      socket.send('x', tcp4, '127.0.0.1', (error) => {
        socket.close();
        if (error === null) resolve(null);
        else reject(error);
      });
    }),
  'the name of a host': () => lookup('localhost'),
  'a signal to the parent': () => realProcess.kill(realProcess.ppid, 0),
  'the memory of the parent': () => {
    const file = openSync(`/proc/${realProcess.ppid}/mem`, 'r');
    try {
      readSync(file, new Uint8Array(1), 0, 1, mappedAt(realProcess.ppid));
    } finally {
      closeSync(file);
    }
  },
  // What kept a function of Node from before.
  'IPv4 loopback, kept': ({ tcp4 }) => connected({ port: tcp4, host: '127.0.0.1' }, connectKept),
  'IPv6 loopback, kept': ({ tcp6 }) => connected({ port: told(tcp6), host: '::1' }, connectKept),
  'an abstract socket, kept': ({ abstract }) => connected({ path: told(abstract) }, connectKept),
  'a socket with a path, kept': ({ socket }) => connected({ path: told(socket) }, connectKept),
  'a signal to the parent, kept': () => killKept(realProcess.ppid, 0),
} as const satisfies Readonly<Record<string, Door>>;

export type DoorName = keyof typeof DOORS;

/** The names of those that are open, in the process that asks. */
export async function openDoors(around: Around): Promise<readonly DoorName[]> {
  const opened: DoorName[] = [];
  for (const [name, door] of Object.entries(DOORS) as [DoorName, Door][]) {
    try {
      await door(around);
      opened.push(name);
    } catch {
      // It is closed.
    }
  }
  return opened;
}

function mappedAt(pid: number): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/maps`, 'latin1').slice(0, 12), 16);
}

const SECRET = 'a-token-of-the-environment';
const [isLinux, isWindows] = [process.platform === 'linux', process.platform === 'win32'];

/** What a process says that it lacks where no network namespace is to be had: only of Linux that is expected. */
export const NO_NETWORK_LACK: readonly string[] = isLinux ? ['no-network'] : [];

/** A profile, a folder beside it, and servers, for the doors to lead to. */
export async function laidOut(): Promise<Around> {
  process.env['INTRAY_TEST_TOKEN'] = SECRET;
  onTestFinished(() => void Reflect.deleteProperty(process.env, 'INTRAY_TEST_TOKEN'));
  const folder = tempFolder();
  for (const name of ['profile', 'profile/spool', 'elsewhere']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'profile', 'vault.json'), '{}');
  writeFileSync(join(folder, 'elsewhere', 'letter.txt'), 'private');
  const [socket, abstract] = [join(folder, 'socket'), `\0intray-doors-${process.pid}`];
  return {
    secret: SECRET,
    vault: join(folder, 'profile', 'vault.json'),
    spool: join(folder, 'profile', 'spool'),
    elsewhere: join(folder, 'elsewhere'),
    tcp4: (await listening({ port: 0, host: '127.0.0.1' })) ?? 0,
    tcp6: await listening({ port: 0, host: '::1' }),
    socket: isWindows ? null : (await listening({ path: socket }), socket),
    abstract: isLinux ? (await listening({ path: abstract }), abstract) : null,
  };
}

/** Null where the address is not there. */
function listening(at: { readonly port?: number; readonly host?: string; readonly path?: string }): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 204 No Content\r\n\r\n'));
    onTestFinished(() => void server.close());
    server.once('error', () => resolve(null));
    server.listen(at, () => {
      const address = server.address();
      resolve(typeof address === 'object' ? (address?.port ?? null) : null);
    });
  });
}

/** Doors that this computer does not have. */
export function missingHere({ tcp6, socket }: Around): readonly DoorName[] {
  return [
    ...(tcp6 === null ? (['IPv6 loopback', 'IPv6 loopback, kept'] as const) : []),
    ...(isLinux ? [] : (['an abstract socket', 'an abstract socket, kept', 'the memory of the parent'] as const)),
    ...(socket === null ? (['a socket with a path', 'a socket with a path, kept'] as const) : []),
  ];
}
