import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import type { Streams } from '../world/network/streams.ts';
import { type Dice, diceOf, type Doing, inOtherCase, type Planned, type PlannedAction } from './action.ts';
import { drawFiles, drawHappenings } from './draw-happenings.ts';
import { drawPlanned, type FaultsOf, type PlannedFaultName } from './planned-faults.ts';
import { SMALL_SERVICE_BYTES, type Stories } from './places.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

export type Scenario = Stories & {
  readonly actions: readonly PlannedAction[];
  /** Whether all file watchers are deaf: they notify about nothing. */
  readonly unwatched: boolean;
  readonly switches: SwitchesPatch;
  /** The names of the switches that differ from ours, by which a run can leave them out. */
  readonly turned: readonly string[];
  readonly stormMs: number;
};

const STORM_MS = 150_000;

/** `without` names what is left out of a run. */
export type ScenarioOf = FaultsOf & { readonly seed: number; readonly without: ReadonlySet<string> };

/** Everything that happens in one run, all of it drawn from the seed. */
export function scenario(streams: Streams, { seed, without, ...planned }: ScenarioOf): Scenario {
  const { switches, turned } = drawSwitches(diceOf(streams('switches')), without);
  const of = { seed, stormMs: STORM_MS, smallService: switches.maxFileBytes !== undefined };
  const doings = [
    ...drawFiles(diceOf(streams('files')), of),
    ...drawHappenings(diceOf(streams('happenings')), of),
    ...drawWishes(diceOf(streams('wishes')), of),
  ];
  const usual = doings.map(({ atMs, doing }, at) => ({ id: `${doing.kind}#${at}`, atMs, doing }));
  const drawn = drawPlanned(streams, planned, of);
  const all = [...usual, ...drawn].sort((a, b) => a.atMs - b.atMs);
  const actions = inOtherCase(streams, all).filter(({ id }) => !without.has(id));
  const unwatched = streams('deaf').fraction() < 0.15 && !without.has('deaf');
  const has = (story: PlannedFaultName): boolean => drawn.some(({ id }) => id.includes(`#${story}-`));
  return { actions, unwatched, switches, turned, stormMs: STORM_MS, entries: has('entries'), pairs: has('pairs') };
}

/** The odds that a switch differs from Intray's reading of the contract, and its value then. */
const TURNED: readonly (readonly [number, (dice: Dice) => SwitchesPatch])[] = [
  [0.1, (dice) => ({ maxFileBytes: SMALL_SERVICE_BYTES, oversizeStatus: dice.one([400, 413]) })],
  [0.15, () => ({ eventBeforeAnswer: true })],
  [0.15, (dice) => ({ duplicateDeliveries: 1 + dice.below(2) })],
  [0.15, () => ({ reorderWithinMs: 40_000 })],
  [0.1, () => ({ eventDelayMs: 20_000 })],
  [0.15, () => ({ resignRetries: false, signatureLifeSeconds: 60 })],
  [0.1, () => ({ hashAs: 'upper' })],
  [0.15, () => ({ extraMembers: true })],
  [0.1, () => ({ duplicateNamesDocument: false })],
  [0.15, (dice) => ({ depositDateAs: dice.one(['iso-local', 'milliseconds', 'none']) })],
  [0.1, () => ({ importLatencyMs: 4_000 })],
  [0.1, () => ({ tokenLifeSeconds: 40 })],
  [0.1, () => ({ expiresInAs: 'string' })],
  [0.1, () => ({ liveTokens: 'newest' })],
  [0.1, () => ({ statusNeedsSecret: false })],
  [0.1, () => ({ statusAnswer: 'empty' })],
  [0.1, (dice) => ({ revokedStatus: dice.one([404, 410]) })],
  [0.1, (dice) => ({ revokedReasonIn: dice.one(['title', 'text', 'nowhere']) })],
  [0.1, () => ({ revocationEventAfterAutoRevoke: false })],
  [0.1, () => ({ jwksNeedsBearer: true })],
  [0.1, () => ({ problemMembers: 'documented' })],
  [0.1, () => ({ burstFrom: 'last-failure' })],
  [0.08, () => ({ nullIntegrationId: true })],
];

/** The service's readings of the contract in this run, and the names of those that differ from ours. */
function drawSwitches(dice: Dice, without: ReadonlySet<string>): { switches: SwitchesPatch; turned: readonly string[] } {
  const afterMs = dice.one([0, 5_000, 20_000, 60_000]);
  let switches: SwitchesPatch = { autoDecide: { afterMs, refuseWhen: [{ contains: 'scan-3', reason: 'Ceci est un devis' }] } };
  const turned: string[] = [];
  for (const [odds, patchOf] of TURNED) {
    const strikes = dice.chance(odds);
    const patch = patchOf(dice);
    const name = `switch ${Object.keys(patch).join(' ')}`;
    if (!strikes || without.has(name)) continue;
    turned.push(name);
    switches = { ...switches, ...patch };
  }
  return { switches, turned };
}

/** The odds of each deed, and from which part of the storm on it may happen: nothing can be sent again before it was refused. */
const ODDS: readonly (readonly [number, number, (dice: Dice) => Doing])[] = [
  [0.15, 0.5, (dice) => ({ kind: 'send-again', computer: dice.below(2), accepts: dice.chance(0.6) })],
  [0.05, 0.7, (dice) => ({ kind: 'send-again', computer: dice.below(2), accepts: dice.chance(0.6) })],
  [0.15, 0, (dice) => ({ kind: 'tidy', computer: dice.below(2), note: dice.chance(0.6) })],
  [0.06, 0.3, (dice) => ({ kind: 'tidy', computer: dice.below(2), note: dice.chance(0.6) })],
  [0.1, 0, (dice) => ({ kind: 'direct', computer: dice.below(2), lengthMs: (20 + dice.below(120)) * SECOND_MS })],
  [0.3, 0.2, (dice) => ({ kind: 'put-aside', computer: dice.below(2) })],
  [0.3, 0.5, (dice) => ({ kind: 'put-back', computer: dice.below(2) })],
];

/** What people choose beyond the defaults. It has its own random stream, so that the rest of each seed stays as it was. */
function drawWishes(dice: Dice, { stormMs }: { readonly stormMs: number }): Planned[] {
  return ODDS.flatMap(([odds, from, draw]) =>
    dice.chance(odds) ? [{ atMs: Math.floor(stormMs * from) + dice.below(stormMs * (1 - from)), doing: draw(dice) }] : [],
  );
}
