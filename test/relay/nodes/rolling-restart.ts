import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { type DesktopLink, desktopLink } from '../desktop-link.ts';
import { deliver } from '../durability/deliver.ts';
import { type RelayProcess, relayProcess } from '../durability/relay-process.ts';
import { type ServiceStandIn, serviceStandIn } from '../durability/service-stand-in.ts';
import { smallBalancer } from './small-balancer.ts';
import { uuid } from '../enrol/uuid.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';
import { foundWithin, until } from '#test/support/until.ts';

export type RollingRestartOf = {
  /** An empty database. */
  readonly store: string;
  readonly desktops: number;
  /** How often each node is restarted. */
  readonly rounds: number;
};

export type RollingReport = {
  /** Events that were acknowledged, and the tries that it took. */
  readonly acknowledged: number;
  readonly tries: number;
  readonly givenUp: number;
  /** Of all desktops: events of their integration that their journal has not, and what it has beside. */
  readonly lost: number;
  readonly strange: number;
  /** Places left out, events not signed by the service. */
  readonly missing: number;
  readonly forged: number;
  /** Exit codes of the nodes that were restarted, and what each said of its readiness before it closed. */
  readonly exits: readonly (number | null)[];
  readonly saidFirst: readonly boolean[];
  /** Milliseconds from the end of each stream to the first sound of the one after it. */
  readonly gapsMs: readonly number[];
  /** Desktops that never had two streams in a row. */
  readonly withoutGap: number;
};

const SENDERS = 4;
/** As a balancer that asks five times a second needs it. */
const DRAIN_SECONDS = '1';
const LOOK_EVERY_MS = 20;
/** On a machine that does much else; a desktop's own sweep comes within a minute in any case. */
const WITHIN_MS = 120_000;

/**
 * Two relays on one PostgreSQL behind a balancer, desktops that listen, a service that delivers and tries again; and each node is restarted after
 * the other. Says what the desktops' journals hold at the end, and how long their streams were away.
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
    // What has not come by then is said to be lost.
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

/** Each with an integration of its own, and its stream open. */
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

/** Events for one integration after the other, until somebody ends it; each is tried until it is acknowledged. */
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

/** SIGTERM, and the next one on the same port when it has ended. */
async function restarted(nodes: RelayProcess[], at: number, environment: Readonly<Record<string, string>>): Promise<Restarted> {
  const node = nodes[at];
  if (node === undefined) throw new Error('no such node');
  const ended = node.end('SIGTERM');
  const saidFirst = await saysNotReady(node.url);
  const exit = await ended;
  nodes[at] = await relayProcess(environment, Number(new URL(node.url).port));
  return { exit, saidFirst };
}

/** True when it says so while it still answers. */
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

/** What the journal of a desktop that has ended holds, as often as it holds it. */
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
