import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Doing, Planned } from './action.ts';
import type { Dice } from './dice.ts';

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
export function drawWishes(dice: Dice, { stormMs }: { readonly stormMs: number }): Planned[] {
  return ODDS.flatMap(([odds, from, draw]) =>
    dice.chance(odds) ? [{ atMs: Math.floor(stormMs * from) + dice.below(stormMs * (1 - from)), doing: draw(dice) }] : [],
  );
}
