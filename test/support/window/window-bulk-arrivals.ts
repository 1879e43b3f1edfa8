import type { BulkArrivalAnswer, BulkArrivalView } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { WindowState } from './window-state.ts';

export function bulkArrivalOf(items: readonly Item[], since = 0): BulkArrivalView {
  const times = items.filter((item) => isBulkArrival(item) && item.foundAt >= since).map(({ foundAt }) => foundAt);
  const [oldest = null] = times.toSorted((a, b) => a - b);
  return { count: times.length, oldest, newest: times.toSorted((a, b) => b - a)[0] ?? null };
}

export function answerBulkArrival(state: WindowState, answer: BulkArrivalAnswer): { sent: number; aside: number } {
  const { now, counts } = state.overview;
  const goes = ({ foundAt }: Item): boolean => (answer.kind === 'since' ? foundAt >= answer.at : answer.kind === 'all');
  const bulkArrival = state.items.filter(isBulkArrival);
  const sent = bulkArrival.filter(goes).length;
  const aside = bulkArrival.length - sent;
  state.items = state.items.map((item): Item => {
    if (!isBulkArrival(item)) return item;
    const next = goes(item) ? ({ kind: 'waiting', dueAt: now, last: null } as const) : ({ kind: 'aside', why: 'person' } as const);
    return { ...item, state: next, stateSince: now };
  });
  const moved = { held: counts.held - bulkArrival.length, waiting: counts.waiting + sent, aside: counts.aside + aside };
  state.overview = { ...state.overview, counts: { ...counts, ...moved } };
  return { sent, aside };
}

export function replacedByOf(items: readonly Item[], { id }: Item): ItemId | null {
  return items.find(({ replaces }) => replaces === id)?.id ?? null;
}

function isBulkArrival({ state }: Item): boolean {
  return state.kind === 'held' && state.question.kind === 'flood';
}
