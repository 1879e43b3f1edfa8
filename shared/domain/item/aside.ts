import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import type { Question } from './question.ts';

/** Only while nothing of it has left, and a question waits for the person's answer. */
export function mayPutAside(item: Item): boolean {
  if (item.state.kind !== 'held') return false;
  // Whether it was received is what is asked here, so the person may leave it at that; a result still comes through.
  return item.state.question.kind === 'maybe-received' || isUnsent(item);
}

/** What is held, and what a person put aside, goes when the person says so. */
export function mayAllow({ state }: Item): boolean {
  return state.kind === 'held' || (state.kind === 'aside' && state.why === 'person');
}

/** What was begun goes on with the bytes that were begun; what the service declined has nothing left to go on with. */
export function mayReplace(item: Item): boolean {
  if (item.state.kind === 'unfit') return true;
  return (item.state.kind === 'held' || item.state.kind === 'waiting') && isUnsent(item);
}

export function wasReplaced({ state }: Item): boolean {
  return state.kind === 'aside' && state.why === 'replaced';
}

/** What is under way is not stopped: it ends as it ends, and waits aside after that. */
export function mayWaitAside({ state }: Item): boolean {
  return state.kind === 'waiting' || state.kind === 'held';
}

export function setAside({ state }: Item): ItemState {
  return state.kind === 'held' ? { kind: 'aside', why: 'removed', question: state.question } : { kind: 'aside', why: 'removed' };
}

export function wasRemoved({ state }: Item): boolean {
  return state.kind === 'aside' && state.why === 'removed';
}

/** What was asked before its company was removed; of the rest, whether it is still to be sent: it may have gone another way meanwhile. */
export function questionOf({ state }: Item): Question {
  return (state.kind === 'aside' ? state.question : undefined) ?? { kind: 'flood' };
}

/** No intent was ever written, under any number: the service cannot have a byte of it. */
function isUnsent({ reference, resubmission }: Item): boolean {
  return reference === null && resubmission === 0;
}
