import type { ItemState } from '../domain/item/item-state.ts';

/** The words for a state. A document that is left as it is says why, and one whose file disappeared says so. */
export function stateKey(state: ItemState) {
  if (state.kind === 'aside') return `state.aside.${state.why}` as const;
  return state.kind === 'held' && state.question.kind === 'gone' ? 'state.held.gone' : (`state.${state.kind}` as const);
}
