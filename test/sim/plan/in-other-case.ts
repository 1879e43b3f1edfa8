import { basename, dirname, join, sep } from 'node:path';
import type { Streams } from '../world/network/streams.ts';
import type { PlannedAction, Doing } from './action.ts';
import { diceOf } from './dice.ts';

/** How many of the names that somebody writes are written in another letter case than before. */
const ODDS = 0.25;

/**
 * On Windows one file goes by a name in any letter case: a scanner, a person and a program write it as they like. Drawn from a chance of its own,
 * deed by deed, so that it changes nothing of what else a seed does.
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
