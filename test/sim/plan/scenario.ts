import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import type { Streams } from '../world/network/streams.ts';
import type { PlannedAction } from './action.ts';
import { diceOf } from './dice.ts';
import { drawFiles } from './draw-files.ts';
import { drawHappenings } from './draw-happenings.ts';
import { drawPlanned } from './draw-planned.ts';
import { drawSwitches } from './draw-switches.ts';
import { drawWishes } from './draw-wishes.ts';
import { inOtherCase } from './in-other-case.ts';
import type { PlannedFaultName } from './planned-faults.ts';

export type Scenario = {
  readonly actions: readonly PlannedAction[];
  /** Whether all file watchers are deaf: they notify about nothing. */
  readonly unwatched: boolean;
  readonly switches: SwitchesPatch;
  /** The names of the switches that differ from ours, by which a run can leave them out. */
  readonly turned: readonly string[];
  readonly stormMs: number;
};

const STORM_MS = 150_000;

/** `without` names what is left out of a run; `faults` are the planned ones that it may have. */
export type ScenarioOf = {
  readonly seed: number;
  readonly without: ReadonlySet<string>;
  readonly faults: ReadonlySet<PlannedFaultName>;
};

/** Everything that happens in one run, all of it drawn from the seed. */
export function scenario(streams: Streams, { seed, without, faults }: ScenarioOf): Scenario {
  const { switches, turned } = drawSwitches(diceOf(streams('switches')), without);
  const of = { seed, stormMs: STORM_MS, smallService: switches.maxFileBytes !== undefined };
  const doings = [
    ...drawFiles(diceOf(streams('files')), of),
    ...drawHappenings(diceOf(streams('happenings')), of),
    ...drawWishes(diceOf(streams('wishes')), of),
  ];
  const usual = doings.map(({ atMs, doing }, at) => ({ id: `${doing.kind}#${at}`, atMs, doing }));
  const all = [...usual, ...drawPlanned(streams, faults, of)].sort((a, b) => a.atMs - b.atMs);
  const actions = inOtherCase(streams, all).filter(({ id }) => !without.has(id));
  return { actions, unwatched: streams('deaf').fraction() < 0.15 && !without.has('deaf'), switches, turned, stormMs: STORM_MS };
}
