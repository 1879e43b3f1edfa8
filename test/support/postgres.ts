import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Certificate } from './network/make-certificate.ts';
import { removeFolder, scratchFolder } from './folders.ts';

const HOME = '/usr/lib/postgresql';
/** Enough for an initdb on a loaded machine, and for a recovery after a kill. */
const START_WITHIN_MS = 60_000;

export type Postgres = {
  readonly port: number;
  /** Creates an empty database, and returns its address. */
  database(): Promise<string>;
  /** Cuts the connections of a program, by the application name that it uses. */
  cut(applicationName: string): Promise<void>;
  /** SIGKILL to the postmaster. Its children end by themselves as soon as they notice. */
  kill(): Promise<void>;
  /** Starts it again on the same data; resolves when it accepts connections. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

export type PostgresOptions = {
  readonly durable?: boolean;
  /** The certificate for clients that ask for TLS. */
  readonly certificate?: Certificate;
  /** Addresses of this machine to listen on besides 127.0.0.1. */
  readonly also?: readonly string[];
};

/** Why no PostgreSQL can be started here, or null. */
export function postgresMissing(): string | null {
  return binaries() === null ? 'PostgreSQL is not installed on this machine' : null;
}

/**
 * A PostgreSQL of the test's own, in its own folder, on a free port of 127.0.0.1. It ends with `stop`, and by itself when the test's process
 * ends, however that happens.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const bin = binaries();
  if (bin === null) throw new Error('no PostgreSQL here');
  const user = ownUser();
  const folder = scratchFolder('pg');
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  run(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-N', '-E', 'UTF8', '--no-locale', '-U', 'relay'], user);
  const port = await freePort();
  const settings = ['-c', `fsync=${options.durable === true ? 'on' : 'off'}`, '-c', 'max_connections=120', '-c', 'shared_buffers=32MB'];
  const tls = options.certificate === undefined ? [] : tlsOf(options.certificate, folder, user);
  const hosts = ['127.0.0.1', ...(options.also ?? [])].join(',');
  const args = ['-D', data, '-p', String(port), '-h', hosts, '-k', folder, ...settings, ...tls];
  let server: ChildProcess | null = null;
  let databases = 0;
  const postgres: Postgres = {
    port,
    async database() {
      databases += 1;
      const name = `relay_${databases}`;
      await asked(port, `CREATE DATABASE ${name}`);
      return `postgres://relay@127.0.0.1:${port}/${name}`;
    },
    cut: (name) => asked(port, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${name}'`),
    async kill() {
      const ended = waitForEnd(server);
      process.kill(postmaster(data), 'SIGKILL');
      await ended;
    },
    async start() {
      const untilMs = performance.now() + START_WITHIN_MS;
      for (;;) {
        const { child, said } = spawnServer(join(bin, 'postgres'), args, { ...user, cwd: folder });
        server = child;
        if (await isUp(port, child, untilMs)) return;
        // A postmaster refuses to start while children of a killed one still have its shared memory.
        if (child.exitCode === null || performance.now() > untilMs) throw new Error(`postgres did not come up: ${said()}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async stop() {
      const ended = waitForEnd(server);
      server?.stdin?.end();
      await ended;
      removeFolder(folder);
    },
  };
  await postgres.start();
  return postgres;
}

function binaries(): string | null {
  if (!existsSync(HOME)) return null;
  const versions = readdirSync(HOME).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(HOME, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null;
}

/** PostgreSQL refuses to run as root; its package brings a user for it. */
function ownUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** The server only accepts a key that nobody else can read. */
function tlsOf({ cert, key }: Certificate, folder: string, { uid, gid }: ReturnType<typeof ownUser>): readonly string[] {
  const named = Object.entries({ ssl_cert_file: cert, ssl_key_file: key }).map(([setting, text]) => {
    const file = join(folder, `${setting}.pem`);
    writeFileSync(file, text, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
    return `${setting}=${file}`;
  });
  return ['ssl=on', ...named].flatMap((setting) => ['-c', setting]);
}

function run(program: string, args: readonly string[], user: ReturnType<typeof ownUser>): void {
  const ended = spawnSync(program, [...args], { ...user, cwd: tmpdir(), encoding: 'utf8' });
  if (ended.status !== 0) throw new Error(`${program} ended with ${ended.status}: ${ended.stderr}`);
}

function postmaster(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function waitForEnd(child: ChildProcess | null): Promise<void> {
  return new Promise((resolve) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}

/** The shell ends the server when our end of its stdin is closed, which the kernel does when this process is gone. */
function spawnServer(program: string, args: readonly string[], options: { readonly cwd: string } & ReturnType<typeof ownUser>) {
  const script = 'exec 3<&0; "$0" "$@" & server=$!; (cat >/dev/null; kill -INT $server 2>/dev/null) <&3 & wait $server';
  const child = spawn('sh', ['-c', script, program, ...args], { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
  let last = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (last = (last + text).slice(-2000)));
  return { child, said: () => last };
}

/** False when it has ended, or the time is over. */
async function isUp(port: number, child: ChildProcess, untilMs: number): Promise<boolean> {
  while (performance.now() < untilMs && child.exitCode === null) {
    const answers = await asked(port, 'SELECT 1').then(
      () => true,
      () => false,
    );
    if (answers) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

async function asked(port: number, question: string): Promise<void> {
  const client = new Client({ host: '127.0.0.1', port, user: 'relay', database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(question);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
