import type { Item } from './item.ts';
import { mayResolve } from './resolved.ts';
import { isLetGo, takenOf } from '../results/unproven.ts';

/**
 * Whether a person may send it once more because the cause is gone (C12): refused, or not taken by the service. Not a refusal that was dealt
 * with; one that a person accepted unproven only after the person asked for that.
 */
export function maySendAgain({ state }: Item): boolean {
  if (state.kind === 'held') return state.question.kind === 'unclear-answer';
  return (mayResolve({ state }) && isLetGo(takenOf({ state }) ?? undefined)) || (state.kind === 'unfit' && state.by === 'service');
}
