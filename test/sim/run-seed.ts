import { rmSync } from 'node:fs';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { act } from './actions/act.ts';
import { INVARIANTS } from './invariants/all.ts';
import type { Violation } from './invariants/evidence.ts';
import { type PlannedFaultName, plannedFaults } from './plan/planned-faults.ts';
import { scenario } from './plan/scenario.ts';
import { chanceOf, type Fault, type Limits } from './world/chance.ts';
import { gatherEvidence } from './world/gather-evidence.ts';
import { notAtRest } from './world/is-at-rest.ts';
import { Office } from './world/office.ts';
import { closeDatabases, noteDatabases } from './world/disk/open-databases.ts';
import { prepareLate } from './world/prepare-late.ts';
import { copyOf } from './world/premises.ts';
import { runDry } from './world/run-dry.ts';
import { setRight, tendTo } from './world/set-right.ts';
import { streamsOf } from './world/network/streams.ts';
import { template } from './world/disk/template.ts';
import { newTrace, type Trace } from './world/trace.ts';
import { WatchDesktops } from './world/watch-desktops.ts';

export type SeedReport = {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** What had not come to its end within the calm; empty when everything had. */
  readonly unfinished: readonly string[];
  readonly struck: Readonly<Record<Fault, number>>;
  /** Deeds of this run, by the ids with which they can be left out. */
  readonly deeds: readonly string[];
  readonly switches: readonly string[];
  readonly kills: number;
  readonly documents: number;
  /** Virtual minutes until everything was at rest. */
  readonly minutes: number;
  /** Digest of everything that happened, in order: the same seed must give the same digest in any process. */
  readonly digest: string;
};

export type SeedOptions = {
  /** Ids of deeds and switches, and `deaf`; names of planned faults. */
  readonly without?: ReadonlySet<string>;
  /** How often each fault may strike; 0 leaves it out. */
  readonly limits?: Limits;
  /** The planned faults that may be part of it. Default: those that are on. */
  readonly faults?: ReadonlySet<PlannedFaultName>;
  /** How long to wait for everything to come to its end. */
  readonly calmMs?: number;
  /** Whether SQLite compiles statements on first use. In every eighth seed it compiles them at once, as in production. */
  readonly late?: boolean;
  /** Receives the trace, and what the desktops logged. */
  readonly tell?: (text: string) => void;
};

/** Without faults, the longest back-off (15 minutes), the slowest webhook retry (5) and the sweeps fit in this many times over. */
const CALM_MS = 3 * 60 * MINUTE_MS;
/** A killed program is started again by its person within this time. */
const OFF_MOST_MS = 40 * SECOND_MS;
const STORM_STEP_MS = 5 * SECOND_MS;
const CALM_STEP_MS = 15 * SECOND_MS;
/** How often a person looks at the window. */
const TEND_EVERY_MS = MINUTE_MS;

const AT_ONCE_EVERY = 8;

/** Plays one seed on a virtual clock: a storm of faults, then calm until all is at rest. Checks every invariant. */
export async function runSeed(seed: number, options: SeedOptions = {}): Promise<SeedReport> {
  noteDatabases();
  const premises = copyOf(await template());
  prepareLate(options.late ?? seed % AT_ONCE_EVERY !== 0);
  const streams = streamsOf(seed);
  const clock = virtualClock(premises.wallMs, runDry);
  const trace = newTrace(() => clock.monotonicMs(), options.tell !== undefined);
  const chance = chanceOf(streams, options.limits ?? {}, trace);
  const without = options.without ?? new Set();
  const faults = new Set(Array.from(options.faults ?? plannedFaults() ?? []).filter((name) => !without.has(name)));
  const plan = scenario(streams, { seed, without, faults });
  const office = new Office({ clock, streams, chance, trace, plan, premises });
  const heard = hearBugs(office, trace);
  try {
    await office.open();
    await office.revive(0);
    const watched = new WatchDesktops(office);
    chance.storm();
    for (const deed of plan.deeds) {
      await storm(office, watched, deed.atMs - office.elapsedMs());
      trace.note(`# ${deed.id}`);
      await act(office, deed.doing);
    }
    await storm(office, watched, plan.stormMs - office.elapsedMs());
    await setRight(office);
    const unfinished = await calmDown(office, watched, options.calmMs ?? CALM_MS);
    const evidence = await gatherEvidence(office, watched, faults.has('told'));
    for (const line of trace.lines) options.tell?.(`${line}\n`);
    if (options.tell !== undefined) for (const one of office.computers) options.tell(`${one.name}\n${one.log.text()}\n`);
    return {
      seed,
      violations: INVARIANTS.flatMap((invariant) => invariant(evidence)),
      unfinished,
      struck: chance.struck,
      deeds: plan.deeds.map(({ id }) => id),
      switches: plan.turned,
      kills: office.computers.reduce((sum, one) => sum + one.kills, 0) + office.servers.relay.kills,
      documents: evidence.documents.length,
      minutes: Math.round(office.elapsedMs() / MINUTE_MS),
      digest: trace.digest(),
    };
  } finally {
    heard();
    await office.close();
    closeDatabases();
    rmSync(premises.folder, { recursive: true, force: true });
  }
}

/** Lets time pass in short steps, so that dead programs are noticed and started again. */
async function storm(office: Office, watched: WatchDesktops, lengthMs: number): Promise<void> {
  for (let leftMs = lengthMs; leftMs > 0; leftMs -= STORM_STEP_MS) {
    await office.clock.advance(Math.min(STORM_STEP_MS, leftMs));
    await office.revive(OFF_MOST_MS);
    await watched.look();
  }
}

async function calmDown(office: Office, watched: WatchDesktops, calmMs: number): Promise<readonly string[]> {
  let restless: readonly string[] = [];
  for (let goneMs = 0; goneMs < calmMs; goneMs += CALM_STEP_MS) {
    await office.revive(0);
    if (goneMs % TEND_EVERY_MS === 0) await tendTo(office);
    await office.clock.advance(CALM_STEP_MS);
    await watched.look();
    restless = await notAtRest(office);
    if (restless.length === 0) return restless;
  }
  return restless;
}

/** Records an unhandled rejection as a bug of the engine, without ending the run. */
function hearBugs(office: Office, trace: Trace): () => void {
  const hear = (error: unknown): void => {
    const what = error instanceof Error ? `${error.name}: ${error.message}` : 'not an error';
    trace.note(`BUG ${what}`);
    office.found.push({ invariant: 6, what: `nobody caught ${what}` });
  };
  process.on('unhandledRejection', hear);
  return () => process.off('unhandledRejection', hear);
}
