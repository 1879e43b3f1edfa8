import type { WallMs } from '../../../lib/duration.ts';
import { unreachable } from '../../../lib/unreachable.ts';
import { type Advance, to, unchanged } from '../advanced.ts';
import { isUnsent } from '../aside.ts';
import type { Item } from '../item.ts';
import type { ItemState } from '../item-state.ts';
import type { SentBefore, SentBeforeRule } from './sent-before.ts';

export type SentBeforeHappening =
  /** It waits, no byte of it has left, and it is like a document that was sent. `rule`: of its folder. */
  | { readonly kind: 'like-sent'; readonly before: SentBefore; readonly rule: SentBeforeRule }
  /** The document that it is like was refused, or its file was only moved elsewhere: it is looked at anew when it is to leave. */
  | { readonly kind: 'unlike-sent'; readonly itemId: Item['id'] };

export function isOfSentBefore(happening: { readonly kind: string }): happening is SentBeforeHappening {
  return happening.kind === 'like-sent' || happening.kind === 'unlike-sent';
}

/**
 * Whether the accountant has it, or may have it: other documents with its pages, or in its place, are asked about. A refused or unfit one is not there,
 * and what takes its place is its correction.
 */
export function wasSent(item: Pick<Item, 'state' | 'leftAt' | 'resubmission'>): boolean {
  switch (item.state.kind) {
    case 'uploading':
    case 'awaiting':
    case 'accepted':
      return true;
    case 'waiting':
    case 'held':
      return !isUnsent(item);
    case 'aside':
      // The others were declined by the service before.
      return !isUnsent(item) && item.state.why !== 'replaced' && item.state.unfit === undefined;
    case 'refused':
    case 'unfit':
      return false;
    default:
      return unreachable(item.state);
  }
}

export function withSentBefore(item: Item, happening: SentBeforeHappening, now: WallMs): Advance {
  const { state } = item;
  if (happening.kind === 'unlike-sent') {
    const isMeant = state.kind === 'held' && state.question.kind === 'sent-before' && state.question.itemId === happening.itemId;
    return isMeant ? to(item, now, { kind: 'waiting', dueAt: now, last: null }) : unchanged(item);
  }
  if (state.kind !== 'waiting' || !isUnsent(item) || item.sentBefore !== undefined) return unchanged(item);
  const { before, rule } = happening;
  if (rule === 'send') return { item: { ...item, sentBefore: { ...before, by: 'folder' } }, chores: [] };
  const next = stateOfLike(before, rule);
  return to(item, now, next, next.kind === 'held' ? ['tell-question'] : ['drop-spool']);
}

/** Of a document that is like one that was sent, if it is not sent by itself. */
export function stateOfLike(before: SentBefore, rule: Exclude<SentBeforeRule, 'send'>): ItemState {
  const question = { kind: 'sent-before', ...before } as const;
  return rule === 'ask' ? { kind: 'held', question } : { kind: 'aside', why: 'user', question: { ...question, by: 'folder' } };
}

/** The document that it was sent in spite of, once a user releases it. */
export function sentInSpiteOf({ state }: Item): Pick<Item, 'sentBefore'> {
  const question = state.kind === 'held' || state.kind === 'aside' ? state.question : undefined;
  if (question?.kind !== 'sent-before') return {};
  const { kind: _, by: _folder, ...sentBefore } = question;
  return { sentBefore };
}
