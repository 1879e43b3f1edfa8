import { z } from 'zod';
import type { Item } from '../../domain/item/item.ts';
import { isResolved } from '../../domain/item/resolved.ts';
import { unprovenOf } from '../../domain/results/unproven.ts';

/** `newest` and `oldest`: by when a document was found. `name`: as people read names. `state`: what needs the person first. */
export const SORTS = ['newest', 'oldest', 'name', 'state'] as const;
export type Sort = (typeof SORTS)[number];
export const sortSchema = z.enum(SORTS);

/** The states in the order of the list, as they are shown: some kinds are shown in several ways. Within a state, the newest come first. */
export const STATE_ORDER = [
  'refused',
  'unfit',
  'held',
  'unproven',
  'no-answer',
  'uploading',
  'waiting',
  'awaiting',
  'accepted',
  'settled',
  'aside',
] as const;
export type OrderedState = (typeof STATE_ORDER)[number];

export function orderedStateOf(item: Item): OrderedState {
  if (unprovenOf(item) !== null) return 'unproven';
  const { state } = item;
  if (state.kind === 'awaiting' && state.noAnswer?.askedAt === null) return 'no-answer';
  return isResolved(item) ? 'settled' : state.kind;
}
