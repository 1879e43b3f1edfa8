import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { drawServiceFault } from './draw-service-fault.ts';
import { paper } from './papers.ts';
import type { Doing, Planned } from './action.ts';
import type { Dice } from './dice.ts';
import { PURCHASES, SALES } from './places.ts';

type HappeningsOf = { readonly seed: number; readonly stormMs: number };

const DOWN = { route: 'all', probability: 1, effect: { kind: 'status', status: 503, body: 'empty' } } as const;

/** The odds of each deed being part of a run. */
const ODDS: readonly (readonly [number, (dice: Dice, of: HappeningsOf) => Doing])[] = [
  [0.3, (dice) => ({ kind: 'kill', computer: dice.below(2) })],
  [0.2, (dice) => ({ kind: 'kill', computer: dice.below(2) })],
  [0.15, (dice) => ({ kind: 'sleep', computer: dice.below(2), lengthMs: shortly(dice) })],
  [0.12, (dice) => ({ kind: 'clock', computer: dice.below(2), byMs: clockJump(dice), lengthMs: shortly(dice) })],
  [0.06, (dice) => ({ kind: 'second-start', computer: dice.below(2) })],
  [0.12, (dice) => ({ kind: 'share-gone', folder: dice.one([PURCHASES, SALES]), lengthMs: shortly(dice) })],
  [0.06, (dice, { seed }) => otherDisk(dice, seed)],
  [0.15, () => ({ kind: 'relay-kill' })],
  [0.12, (dice) => ({ kind: 'relay-down', lengthMs: shortly(dice) })],
  [0.08, () => ({ kind: 'relay-backup' })],
  [0.08, () => ({ kind: 'relay-restore' })],
  [0.06, (dice) => ({ kind: 'relay-hostile', lengthMs: shortly(dice) })],
  [0.01, () => ({ kind: 'weekend' })],
  [0.15, () => ({ kind: 'forge' })],
  [0.1, () => ({ kind: 'odd-event' })],
  [0.02, (dice) => ({ kind: 'file-held', path: join(PURCHASES, `scan-${dice.below(3)}.pdf`), lengthMs: 20 * MINUTE_MS })],
  // Longer than anything may be silent.
  [0.02, () => ({ kind: 'service-fault', rule: DOWN, lengthMs: 20 * MINUTE_MS })],
  [0.15, () => ({ kind: 'replay' })],
  [0.15, () => ({ kind: 'stranger' })],
  [0.08, () => ({ kind: 'revoke' })],
  [0.05, (dice) => ({ kind: 'close', code: dice.one(['SMB_CLOSED', 'SMB_NOTFOUND', 'CPA_CLOSED']) })],
  [0.08, (dice) => ({ kind: 'reconnect', computer: dice.below(2), sameId: dice.chance(0.6) })],
  [0.08, (dice) => ({ kind: 'pause', computer: dice.below(2), lengthMs: shortly(dice) })],
  [0.1, (dice) => ({ kind: 'allow', computer: dice.below(2) })],
  [0.06, (dice) => ({ kind: 'parallel', computer: dice.below(2), uploads: 1 + dice.below(6) })],
  [0.12, () => ({ kind: 'expire-tokens' })],
  [0.08, () => ({ kind: 'rotate-keys' })],
  [0.3, (dice) => ({ kind: 'service-fault', rule: drawServiceFault(dice), lengthMs: shortly(dice) })],
  [0.15, (dice) => ({ kind: 'service-fault', rule: drawServiceFault(dice), lengthMs: shortly(dice) })],
];

/** What happens to computers, servers and connections. */
export function drawHappenings(dice: Dice, of: HappeningsOf): Planned[] {
  return ODDS.flatMap(([odds, draw]) => (dice.chance(odds) ? [{ atMs: dice.below(of.stormMs), doing: draw(dice, of) }] : []));
}

function shortly(dice: Dice): number {
  return (5 + dice.below(90)) * SECOND_MS;
}

function clockJump(dice: Dice): number {
  return dice.one([365 * DAY_MS, -365 * DAY_MS, 2 * HOUR_MS, -HOUR_MS, 3 * MINUTE_MS]);
}

function otherDisk(dice: Dice, seed: number): Doing {
  const papers = [paper('fit', `seed ${seed} other disk 1`), paper('fit', `seed ${seed} other disk 2`)];
  return { kind: 'other-disk', folder: dice.one([PURCHASES, SALES]), papers, lengthMs: shortly(dice) };
}
