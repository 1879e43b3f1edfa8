import type { FloodAnswer, FloodView } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { WindowState } from './window-state.ts';

export function floodOf(items: readonly Item[], since = 0): FloodView {
  const times = items.filter((item) => isFlood(item) && item.foundAt >= since).map(({ foundAt }) => foundAt);
  const [oldest = null] = times.toSorted((a, b) => a - b);
  return { count: times.length, oldest, newest: times.toSorted((a, b) => b - a)[0] ?? null };
}

export function answerFlood(state: WindowState, answer: FloodAnswer): { sent: number; aside: number } {
  const { now, counts } = state.overview;
  const goes = ({ foundAt }: Item): boolean => (answer.kind === 'since' ? foundAt >= answer.at : answer.kind === 'all');
  const flood = state.items.filter(isFlood);
  const sent = flood.filter(goes).length;
  const aside = flood.length - sent;
  state.items = state.items.map((item): Item => {
    if (!isFlood(item)) return item;
    const next = goes(item) ? ({ kind: 'waiting', dueAt: now, last: null } as const) : ({ kind: 'aside', why: 'person' } as const);
    return { ...item, state: next, stateSince: now };
  });
  const moved = { held: counts.held - flood.length, waiting: counts.waiting + sent, aside: counts.aside + aside };
  state.overview = { ...state.overview, counts: { ...counts, ...moved } };
  return { sent, aside };
}

export function replacedByOf(items: readonly Item[], { id }: Item): ItemId | null {
  return items.find(({ replaces }) => replaces === id)?.id ?? null;
}

function isFlood({ state }: Item): boolean {
  return state.kind === 'held' && state.question.kind === 'flood';
}
