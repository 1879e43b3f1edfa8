import { rmSync } from 'node:fs';
import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { act } from './actions/act.ts';
import { INVARIANTS } from './invariants/all.ts';
import type { Evidence, Violation } from './invariants/evidence.ts';
import { type PlannedFaultName, plannedFaults } from './plan/planned-faults.ts';
import { scenario } from './plan/scenario.ts';
import { chanceOf, type Fault, type Limits } from './world/chance.ts';
import { gatherEvidence } from './world/evidence/gather-evidence.ts';
import { notAtRest } from './world/is-at-rest.ts';
import { Simulation } from './world/simulation.ts';
import { closeDatabases, noteDatabases, template } from './world/disk/template.ts';
import { prepareLate } from './world/life.ts';
import { copyOf } from './world/fixture.ts';
import { runDry } from './world/run-dry.ts';
import { setRight, tendTo, WatchDesktops } from './world/watch-desktops.ts';
import { streamsOf } from './world/network/streams.ts';
import { newTrace, type Trace } from './world/ledger.ts';

export type SeedReport = {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** What had not come to its end within the calm; empty when everything had. */
  readonly unfinished: readonly string[];
  readonly struck: Readonly<Record<Fault, number>>;
  /** Deeds of this run, by the ids with which they can be left out. */
  readonly actions: readonly string[];
  readonly switches: readonly string[];
  readonly kills: number;
  readonly documents: number;
  readonly entries: Readonly<Record<'agreed' | 'sent' | 'refused' | 'unfit' | 'asked', number>>;
  readonly pairs: Readonly<Record<'together' | 'without' | 'asked' | 'missing', number>>;
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
  /** Those of them that are part of it, whatever their odds. */
  readonly always?: ReadonlySet<PlannedFaultName>;
  /** How long to wait for everything to come to its end. */
  readonly calmMs?: number;
  /** Whether SQLite compiles statements on first use. In every eighth seed it compiles them at once, as in production. */
  readonly late?: boolean;
  /** Receives the trace, and what the desktops logged. */
  readonly tell?: (text: string) => void;
};

/** Without faults, the longest back-off (15 minutes), the slowest webhook retry (5) and the sweeps fit in this many times over. */
const CALM_MS = 3 * 60 * MINUTE_MS;
/** A killed program is started again by its user within this time. */
const OFF_MOST_MS = 40 * SECOND_MS;
const STORM_STEP_MS = 5 * SECOND_MS;
const CALM_STEP_MS = 15 * SECOND_MS;
/** How often a user looks at the window. */
const TEND_EVERY_MS = MINUTE_MS;

const AT_ONCE_EVERY = 8;

/** Plays one seed on a virtual clock: a storm of faults, then calm until all is at rest. Checks every invariant. */
export async function runSeed(seed: number, options: SeedOptions = {}): Promise<SeedReport> {
  noteDatabases();
  prepareLate(options.late ?? seed % AT_ONCE_EVERY !== 0);
  const streams = streamsOf(seed);
  const without = options.without ?? new Set();
  const faults = new Set(Array.from(options.faults ?? plannedFaults() ?? []).filter((name) => !without.has(name)));
  const plan = scenario(streams, { seed, without, faults, always: options.always ?? new Set() });
  const fixture = copyOf(await template(plan));
  const clock = virtualClock(fixture.wallMs, runDry);
  const trace = newTrace(() => clock.monotonicMs(), options.tell !== undefined);
  const chance = chanceOf(streams, options.limits ?? {}, trace);
  const simulation = new Simulation({ clock, streams, chance, trace, plan, fixture });
  const heard = hearBugs(simulation, trace);
  try {
    await simulation.open();
    await simulation.revive(0);
    const watched = new WatchDesktops(simulation);
    chance.storm();
    for (const action of plan.actions) {
      await storm(simulation, watched, action.atMs - simulation.elapsedMs());
      trace.note(`# ${action.id}`);
      await act(simulation, action.doing);
    }
    await storm(simulation, watched, plan.stormMs - simulation.elapsedMs());
    await setRight(simulation);
    const unfinished = await calmDown(simulation, watched, options.calmMs ?? CALM_MS);
    const evidence = await gatherEvidence(simulation, watched, faults.has('told'));
    for (const line of trace.lines) options.tell?.(`${line}\n`);
    if (options.tell !== undefined) for (const one of simulation.computers) options.tell(`${one.name}\n${one.log.text()}\n`);
    return {
      seed,
      violations: INVARIANTS.flatMap((invariant) => invariant(evidence)),
      unfinished,
      struck: chance.struck,
      actions: plan.actions.map(({ id }) => id),
      switches: plan.turned,
      kills: simulation.computers.reduce((sum, one) => sum + one.kills, 0) + simulation.servers.relay.kills,
      documents: evidence.documents.length,
      entries: entriesIn(evidence, simulation.ledger.agreements),
      pairs: pairsIn(evidence),
      minutes: Math.round(simulation.elapsedMs() / MINUTE_MS),
      digest: trace.digest(),
    };
  } finally {
    heard();
    await simulation.close();
    closeDatabases();
    rmSync(fixture.folder, { recursive: true, force: true });
  }
}

/** How many files of entries came to what, at all computers. `asked`: those that nobody has answered by the end. */
function entriesIn({ documents, desktops }: Evidence, agreed: number): SeedReport['entries'] {
  const sent = documents.filter(({ importType }) => importType === 'entries');
  const refused = sent.filter(({ documentState }) => documentState === DOCUMENT_STATES.refused).length;
  const items = desktops.flatMap((one) => one.items).filter(({ importType }) => importType === 'entries');
  const inState = (kind: string): number => items.filter(({ state }) => state.kind === kind).length;
  return { agreed, sent: sent.length, refused, unfit: inState('unfit'), asked: inState('held') };
}

/** How many scans that come with entries arrived with them and without, and how many are asked about by the end, at all computers. */
function pairsIn({ received, desktops }: Evidence): SeedReport['pairs'] {
  const items = desktops.flatMap((one) => one.items).filter(({ importType }) => importType !== 'entries');
  const asked = (kind: string): number => items.filter(({ state }) => state.kind === 'held' && state.question.kind === kind).length;
  const together = received.filter(({ body }) => body !== null).length;
  return { together, without: received.length - together, asked: asked('entries'), missing: asked('entries-missing') };
}

/** Lets time pass in short steps, so that dead programs are noticed and started again. */
async function storm(simulation: Simulation, watched: WatchDesktops, lengthMs: number): Promise<void> {
  for (let leftMs = lengthMs; leftMs > 0; leftMs -= STORM_STEP_MS) {
    await simulation.clock.advance(Math.min(STORM_STEP_MS, leftMs));
    await simulation.revive(OFF_MOST_MS);
    await watched.look();
  }
}

async function calmDown(simulation: Simulation, watched: WatchDesktops, calmMs: number): Promise<readonly string[]> {
  let restless: readonly string[] = [];
  for (let goneMs = 0; goneMs < calmMs; goneMs += CALM_STEP_MS) {
    await simulation.revive(0);
    if (goneMs % TEND_EVERY_MS === 0) await tendTo(simulation);
    await simulation.clock.advance(CALM_STEP_MS);
    await watched.look();
    restless = await notAtRest(simulation);
    if (restless.length === 0) return restless;
  }
  return restless;
}

/** Records an unhandled rejection as a bug of the engine, without ending the run. */
function hearBugs(simulation: Simulation, trace: Trace): () => void {
  const hear = (error: unknown): void => {
    const what = error instanceof Error ? `${error.name}: ${error.message}` : 'not an error';
    trace.note(`BUG ${what}`);
    simulation.found.push({ invariant: 6, what: `nobody caught ${what}` });
  };
  process.on('unhandledRejection', hear);
  return () => process.off('unhandledRejection', hear);
}
