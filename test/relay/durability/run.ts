import { join } from 'node:path';
import { startPostgres } from '#test/support/postgres.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { uuid } from '../relay-bench.ts';
import { deliver, desktop, relayProcess, serviceStandIn } from './desktop.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

export type DurabilityOptions = {
  readonly store: 'sqlite' | 'postgres';
  readonly deliveries: number;
  readonly kills: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
};

export type DurabilityReport = {
  readonly deliveries: number;
  /** Attempts of all deliveries, including repetitions after a lost answer. */
  readonly tries: number;
  readonly kills: { readonly relay: number; readonly postgres: number };
  /** Deliveries that were never answered with 2xx. */
  readonly givenUp: number;
  /** Acknowledged, but not in the log. */
  readonly lost: readonly string[];
  /** In the log more than once. */
  readonly twice: readonly string[];
  readonly faults: readonly string[];
  readonly seconds: number;
};

/** Concurrent deliveries. */
const SENDERS = 32;
/** The answer of one in this many deliveries counts as lost, so that the event is sent again. */
const LOST_ANSWER_EVERY = 10;
const INTEGRATIONS = 5;
const LOOK_EVERY_MS = 200;

/** Delivers events while relay and store are killed at random, and reports what a desktop finds at the end. */
export async function runDurability(options: DurabilityOptions): Promise<DurabilityReport> {
  const startedMs = performance.now();
  const stage = await setUp(options);
  const integrations = Array.from({ length: INTEGRATIONS }, (_, n) => uuid(9, n));
  const reader = await desktop(stage.url(), stage.standIn, integrations);
  let next = 0;
  let answered = 0;
  let tries = 0;
  let givenUp = 0;
  const send = async (n: number): Promise<void> => {
    const took = await deliver(
      { id: uuid(3, n), integrationId: integrations[n % INTEGRATIONS] ?? '' },
      { key: stage.standIn.key, url: stage.url },
    );
    tries += took ?? 0;
    if (took === null) givenUp += 1;
  };
  const sender = async (): Promise<void> => {
    while (next < options.deliveries) {
      const n = next;
      next += 1;
      await send(n);
      if (n % LOST_ANSWER_EVERY === 0) await send(n);
      answered += 1;
    }
  };
  const sent = Promise.all(Array.from({ length: SENDERS }, sender)).then(() => true);
  const reading = readingUntil(sent, () => reader.look(stage.url()));
  const kills = await killing(stage, options, { sent, answered: () => answered });
  await sent;
  await reading;
  if (!(await reader.look(stage.url()))) throw new Error('the relay does not answer at the end');
  await stage.close();
  const all = Array.from({ length: options.deliveries }, (_, n) => uuid(3, n));
  return {
    deliveries: options.deliveries,
    tries,
    kills,
    givenUp,
    lost: all.filter((id) => !reader.read.has(id)),
    twice: all.filter((id) => (reader.read.get(id) ?? 0) > 1),
    faults: reader.faults,
    seconds: Math.round((performance.now() - startedMs) / 1_000),
  };
}

/** A desktop that looks repeatedly until everything is sent. */
async function readingUntil(sent: Promise<boolean>, look: () => Promise<boolean>): Promise<void> {
  while (true) {
    await look();
    if (await Promise.race([sent, soon(LOOK_EVERY_MS)])) return;
  }
}

/** Resolves with false after this time. */
function soon(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
}

type Stage = Awaited<ReturnType<typeof setUp>>;

async function setUp({ store }: DurabilityOptions) {
  const folder = scratchFolder('durability');
  const standIn = await serviceStandIn();
  const postgres = store === 'postgres' ? await startPostgres({ durable: true }) : null;
  const spec = postgres === null ? `sqlite:${join(folder, 'relay.db')}` : await postgres.database();
  const environment = { ...standIn.environment, RELAY_STORE: spec };
  let relay = await relayProcess(environment);
  const { url } = relay;
  return {
    standIn,
    url: () => url,
    async killRelay() {
      await relay.end('SIGKILL');
      relay = await relayProcess(environment, Number(new URL(url).port));
    },
    killPostgres:
      postgres === null
        ? null
        : async () => {
            await postgres.kill();
            await postgres.start();
          },
    async close() {
      await relay.end('SIGTERM');
      await postgres?.stop();
      await standIn.close();
      removeFolder(folder);
    },
  };
}

type Progress = { readonly sent: Promise<boolean>; readonly answered: () => number };

/** Kills at random moments, spread over the deliveries, with a desktop that reads in between. */
async function killing(stage: Stage, options: DurabilityOptions, progress: Progress) {
  const random = seededRandom(options.seed);
  const done = { relay: 0, postgres: 0 };
  for (let kill = 0; kill < options.kills; kill += 1) {
    const at = Math.floor(((kill + random.fraction()) * options.deliveries) / (options.kills + 1));
    while (progress.answered() < at) {
      if (await Promise.race([progress.sent, soon(5)])) break;
    }
    if (stage.killPostgres !== null && random.fraction() < 0.5) {
      await stage.killPostgres();
      done.postgres += 1;
    } else {
      await stage.killRelay();
      done.relay += 1;
    }
    options.say?.(`kill ${kill + 1} of ${options.kills} after ${progress.answered()} deliveries`);
  }
  return done;
}
