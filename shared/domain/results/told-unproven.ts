import type { WallMs } from '../../lib/duration.ts';
import { unreachable } from '../../lib/unreachable.ts';
import { type Advance, to, unchanged } from '../item/advanced.ts';
import type { Item } from '../item/item.ts';
import { mayAskToSendAgain, unprovenOf } from './unproven.ts';
import type { Unproven } from './unproven-schemas.ts';
import type { ItemResult } from './weigh-results.ts';

export type UnprovenHappening =
  /** A result that only the relay vouches for: shown beside the awaited document. */
  | { readonly kind: 'told-unproven'; readonly result: ItemResult }
  /** Nothing supports it any longer: its key is distrusted, or another relay is configured. */
  | { readonly kind: 'unproven-gone' }
  /** The user accepts it as the result. */
  | { readonly kind: 'unproven-taken' }
  /** The user wants to be able to send such a refusal again all the same. */
  | { readonly kind: 'send-again-wanted' };

/** Handles unproven answers (C37): never a state of their own, and never a chore. */
export function withUnproven(item: Item, happening: UnprovenHappening, now: WallMs): Advance {
  switch (happening.kind) {
    case 'told-unproven':
      return noteUnproven(item, happening.result, now);
    case 'unproven-gone':
      return gone(item);
    case 'unproven-taken':
      return takeUnproven(item, now);
    case 'send-again-wanted':
      if (item.state.kind !== 'refused' || item.state.unproven === undefined || !mayAskToSendAgain(item)) return unchanged(item);
      return { item: { ...item, state: { ...item.state, unproven: { ...item.state.unproven, sendAgain: true } } }, chores: [] };
    default:
      return unreachable(happening);
  }
}

function noteUnproven(item: Item, result: ItemResult, now: WallMs): Advance {
  const { state } = item;
  if (state.kind !== 'awaiting' || (state.documentId !== null && state.documentId !== result.documentId)) return unchanged(item);
  if (state.unproven !== undefined && isSame(state.unproven, result)) return unchanged(item);
  return { item: { ...item, state: { ...state, unproven: { ...result, seenAt: now } } }, chores: [] };
}

function isSame(before: Unproven, { kind, documentId, at, rejectedAt, reason }: ItemResult): boolean {
  const isDatedSo = before.at === at && before.rejectedAt === rejectedAt;
  return before.kind === kind && before.documentId === documentId && isDatedSo && before.reason === reason;
}

function gone(item: Item): Advance {
  if (item.state.kind !== 'awaiting' || item.state.unproven === undefined) return unchanged(item);
  const { unproven: _, ...state } = item.state;
  return { item: { ...item, state }, chores: [] };
}

function takeUnproven(item: Item, now: WallMs): Advance {
  const unproven = unprovenOf(item);
  if (unproven === null) return unchanged(item);
  const { seenAt: _, ...result } = unproven;
  return to(item, now, { ...result, contradicted: false, unproven: { takenAt: now } });
}
