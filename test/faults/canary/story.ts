import { readFileSync, writeFileSync } from 'node:fs';
import type { Canary, Left } from '#test/support/find-canaries.ts';
import type { Program } from '#test/support/ready-line.ts';
import { foundWithin, until } from '#test/support/until.ts';
import type { Scene } from './scene.ts';
import { join } from 'node:path';
import type { Item } from '#shared/domain/item/item.ts';
import { type EngineClient, engineClient } from '../../../build/demo/engine-client.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { z } from 'zod';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { askHost, pageHeaders, sessionIn, signInBy } from '#test/support/network/ask-host.ts';

const COMPANY = 'Exemple SARL';
/** Characters that every encoding writes differently. */
export const PROXY_PASSWORD = 'canary proxy+pässword/"%&';
const WRONG_SECRET = 'canary-of-a-secret-that-is-wrong';

export type Story = {
  /** All secrets of the story, whoever created them. */
  canaries(): readonly Canary[];
  start(): Promise<Program>;
  host(): Program;
  /** Connected, given a wrong secret, one document accepted and one refused. */
  connect(): Promise<void>;
  /** Revoked, given a wrong secret again, reconnected; then the waiting documents are sent. */
  reconnect(): Promise<void>;
  /** An office's proxy that requires a password, and lets nothing through. */
  goByProxy(proxyUrl: string): Promise<void>;
  /** Tokens for the company's own client, whose secret was mistyped first, and a service that is briefly broken. */
  goDirect(): Promise<void>;
};

export function aStory(scene: Scene): Story {
  const canaries: Canary[] = [
    { name: 'the client secret', secret: scene.partner.clientSecret },
    { name: 'the proxy password', secret: PROXY_PASSWORD },
    { name: 'a wrong secret', secret: WRONG_SECRET },
  ];
  const tell = teller(scene, canaries);
  let running: Program | null = null;
  let current: Integration = { id: '', secret: '' };
  return {
    canaries: () => [...canaries, ...scene.passages.flatMap(({ heard }) => Array.from(heard, ([secret, name]) => ({ name, secret })))],
    start: async () => {
      running = await scene.programs.start('host', ['electron/headless/main.ts', '--port', '0', ...tell.where]);
      return running;
    },
    host: () => {
      if (running === null) throw new Error('the host was not started');
      return running;
    },
    connect: async () => {
      current = await tell.integration();
      await connect(tell, current);
    },
    reconnect: async () => {
      current = await reconnect(tell, current);
    },
    goByProxy: (proxyUrl) => goByProxy(tell, proxyUrl, current),
    goDirect: () => goDirect(tell),
  };
}

async function connect({ scene, run, drop, becomes }: Teller, first: Integration): Promise<void> {
  await scene.control.setSwitches({ autoDecide: { afterMs: 0, refuseWhen: [{ contains: 'refused', reason: 'not readable' }] } });
  await run(['configure', '-'], JSON.stringify(scene.installation));
  const args = ['companies', 'connect', '--name', COMPANY, '--integration-id', first.id];
  await run(args, WRONG_SECRET, 1);
  await run(args, first.secret);
  await run(['folders', 'add', '--company', COMPANY, '--type', 'purchase', '--settle-ms', '200', '--existing', 'send', scene.folder]);
  drop('accepted.pdf');
  await becomes('accepted.pdf', 'accepted');
  drop('refused.pdf');
  await becomes('refused.pdf', 'refused');
}

async function reconnect({ scene, engine, run, drop, becomes, integration }: Teller, first: Integration): Promise<Integration> {
  await scene.control.revoke(first.id);
  await until('the company is disconnected', async () => (await engine().overview()).companies[0]?.connection.kind === 'invalid');
  drop('waiting.pdf');
  await becomes('waiting.pdf', 'waiting');
  const second = await integration();
  const args = ['companies', 'reconnect', '--company', COMPANY, '--integration-id', second.id];
  await run(args, WRONG_SECRET, 1);
  await run(args, second.secret);
  await becomes('waiting.pdf', 'accepted');
  return second;
}

async function goByProxy({ scene, run, drop, fails, becomes }: Teller, proxyUrl: string, { id, secret }: Integration): Promise<void> {
  await run(['settings', 'set', 'proxy', JSON.stringify({ mode: 'manual', url: proxyUrl, user: 'anne' })]);
  await run(['secrets', 'keep', 'proxy-password'], PROXY_PASSWORD);
  const file = `${scene.keyFile}.place.json`;
  const configure = async (place: object, wrong: string | null = null): Promise<void> => {
    writeFileSync(file, JSON.stringify(place));
    if (wrong !== null) await run(['configure', file, '--with-secrets'], `${id} ${wrong}`, 1);
    await run(['configure', file, '--with-secrets'], `${id} ${secret}`);
  };
  const service = { ...scene.installation.service, baseUrl: 'https://service.example/v1', authUrl: 'https://service.example' };
  await configure({ relayUrl: 'https://relay.example', service }, WRONG_SECRET);
  drop('stopped.pdf');
  await fails('stopped.pdf', 'no-token');
  await configure(scene.installation);
  await becomes('stopped.pdf', 'accepted');
}

async function goDirect({ scene, engine, run, drop, becomes }: Teller): Promise<void> {
  await run(['settings', 'set', 'credentials', JSON.stringify({ mode: 'direct', clientId: scene.partner.clientId })]);
  await run(['secrets', 'keep', 'client-secret'], WRONG_SECRET);
  drop('direct.pdf');
  await until('it is in doubt', async () => (await engine().overview()).companies[0]?.connection.kind === 'checking', SLOW_MS);
  await run(['secrets', 'keep', 'client-secret'], scene.partner.clientSecret);
  await becomes('direct.pdf', 'accepted');
  await scene.control.setSwitches({ failNext: { status: 500, times: 1, route: 'imports' } });
  drop('broken.pdf');
  await becomes('broken.pdf', 'accepted');
  for (const look of [
    ['secrets', 'list'],
    ['status', '--json'],
    ['documents', '--json'],
    ['settings', 'get'],
  ])
    await run(look);
}

/** First retries come after seconds, a company's check after a minute, a webhook that failed four times after five. */
const SLOW_MS = 400_000;

type Integration = { readonly id: string; readonly secret: string };

/** The means by which a story is told. */
type Teller = {
  readonly scene: Scene;
  /** The options that name the profile, and the place of its key. */
  readonly where: readonly string[];
  /** Secrets that the story itself knows. */
  readonly canaries: Canary[];
  readonly engine: () => EngineClient;
  /** Runs a command, which must end with this code. */
  readonly run: (args: readonly string[], input?: string, code?: number) => Promise<void>;
  readonly drop: (name: string) => void;
  readonly becomes: (name: string, kind: Item['state']['kind']) => Promise<true>;
  /** Resolves when the document is waiting for this reason. */
  readonly fails: (name: string, kind: string) => Promise<true>;
  readonly integration: () => Promise<Integration>;
};

function teller(scene: Scene, canaries: Canary[]): Teller {
  const { control, profile, folder, programs } = scene;
  const where = ['--profile', profile, '--create-key-file', scene.keyFile];
  const engine = (): EngineClient => engineClient(profile);
  const sees = async (what: string, is: (item: Item) => boolean): Promise<true> => {
    const seen = async () => (await engine().items.list({ limit: 100 })).items;
    if ((await foundWithin(SLOW_MS, async () => (await seen()).some(is))) !== null) return true;
    const { companies, relay } = await engine().overview();
    throw new Error(`not within ${SLOW_MS} ms: ${what}; but ${JSON.stringify({ items: await seen(), companies, relay })}`);
  };
  return {
    scene,
    where,
    canaries,
    engine,
    run: async (args, input = '', code = 0) => {
      const ended = await programs.run([...args, ...where], input);
      if (ended.code !== code) throw new Error(`${args.join(' ')} ended with ${ended.code}: ${ended.said}`);
    },
    drop: (name) => writeFileSync(join(folder, name), aPdf(name)),
    becomes: (name, kind) => sees(`${name} is ${kind}`, (item) => item.name === name && item.state.kind === kind),
    fails: (name, kind) =>
      sees(`${name} fails by ${kind}`, ({ name: its, state }) => its === name && state.kind === 'waiting' && state.last?.kind === kind),
    integration: async () => {
      const made = await control.createIntegration();
      canaries.push({ name: 'an integration secret', secret: made.integrationSecret });
      return { id: made.integrationId, secret: made.integrationSecret };
    },
  };
}

/** The calls that a window makes on its own, with their argument, if any. */
const CALLS: readonly (readonly [path: string, json: unknown])[] = [
  ['info', undefined],
  ['overview', undefined],
  ['items/list', { limit: 500 }],
  ['items/bulkArrival', {}],
  ['folders/browse', { path: null }],
  ['secrets/view', undefined],
  ['settings/get', undefined],
];

/** Signs in as a browser does, and requests everything that a window shows; returns every byte of every answer, headers included. */
export async function windowAnswers(profile: string, url: string): Promise<{ readonly left: readonly Left[]; readonly session: string }> {
  const { port } = new URL(url);
  const session = sessionIn(await signInBy(url));
  const headers = { ...pageHeaders(url), [SESSION_HEADER]: session };
  const left: Left[] = [];
  for (const [path, json] of CALLS) {
    const { status, bytes } = await askHost(port, { path: `/rpc/${path}`, headers, body: JSON.stringify({ json }) });
    if (status !== 200) throw new Error(`${path}: ${bytes.toString()}`);
    left.push({ where: `answer of ${path}`, bytes });
  }
  const wrong = { name: 'x', integrationId: 'none', integrationSecret: 'a window’s secret that is told back to nobody' };
  left.push({
    where: 'answer to a wrong call',
    bytes: (await askHost(port, { path: '/rpc/companies/connect', headers, body: JSON.stringify({ json: wrong }) })).bytes,
  });
  const { commandKey } = z.object({ commandKey: z.string() }).parse(JSON.parse(readFileSync(join(profile, 'host.json'), 'utf8')));
  left.push({
    where: 'a fresh address',
    bytes: (await askHost(port, { path: '/token', headers: { 'x-intray': '1', 'x-intray-key': commandKey } })).bytes,
  });
  return { left, session };
}
