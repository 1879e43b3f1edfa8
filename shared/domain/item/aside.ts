import { type Advance, to, unchanged } from './advanced.ts';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import type { Question } from './question.ts';
import type { WallMs } from '../../lib/duration.ts';

/** Whether a person may put it aside: only while none of it has left, and a question waits for an answer. */
export function mayPutAside(item: Item): boolean {
  if (item.state.kind !== 'held') return false;
  // The question is whether it was received, so the person may leave it open; a result still gets through.
  return item.state.question.kind === 'maybe-received' || isUnsent(item);
}

/**
 * Keeps the question, for a person who takes it back. `question`: the one that the person has just answered about it and another document; with
 * it, a document that waits may be put aside too, while no byte of it has left.
 */
export function putAside(item: Item, question: Question | undefined, now: WallMs): Advance {
  if (item.state.kind === 'waiting' && question !== undefined && isUnsent(item)) {
    return to(item, now, { kind: 'aside', why: 'person', question }, ['drop-spool']);
  }
  if (item.state.kind !== 'held' || !mayPutAside(item)) return unchanged(item);
  return to(item, now, { kind: 'aside', why: 'person', question: item.state.question });
}

/** Held again as before. An item that an older version put aside has lost its question, and stays. */
export function putBack(item: Item, now: WallMs): Advance {
  const { state } = item;
  if (state.kind !== 'aside' || state.why !== 'person' || state.question === undefined) return unchanged(item);
  return to(item, now, { kind: 'held', question: state.question });
}

/** Whether a person may release it: it is held, or a person put it aside. */
export function mayAllow({ state }: Item): boolean {
  return state.kind === 'held' || (state.kind === 'aside' && state.why === 'person');
}

/** Whether another content may replace it. A sending that has begun continues with its bytes; an unfit item has nothing to continue. */
export function mayReplace(item: Item): boolean {
  if (item.state.kind === 'unfit') return true;
  return (item.state.kind === 'held' || item.state.kind === 'waiting') && isUnsent(item);
}

export function wasReplaced({ state }: Item): boolean {
  return state.kind === 'aside' && state.why === 'replaced';
}

/** Whether it may be set aside with its company. An upload under way is not stopped; its item is set aside afterwards. */
export function mayWaitAside({ state }: Item): boolean {
  return state.kind === 'waiting' || state.kind === 'held';
}

export function setAside({ state }: Item): ItemState {
  return state.kind === 'held' ? { kind: 'aside', why: 'removed', question: state.question } : { kind: 'aside', why: 'removed' };
}

export function wasRemoved({ state }: Item): boolean {
  return state.kind === 'aside' && state.why === 'removed';
}

/** The question from before its company was removed; for other items, whether to send them at all: they may have gone another way meanwhile. */
export function questionOf({ state }: Item): Question {
  return (state.kind === 'aside' ? state.question : undefined) ?? { kind: 'flood' };
}

/** No intent was ever written, under any number: the service cannot have a byte of it. */
function isUnsent({ reference, resubmission }: Item): boolean {
  return reference === null && resubmission === 0;
}
