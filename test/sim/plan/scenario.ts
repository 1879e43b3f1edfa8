import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import type { Streams } from '../world/streams.ts';
import type { Deed } from './deed.ts';
import { diceOf } from './dice.ts';
import { drawFiles } from './draw-files.ts';
import { drawHappenings } from './draw-happenings.ts';
import { drawSwitches } from './draw-switches.ts';
import { drawWishes } from './draw-wishes.ts';

export type Scenario = {
  readonly deeds: readonly Deed[];
  /** Computers whose watchers hear nothing at all. */
  readonly deaf: boolean;
  readonly switches: SwitchesPatch;
  /** Their names, by which they can be left out. */
  readonly turned: readonly string[];
  readonly stormMs: number;
};

const STORM_MS = 150_000;

/** What happens in one run, all of it drawn from the seed; `without` names what is left out of it. */
export function scenario(streams: Streams, seed: number, without: ReadonlySet<string>): Scenario {
  const { switches, turned } = drawSwitches(diceOf(streams('switches')), without);
  const doings = [
    ...drawFiles(diceOf(streams('files')), { seed, stormMs: STORM_MS, smallService: switches.maxFileBytes !== undefined }),
    ...drawHappenings(diceOf(streams('happenings')), { seed, stormMs: STORM_MS }),
    ...drawWishes(diceOf(streams('wishes')), { stormMs: STORM_MS }),
  ];
  const deeds = doings
    .map(({ atMs, doing }, at) => ({ id: `${doing.kind}#${at}`, atMs, doing }))
    .filter(({ id }) => !without.has(id))
    .sort((a, b) => a.atMs - b.atMs);
  return { deeds, deaf: streams('deaf').fraction() < 0.15 && !without.has('deaf'), switches, turned, stormMs: STORM_MS };
}
