import type { Item } from './item.ts';
import { maySettle } from './settled.ts';

/** Refused, or not taken by the service: what a person may send once more, because the cause is gone (decision 12). What was dealt with is not. */
export function maySendAgain({ state }: Item): boolean {
  if (state.kind === 'held') return state.question.kind === 'unclear-answer';
  return maySettle({ state }) || (state.kind === 'unfit' && state.by === 'service');
}
