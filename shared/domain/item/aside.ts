import { type Advance, to, unchanged } from './advanced.ts';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import type { Question } from './question.ts';
import type { WallMs } from '../../lib/duration.ts';
import { unreachable } from '../../lib/unreachable.ts';
import type { Failure } from './failure.ts';
import { isLetGo, takenOf } from '../results/unproven.ts';

/**
 * Whether a user may ignore it: it asks something, or cannot be sent. One that may have left already is no exception: ignoring it claims
 * nothing about that, and a result still gets through.
 */
export function mayPutAside({ state }: Pick<Item, 'state'>): boolean {
  return state.kind === 'held' || state.kind === 'unfit';
}

/**
 * Keeps what was open, for a user who takes it back. `question`: the one that the user has just answered about it and another document; with
 * it, a document that waits may be put aside too, while no byte of it has left.
 */
export function putAside(item: Item, question: Question | undefined, now: WallMs): Advance {
  if (item.state.kind === 'waiting' && question !== undefined && isUnsent(item)) {
    return to(item, now, { kind: 'aside', why: 'user', question }, ['drop-spool']);
  }
  return mayPutAside(item) ? to(item, now, { kind: 'aside', why: 'user', ...openIn(item.state) }) : unchanged(item);
}

/** Whether a user may take the ignoring back. An item that an older version put aside has lost its question, and can only be sent. */
export function mayPutBack({ state }: Pick<Item, 'state'>): boolean {
  return state.kind === 'aside' && state.why === 'user' && (state.question !== undefined || state.unfit !== undefined);
}

/** Held or unfit again, exactly as before. */
export function putBack(item: Item, now: WallMs): Advance {
  const before = mayPutBack(item) ? reopened(item.state) : null;
  return before === null ? unchanged(item) : to(item, now, before);
}

/**
 * Whether a user may release it: only their word is missing, and there is a file to send. About entries, a word without a look at their lines is none
 * (`mayAllowEntries`).
 */
export function mayAllow({ state }: Pick<Item, 'state'>): boolean {
  return isForUser(state) && !['gone', 'entries', 'entries-missing'].includes(state.question?.kind ?? '');
}

/** Whether it is a scan that is held for its entries: only a user who says so of this one has it sent without them, and no yes to many documents at once. */
export function maySendWithoutEntries({ state }: Pick<Item, 'state'>): boolean {
  return isForUser(state) && state.question?.kind === 'entries-missing';
}

/** Whether a user's answer is awaited, or can still be given about what they ignore. */
export function isForUser(state: ItemState): state is Extract<ItemState, { kind: 'held' | 'aside' }> {
  return state.kind === 'held' || (state.kind === 'aside' && state.why === 'user' && state.unfit === undefined);
}

/** Whether another content may replace it. A sending that has begun continues with its bytes; an unfit item has nothing to continue. */
export function mayReplace(item: Item): boolean {
  if (item.state.kind === 'unfit') return true;
  return (item.state.kind === 'held' || item.state.kind === 'waiting') && isUnsent(item);
}

/** Whether it may be set aside with its company. An upload under way is not stopped; its item is set aside afterwards. */
export function mayWaitAside({ state }: Item): boolean {
  return state.kind === 'waiting' || state.kind === 'held';
}

export function setAside({ state }: Item): ItemState {
  return { kind: 'aside', why: 'removed', ...openIn(state) };
}

export function wasRemoved({ state }: Item): boolean {
  return state.kind === 'aside' && state.why === 'removed';
}

/** The question from before its company was removed; for other items, whether to send them at all: they may have gone another way meanwhile. */
export function questionOf({ state }: Item): Question {
  return (state.kind === 'aside' ? state.question : undefined) ?? { kind: 'bulk-arrival' };
}

/** What a user would have to answer or mend, as an item that is put aside keeps it. */
export function openIn(state: ItemState): Pick<Extract<ItemState, { kind: 'aside' }>, 'question' | 'unfit'> {
  if (state.kind === 'held') return { question: state.question };
  if (state.kind !== 'unfit') return {};
  const { kind: _, ...unfit } = state;
  return { unfit };
}

/** The state that was put aside; null if that is not known. */
export function reopened(state: ItemState): ItemState | null {
  if (state.kind !== 'aside') return null;
  if (state.unfit !== undefined) return { kind: 'unfit', ...state.unfit };
  if (state.question === undefined) return null;
  // A user decides now, whatever the folder's setting decided.
  const { by: _, ...question } = { by: undefined, ...state.question };
  return { kind: 'held', question };
}

/** No byte of it has left this computer, under any number; the first sending of one that is sent again may have been another computer's. */
export function isUnsent({ leftAt, resubmission }: Pick<Item, 'leftAt' | 'resubmission'>): boolean {
  return leftAt === null && resubmission === 0;
}

/** Whether the accountant may have it, from here or from another computer. */
export function mayHaveLeft(item: Pick<Item, 'leftAt' | 'resubmission' | 'receivedAt' | 'sentElsewhere'>): boolean {
  return !isUnsent(item) || item.receivedAt !== null || item.sentElsewhere;
}

/** Whether an upload with this failure cannot have reached the service: it ended before a byte of the document left, or at a blocking proxy. */
export function neverLeft(kind: Failure['kind']): boolean {
  switch (kind) {
    case 'offline':
    case 'certificate':
    case 'clock':
    case 'proxy':
    case 'no-token':
    case 'credentials':
    case 'no-file':
    case 'spool':
    case 'company':
      return true;
    case 'broken':
    case 'timed-out':
    case 'forbidden':
    case 'service':
    case 'not-understood':
      return false;
    default:
      return unreachable(kind);
  }
}

/**
 * Whether a user may send it once more because the cause is gone (C12): refused, or not taken by the service. Not a refusal that was dealt
 * with; one that a user accepted unproven only after the user asked for that.
 */
export function maySendAgain({ state }: Item): boolean {
  if (state.kind === 'held') return state.question.kind === 'unclear-answer';
  return (mayResolve({ state }) && isLetGo(takenOf({ state }) ?? undefined)) || (state.kind === 'unfit' && state.by === 'service');
}

export function isResolved({ state }: { readonly state: ItemState }): boolean {
  return state.kind === 'refused' && state.resolved !== undefined;
}

export function mayResolve({ state }: Pick<Item, 'state'>): boolean {
  return state.kind === 'refused' && state.resolved === undefined;
}
