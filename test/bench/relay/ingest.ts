import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { percentile } from '../report.ts';
import { type Line, median, spreads } from '../line.ts';
import { figuresMissing, processorSeconds } from '../process-figures.ts';
import { postWebhooks } from './post-webhooks.ts';
import { type SignedEvent, signedEvents } from './signed-events.ts';
import { join } from 'node:path';
import { type Program, startProgram } from '../../../build/demo/start-program.ts';
import { type ServiceStandIn, serviceStandIn } from '#test/relay/durability/desktop.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

const CLIENTS = 32;
const ROUNDS = 5;
const EVENTS = 2_000;
/** smee.io's server accepted 6,250 events per second on a machine where the floor accepted 42,000 requests. */
const SMEE_OF_FLOOR = 6_250 / 42_000;

type Rounds = readonly Record<string, number>[];

/** P8: webhooks accepted per second, each verified and on the disk before its answer, on both stores. */
export async function ingest(): Promise<readonly Line[]> {
  return withIngestStage(async (stage) => {
    const servers: Record<string, BenchServer> = {
      ours: await stage.relay(stage.sqlite('ours')),
      minimal: await stage.minimal(stage.sqlite('minimal')),
      floor: await stage.minimal('none'),
    };
    const missing = postgresMissing();
    if (missing !== null) process.stdout.write(`P8 on PostgreSQL is left out: ${missing}\n`);
    else {
      servers['oursPostgres'] = await stage.relay(await stage.postgres());
      servers['minimalPostgres'] = await stage.minimal(await stage.postgres());
    }
    const rounds = await alternating(stage, servers);
    return [
      line('ingest on SQLite, against a minimal server', rounds, { ours: 'ours', theirs: 'minimal', least: 0.8 }),
      ...(missing === null
        ? [line('ingest on PostgreSQL, the same', rounds, { ours: 'oursPostgres', theirs: 'minimalPostgres', least: 0.7 })]
        : []),
      againstSmee(rounds),
    ];
  });
}

/** Each server gets the same events in each round, in turn. The first round does not count: code is still being compiled in it. */
async function alternating({ standIn }: IngestStage, servers: Readonly<Record<string, BenchServer>>): Promise<Rounds> {
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const events = signedEvents(standIn.key, round * EVENTS, EVENTS);
    const figures: Record<string, number> = {};
    for (const [name, server] of Object.entries(servers)) {
      for (const [figure, value] of Object.entries(await taken(server, events))) figures[`${name}${figure}`] = value;
    }
    if (round > 0) rounds.push(figures);
  }
  return rounds;
}

async function taken({ url, pid }: BenchServer, events: readonly SignedEvent[]) {
  const cpu = (): number => (figuresMissing() === null ? processorSeconds(pid) : Number.NaN);
  const before = cpu();
  const { perSecond, waitsMs } = await postWebhooks([url], events, CLIENTS);
  return { PerSecond: perSecond, P99Ms: percentile(waitsMs, 0.99), CpuMicros: ((cpu() - before) * 1e6) / events.length };
}

type Pair = { readonly ours: string; readonly theirs: string; readonly least: number };

function line(what: string, rounds: Rounds, { ours, theirs, least }: Pair): Line {
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  const [mine, other] = [of(`${ours}PerSecond`), of(`${theirs}PerSecond`)];
  const ratio = median(mine.map((value, round) => value / (other[round] ?? Number.NaN)));
  const cpu = (name: string): string => median(of(`${name}CpuMicros`)).toFixed(0);
  const note =
    `${CLIENTS} clients, RSA-2048; spread ${spreads(mine, other)}; our p99 ${median(of(`${ours}P99Ms`)).toFixed(0)} ms; ` +
    `processor time of the server ${cpu(ours)} and ${cpu(theirs)} µs an event`;
  return { id: 'P8', what, ours: median(mine), theirs: median(other), unit: '/s', figure: ratio, target: { least }, rounds, note };
}

/** smee.io's server cannot be run here. Its figure is this run's floor, scaled by the ratio of the two where both ran. */
function againstSmee(rounds: Rounds): Line {
  const smee = rounds.map((round) => ({ ...round, smeePerSecond: (round['floorPerSecond'] ?? Number.NaN) * SMEE_OF_FLOOR }));
  const floor = median(rounds.map((round) => round['floorPerSecond'] ?? Number.NaN));
  const made = line('the same on SQLite, against smee.io’s server by the floor', smee, { ours: 'ours', theirs: 'smee', least: 1.2 });
  const note = `the floor (no check, nothing kept) takes ${floor.toFixed(0)} /s here; smee.io’s took ${(SMEE_OF_FLOOR * 100).toFixed(0)} % of it where both were run`;
  return { ...made, note, rounds: [] };
}

export type BenchServer = { readonly url: string; readonly pid: number };

type IngestStage = {
  readonly standIn: ServiceStandIn;
  /** A path for a SQLite store. */
  sqlite(name: string): string;
  /** An empty database on a server that really flushes. */
  postgres(): Promise<string>;
  /** A relay on this store, as an operator runs it. */
  relay(store: string, settings?: Readonly<Record<string, string>>): Promise<BenchServer>;
  /** The minimal server that does the same (`programs/minimal-ingest.ts`). */
  minimal(store: string): Promise<BenchServer>;
};

/** Servers that receive webhooks, each a process of its own, ended afterwards. */
export async function withIngestStage<T>(bench: (stage: IngestStage) => Promise<T>): Promise<T> {
  const folder = scratchFolder('ingest');
  const standIn = await serviceStandIn();
  const programs: Program[] = [];
  const servers: Postgres[] = [];
  const started = async (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<BenchServer> => {
    const program = await startProgram({ name, args, env });
    programs.push(program);
    const { url } = program.ready as { readonly url: string };
    return { url, pid: program.pid };
  };
  try {
    return await bench({
      standIn,
      sqlite: (name) => `sqlite:${join(folder, `${name}.db`)}`,
      async postgres() {
        if (servers.length === 0) servers.push(await startPostgres({ durable: true }));
        return (await servers[0]?.database()) ?? '';
      },
      relay: (store, settings) =>
        started('relay', ['relay/server.ts', '--port', '0'], { ...standIn.environment, ...settings, RELAY_STORE: store }),
      minimal: (store) => started('minimal', ['test/bench/programs/minimal-ingest.ts', store, standIn.environment['RELAY_JWKS_URL'] ?? '']),
    });
  } finally {
    for (const program of programs) await program.stop();
    for (const server of servers) await server.stop();
    await standIn.close();
    removeFolder(folder);
  }
}

/** P11: two relays on one PostgreSQL with the clients spread over both, compared with one of them with all the clients. */
export async function twoNodes(): Promise<readonly Line[]> {
  const missing = postgresMissing();
  if (missing !== null) {
    process.stdout.write(`P11 is left out: ${missing}\n`);
    return [];
  }
  return withIngestStage(async (stage) => {
    const alone = await stage.relay(await stage.postgres());
    const shared = await stage.postgres();
    const pair = [await stage.relay(shared), await stage.relay(shared)];
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const events = signedEvents(stage.standIn.key, round * EVENTS, EVENTS);
      const one = await takenByNodes([alone], events);
      const two = await takenByNodes(pair, events);
      if (round > 0) rounds.push({ one: one.perSecond, two: two.perSecond, oneBusy: one.busy, twoBusy: two.busy });
    }
    return [lineOf(rounds)];
  });
}

/** `busy`: cores that the relays kept busy. */
async function takenByNodes(nodes: readonly BenchServer[], events: readonly SignedEvent[]) {
  const seconds = (): number => nodes.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
  const [before, startedMs] = [seconds(), performance.now()];
  const { perSecond } = await postWebhooks(
    nodes.map(({ url }) => url),
    events,
    CLIENTS,
  );
  return { perSecond, busy: ((seconds() - before) * 1_000) / (performance.now() - startedMs) };
}

function lineOf(rounds: readonly Record<string, number>[]): Line {
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  return {
    id: 'P11',
    what: 'two relays on one PostgreSQL, against one',
    ours: median(of('two')),
    theirs: median(of('one')),
    unit: '/s',
    figure: median(rounds.map((round) => (round['two'] ?? 0) / (round['one'] ?? 1))),
    target: { least: 1.6 },
    rounds,
    note:
      `${CLIENTS} clients; one kept ${median(of('oneBusy')).toFixed(1)} cores at work, two ${median(of('twoBusy')).toFixed(1)}, beside PostgreSQL and the clients ` +
      `on the same machine; spread ${spreads(of('two'), of('one'))}`,
  };
}
