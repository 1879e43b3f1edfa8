import { basename, dirname, join, sep } from 'node:path';
import type { Streams } from '../world/network/streams.ts';
import type { PlannedAction, Doing } from './action.ts';
import { diceOf } from './dice.ts';

/** The share of written names whose letter case differs from before. */
const ODDS = 0.25;

/**
 * On Windows a file is found by its name in any letter case: scanners, people and programs write it as they like. Each deed draws from a
 * random stream of its own, so the rest of the seed does not change.
 */
export function inOtherCase(streams: Streams, actions: readonly PlannedAction[]): readonly PlannedAction[] {
  if (sep !== '\\') return actions;
  return actions.map(({ id, atMs, doing }) => {
    const dice = diceOf(streams(`letter case ${id}`));
    return { id, atMs, doing: written(doing, (path) => (dice.chance(ODDS) ? inCapitals(path) : path)) };
  });
}

function written(doing: Doing, as: (path: string) => string): Doing {
  if (doing.kind === 'rename') return { ...doing, from: as(doing.from), to: as(doing.to) };
  return doing.kind === 'put' || doing.kind === 'remove' || doing.kind === 'file-held' ? { ...doing, path: as(doing.path) } : doing;
}

function inCapitals(path: string): string {
  return join(dirname(path), basename(path).toUpperCase());
}
