import type { Random } from '#shared/ports/world.ts';

/** Draws from one seed's random stream. */
export type Dice = {
  readonly chance: (odds: number) => boolean;
  /** A whole number from 0 up to, but not including, `most`. */
  readonly below: (most: number) => number;
  readonly one: <T>(of: readonly [T, ...T[]]) => T;
};

export function diceOf(random: Random): Dice {
  const below = (most: number): number => Math.floor(random.fraction() * most);
  return { chance: (odds) => random.fraction() < odds, below, one: (of) => of[below(of.length)] ?? of[0] };
}
