import type { Item } from './item.ts';
import { mayResolve } from './resolved.ts';
import { isLetGo, takenOf } from '../results/unproven.ts';

/** Refused, or not taken by the service: what a person may send once more, because the cause is gone (C12). What was dealt with is not, and what a person took unproven only when that was asked for. */
export function maySendAgain({ state }: Item): boolean {
  if (state.kind === 'held') return state.question.kind === 'unclear-answer';
  return (mayResolve({ state }) && isLetGo(takenOf({ state }) ?? undefined)) || (state.kind === 'unfit' && state.by === 'service');
}
