import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type SandboxControl, sandboxControl } from '../../../build/demo/sandbox-control.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { API_KEY_HEADER } from '#shared/contract/routes.ts';
import { spawn } from 'node:child_process';
import type { Left } from '#test/support/find-canaries.ts';
import { type Program, startProgram } from '#test/support/ready-line.ts';

const sandboxSchema = z.object({
  baseUrl: z.url(),
  authUrl: z.url(),
  jwksUrl: z.url(),
  issuer: z.string(),
  controlUrl: z.url(),
  clientId: z.string(),
  clientSecret: z.string(),
  scope: z.string(),
});

export type Scene = {
  readonly root: string;
  readonly profile: string;
  readonly folder: string;
  readonly keyFile: string;
  readonly programs: Overheard;
  readonly control: SandboxControl;
  readonly partner: { readonly clientId: string; readonly clientSecret: string };
  /** As `configure` takes it: with the passages' origins, so that every credential in transit is known. */
  readonly installation: { readonly relayUrl: string; readonly service: Readonly<Record<string, string>> };
  readonly passages: readonly Passage[];
  close(): Promise<void>;
};

/** Sandbox and relay as programs that write only below `root`, reached through overheard passages. */
export async function openScene(): Promise<Scene> {
  const root = scratchFolder('canary');
  const place = (name: string): string => join(root, name);
  for (const name of ['profile', 'Purchases', 'tmp', 'relay', 'keys']) mkdirSync(place(name));
  const programs = overheard({ TMPDIR: place('tmp') });
  const sandbox = await programs.start('sandbox', ['sandbox/server.ts', '--port', '0']);
  const service = sandboxSchema.parse(sandbox.ready);
  const relay = await programs.start('relay', ['relay/server.ts', '--port', '0', '--store', `sqlite:${place('relay/relay.db')}`], {
    RELAY_BASE_URL: service.baseUrl,
    RELAY_AUTH_URL: service.authUrl,
    RELAY_JWKS_URL: service.jwksUrl,
    RELAY_ISSUER: service.issuer,
    RELAY_CLIENT_ID: service.clientId,
    RELAY_CLIENT_SECRET: service.clientSecret,
    RELAY_SEAL_KEYS: 'none',
    RELAY_SCOPE: service.scope,
  });
  const { url, webhookUrl } = z.object({ url: z.url(), webhookUrl: z.url() }).parse(relay.ready);
  const control = sandboxControl(service.controlUrl);
  await control.setSwitches({ webhookUrl, statusNeedsSecret: true });
  const passages = [await passage(new URL(service.baseUrl).origin), await passage(url)];
  const by = (address: string): string => address.replace(new URL(service.baseUrl).origin, passages[0]?.origin ?? '');
  const { issuer, scope, clientId, clientSecret } = service;
  return {
    root,
    profile: place('profile'),
    folder: place('Purchases'),
    keyFile: place('keys/intray.key'),
    programs,
    control,
    partner: { clientId, clientSecret },
    installation: {
      relayUrl: passages[1]?.origin ?? '',
      service: { baseUrl: by(service.baseUrl), authUrl: by(service.authUrl), jwksUrl: by(service.jwksUrl), issuer, scope },
    },
    passages,
    close: async () => {
      await Promise.all([relay.stop(), sandbox.stop()]);
      for (const one of passages) await one.close();
      removeFolder(root);
    },
  };
}

type Passage = {
  /** Used instead of the server's own origin. */
  readonly origin: string;
  /** Every credential that went through, with the name of where it was. */
  readonly heard: SecretWords;
  close(): Promise<void>;
};

/** A proxy in front of a server that records every credential, so that those created during the story can be searched for afterwards. */
async function passage(target: string): Promise<Passage> {
  const heard = new Map<string, string>();
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => pass(request, response, { target, heard }));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  deps: { readonly target: string; readonly heard: Map<string, string> },
): void {
  for (const [secret, name] of secretsIn(request.headers)) deps.heard.set(secret, name);
  const { hostname, port } = new URL(deps.target);
  const on = forward({ hostname, port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    // An event stream announces itself by its headers alone.
    response.flushHeaders();
    answer.pipe(response);
  });
  on.on('error', () => response.destroy());
  response.on('close', () => on.destroy());
  request.pipe(on);
}

/** Secrets, each with the name of where it was. */
type SecretWords = ReadonlyMap<string, string>;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The credentials in a request's headers. */
function secretsIn(headers: Headers): SecretWords {
  const found = new Map<string, string>();
  const [scheme = '', credentials = ''] = String(headers['authorization'] ?? '').split(' ');
  if (credentials !== '') found.set(credentials, `what ${scheme} carried`);
  const key = headers[API_KEY_HEADER];
  if (typeof key === 'string') found.set(key, 'an integration secret');
  return found;
}

type Ended = { readonly code: number | null; readonly said: string };

/** Programs of ours, with everything that they print and that a neighbour can see of them. */
type Overheard = {
  start(name: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Program>;
  run(args: readonly string[], input?: string): Promise<Ended>;
  /** Looks at the running programs and their children, as `ps` does. */
  look(): void;
  /** What was printed and seen so far. `but`: programs whose environment, or first line, contains a secret by design. */
  left(but: { readonly environment: readonly string[]; readonly firstLine: readonly string[] }): readonly Left[];
};

function overheard(common: Readonly<Record<string, string>>): Overheard {
  const programs: { readonly name: string; readonly program: Program }[] = [];
  const seen: (Left & { readonly of: string; readonly what: 'cmdline' | 'environ' })[] = [];
  const said: Left[] = [];
  const lookAt = (of: string, pid: number): void => {
    for (const what of ['cmdline', 'environ'] as const) seen.push({ of, what, where: `${what} of ${of}`, bytes: ofProcess(pid, what) });
    for (const child of childrenOf(pid)) lookAt(`${of}'s child`, child);
  };
  return {
    start: async (name, args, env = {}) => {
      const program = await startProgram({ args, env: { ...common, ...env }, withinMs: READY_WITHIN_MS });
      programs.push({ name, program });
      return program;
    },
    run: async (args, input = '') => {
      const child = spawn(process.execPath, ['electron/headless/main.ts', ...args], { env: { ...process.env, ...common } });
      const name = `command ${args.slice(0, 2).join(' ')}`;
      const bytes: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => bytes.push(chunk));
      child.stdin.on('error', () => undefined);
      lookAt(name, child.pid ?? 0);
      child.stdin.end(input);
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      said.push({ where: `output of ${name}`, bytes: Buffer.concat(bytes) });
      return { code, said: Buffer.concat(bytes).toString() };
    },
    look: () => {
      for (const { name, program } of programs) if (program.child.exitCode === null) lookAt(name, program.child.pid ?? 0);
    },
    left: (but) => [
      ...said,
      ...seen.filter(({ of, what }) => what !== 'environ' || !but.environment.includes(of)),
      ...programs.map(({ name, program }) => {
        const lines = program.stdout.slice(but.firstLine.includes(name) ? 1 : 0);
        return { where: `output of ${name}`, bytes: Buffer.from([...lines, program.stderr()].join('\n')) };
      }),
    ],
  };
}

/** For cold starts on a loaded machine. */
const READY_WITHIN_MS = 60_000;

/** Every file below a folder, byte for byte. */
export function filesBelow(root: string): readonly Left[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ where: join(entry.parentPath, entry.name), bytes: readFileSync(join(entry.parentPath, entry.name)) }));
}

/** Empty if the process has ended meanwhile. */
function ofProcess(pid: number, what: 'cmdline' | 'environ'): Buffer {
  try {
    return readFileSync(`/proc/${pid}/${what}`);
  } catch {
    return Buffer.alloc(0);
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
