import type { ItemState } from './item-state.ts';

export type Unfitness = Pick<Extract<ItemState, { kind: 'unfit' }>, 'by' | 'problem' | 'withheld'>;

/** Why a document cannot be sent as it is, also while a user ignores it; undefined for all others. */
export function unfitnessOf(state: ItemState): Unfitness | undefined {
  if (state.kind === 'aside') return state.why === 'user' ? state.unfit : undefined;
  return state.kind === 'unfit' ? state : undefined;
}
