import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type DesktopLink, desktopLink } from '../desktop-link.ts';
import { deliver, type RelayProcess, relayProcess, type ServiceStandIn, serviceStandIn } from '../durability/desktop.ts';
import { uuid } from '../relay-bench.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { foundWithin, until } from '#test/support/until.ts';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RollingRestartOf = {
  /** An empty database. */
  readonly store: string;
  readonly desktops: number;
  /** How many times each node is restarted. */
  readonly rounds: number;
};

export type RollingReport = {
  /** Events that were acknowledged, and the attempts that this took. */
  readonly acknowledged: number;
  readonly tries: number;
  readonly givenUp: number;
  /** Over all desktops: `lost`: events of their integration that are missing from their journals; `strange`: other events in them. */
  readonly lost: number;
  readonly strange: number;
  /** Places that were skipped, and events that the service did not sign. */
  readonly missing: number;
  readonly forged: number;
  /** Exit codes of the restarted nodes, and whether each reported "not ready" before it closed. */
  readonly exits: readonly (number | null)[];
  readonly saidFirst: readonly boolean[];
  /** Milliseconds from the end of each stream to the first bytes of the next. */
  readonly gapsMs: readonly number[];
  /** Desktops that never had two streams in succession. */
  readonly withoutGap: number;
};

const SENDERS = 4;
/** Long enough for a balancer that asks five times a second. */
const DRAIN_SECONDS = '1';
const LOOK_EVERY_MS = 20;
/** For a busy machine; a desktop's own sweep comes within a minute in any case. */
const WITHIN_MS = 120_000;

/**
 * Two relays on one PostgreSQL behind a balancer, desktops that listen, and a service that delivers and retries, while one node is restarted after
 * the other. Reports what the desktops' journals contain at the end, and how long their streams were gone.
 */
export async function rollingRestart(of: RollingRestartOf): Promise<RollingReport> {
  const folder = scratchFolder('rolling');
  const standIn = await serviceStandIn();
  const environment = { ...standIn.environment, RELAY_STORE: of.store, RELAY_DRAIN_SECONDS: DRAIN_SECONDS };
  const nodes = [await relayProcess(environment), await relayProcess(environment)];
  const balancer = await smallBalancer({ nodes: nodes.map(({ url }) => url) });
  try {
    const desktops = await listening({ ...of, folder, standIn, relayUrl: balancer.url });
    const delivering = deliveries(desktops.length, { key: standIn.key, url: () => balancer.url });
    const restarts: Restarted[] = [];
    for (let round = 0; round < of.rounds * nodes.length; round += 1) {
      const at = round % nodes.length;
      restarts.push(await restarted(nodes, at, environment));
      await heardByAll(desktops);
    }
    const sent = await delivering.end();
    // Whatever has not arrived by then counts as lost.
    await foundWithin(WITHIN_MS, async () => desktops.every(({ link }, at) => link.seq() >= (sent.ofDesktop[at]?.length ?? 0)));
    const figures = desktops.map(({ link }) => link.figures());
    await Promise.all(desktops.map(({ link }) => link.close()));
    return report({ desktops, figures, sent, restarts });
  } finally {
    await balancer.close();
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    await standIn.close();
    removeFolder(folder);
  }
}

type Desktop = { readonly link: DesktopLink; readonly file: string };

type Listening = Pick<RollingRestartOf, 'desktops'> & {
  readonly folder: string;
  readonly standIn: ServiceStandIn;
  readonly relayUrl: string;
};

/** Desktops with an integration of their own each, and an open stream. */
async function listening({ desktops: count, folder, standIn, relayUrl }: Listening): Promise<readonly Desktop[]> {
  const desktops: Desktop[] = [];
  const {
    RELAY_BASE_URL: baseUrl = '',
    RELAY_AUTH_URL: authUrl = '',
    RELAY_JWKS_URL: jwksUrl = '',
    RELAY_ISSUER: issuer = '',
  } = standIn.environment;
  for (let n = 0; n < count; n += 1) {
    const file = join(folder, `journal-${n}.sqlite`);
    const integrationId = integrationOf(n);
    const integration = { integrationId, integrationSecret: standIn.service.integration(integrationId) };
    desktops.push({ file, link: await desktopLink({ relayUrl, service: { baseUrl, authUrl, jwksUrl, issuer }, integration, file }) });
  }
  await heardByAll(desktops);
  return desktops;
}

type Sent = { readonly ofDesktop: readonly (readonly string[])[]; readonly tries: number; readonly givenUp: number };

/** Delivers events for one integration after another until ended; each is sent until it is acknowledged. */
function deliveries(desktops: number, by: Parameters<typeof deliver>[1]) {
  const ended = new AbortController();
  const ofDesktop: string[][] = Array.from({ length: desktops }, () => []);
  let [next, tries, givenUp] = [0, 0, 0];
  const sender = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const n = next++;
      const id = uuid(7, n);
      const took = await deliver({ id, integrationId: integrationOf(n % desktops) }, by);
      if (took === null) givenUp += 1;
      else ofDesktop[n % desktops]?.push(id);
      tries += took ?? 0;
    }
  };
  const all = Promise.all(Array.from({ length: SENDERS }, sender));
  return {
    async end(): Promise<Sent> {
      ended.abort();
      await all;
      return { ofDesktop, tries, givenUp };
    },
  };
}

type Restarted = { readonly exit: number | null; readonly saidFirst: boolean };

/** Sends SIGTERM, and starts the next process on the same port after the end of this one. */
async function restarted(nodes: RelayProcess[], at: number, environment: Readonly<Record<string, string>>): Promise<Restarted> {
  const node = nodes[at];
  if (node === undefined) throw new Error('no such node');
  const ended = node.end('SIGTERM');
  const saidFirst = await saysNotReady(node.url);
  const exit = await ended;
  nodes[at] = await relayProcess(environment, Number(new URL(node.url).port));
  return { exit, saidFirst };
}

/** True if it reports "not ready" while it still answers. */
async function saysNotReady(url: string): Promise<boolean> {
  const endAt = performance.now() + WITHIN_MS;
  while (performance.now() < endAt) {
    const answer = await fetch(`${url}${RELAY_PATHS.ready}`).catch(() => null);
    await answer?.body?.cancel();
    if (answer === null || answer.status === 503) return answer !== null;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}

type Course = {
  readonly desktops: readonly Desktop[];
  readonly figures: readonly ReturnType<DesktopLink['figures']>[];
  readonly sent: Sent;
  readonly restarts: readonly Restarted[];
};

function report({ desktops, figures, sent, restarts }: Course): RollingReport {
  const held = desktops.map(({ file }) => eventsIn(file));
  return {
    acknowledged: sent.ofDesktop.flat().length,
    tries: sent.tries,
    givenUp: sent.givenUp,
    lost: held.reduce((sum, ids, at) => sum + (sent.ofDesktop[at] ?? []).filter((id) => !ids.includes(id)).length, 0),
    strange: held.reduce((sum, ids, at) => sum + ids.filter((id) => !(sent.ofDesktop[at] ?? []).includes(id)).length, 0),
    missing: figures.reduce((sum, { missing }) => sum + missing, 0),
    forged: figures.reduce((sum, { forged }) => sum + forged, 0),
    exits: restarts.map(({ exit }) => exit),
    saidFirst: restarts.map(({ saidFirst }) => saidFirst),
    gapsMs: desktops.flatMap(({ link }) => link.gapsMs),
    withoutGap: desktops.filter(({ link }) => link.gapsMs.length === 0).length,
  };
}

/** The event ids in a closed desktop's journal, with repetitions. */
function eventsIn(file: string): readonly string[] {
  const journal = new DatabaseSync(file, { readOnly: true });
  const rows = journal.prepare('SELECT event_id FROM events').all();
  journal.close();
  return rows.map((row) => String(row['event_id']));
}

function integrationOf(desktop: number): string {
  return uuid(9, desktop);
}

async function heardByAll(desktops: readonly Desktop[]): Promise<void> {
  await until('each stream comes back', async () => desktops.every(({ link }) => link.hears()), WITHIN_MS);
}

type SmallBalancer = { readonly url: string; close(): Promise<void> };

type SmallBalancerOf = {
  readonly nodes: readonly string[];
  /** Paths that it does not let through get 502, as behind a proxy that does not support streams. */
  readonly lets?: (path: string) => boolean;
};

/** How often each node is asked; one that is not ready gets no more requests. */
const ASK_EVERY_MS = 200;

/** A balancer in front of relays: sends each request to the next ready node, to another if that cannot be reached, and passes streams through. */
export async function smallBalancer({ nodes, lets = () => true }: SmallBalancerOf): Promise<SmallBalancer> {
  let [ready, turn] = [nodes, 0];
  const ask = async (): Promise<void> => {
    const answers = await Promise.all(nodes.map(isReady));
    ready = nodes.filter((_, at) => answers[at] === true);
  };
  // A single node needs no balancing.
  const asking = nodes.length > 1 ? setInterval(() => void ask(), ASK_EVERY_MS) : null;
  const server = createServer((request, answer) => {
    if (!lets(request.url ?? '/')) return refuse(request, answer);
    const from = turn++;
    // Read completely first, so that it can be sent to another node; a webhook is at most 256 KiB.
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      passOn({ request, answer, body: Buffer.concat(chunks), to: ready.map((_, n) => ready[(from + n) % ready.length] ?? '') }),
    );
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        if (asking !== null) clearInterval(asking);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function isReady(node: string): Promise<boolean> {
  const answer = await fetch(`${node}${RELAY_PATHS.ready}`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

type Passing = {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
  readonly body: Buffer;
  /** The nodes to try in this order, each after the previous one could not be reached. */
  readonly to: readonly string[];
};

function passOn({ request, answer, body, to: [node, ...others] }: Passing): void {
  if (node === undefined) return refuse(request, answer);
  const onwards = forward(new URL(request.url ?? '/', node), { method: request.method, headers: request.headers, agent: false }, (back) => {
    answer.writeHead(back.statusCode ?? 502, back.headers);
    back.pipe(answer);
    back.on('error', () => answer.destroy());
  });
  onwards.on('error', (error: NodeJS.ErrnoException) => {
    // Only a request that certainly no node has read goes to the next one.
    if (error.code === 'ECONNREFUSED' && !answer.headersSent) passOn({ request, answer, body, to: others });
    else answer.destroy();
  });
  answer.on('close', () => onwards.destroy());
  onwards.end(body);
}

function refuse(request: IncomingMessage, answer: ServerResponse): void {
  request.resume();
  answer.writeHead(502, { 'content-length': 0 }).end();
}
