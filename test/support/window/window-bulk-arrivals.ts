import type { BulkArrival, BulkArrivalAnswer, BulkArrivalView } from '#shared/app-api/folder-places.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isSeen, type SeenItem } from '#shared/domain/results/unseen.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { WindowState } from './window-state.ts';

export type Which = {
  readonly [member in keyof Pick<BulkArrival, 'companyId' | 'importType' | 'folderId'>]?: BulkArrival[member] | undefined;
};

/** One for each company and type; the folder is the first one watched for them. */
export function bulkArrivalsOf(items: readonly Item[], folders: Overview['folders']): BulkArrival[] {
  const held = items.filter(isBulkArrival);
  const keys = new Map(held.map((item) => [`${item.companyId} ${item.importType}`, item]));
  return Array.from(keys.values(), ({ companyId, importType }) => {
    const own = held.filter((item) => item.companyId === companyId && item.importType === importType);
    const times = own.map(({ foundAt }) => foundAt).toSorted((a, b) => a - b);
    const [oldest, newest] = [times[0] ?? wallMs(0), times.at(-1) ?? wallMs(0)];
    const folder = folders.find((one) => one.companyId === companyId && one.importType === importType);
    const names = own.slice(0, 3).map(({ name }) => name);
    const about = { folderId: folder?.id ?? null, path: folder?.path ?? null, why: folder === undefined ? 'unwatched' : 'before' } as const;
    return { companyId, importType, ...about, count: own.length, names, oldest, newest };
  });
}

type Viewed = Which & { readonly since?: number | undefined; readonly starts?: readonly number[] | undefined };

export function bulkArrivalOf(items: readonly Item[], { since = 0, starts, ...which }: Viewed): BulkArrivalView {
  const times = items.filter((item) => isMeant(item, which) && item.foundAt >= since).map(({ foundAt }) => foundAt);
  const [oldest = null] = times.toSorted((a, b) => a - b);
  const view = { count: times.length, oldest, newest: times.toSorted((a, b) => b - a)[0] ?? null };
  const within = (at: number, until: number): number => times.filter((time) => time >= at && time < until).length;
  return { ...view, ...(starts === undefined ? {} : { perStart: starts.map((start, at) => within(start, starts[at + 1] ?? Infinity)) }) };
}

export function answerBulkArrival(state: WindowState, which: Which, answer: BulkArrivalAnswer) {
  const { now, counts } = state.overview;
  const goes = ({ foundAt }: Item): boolean => (answer.kind === 'since' ? foundAt >= answer.at : answer.kind === 'all');
  const bulkArrival = state.items.filter((item) => isMeant(item, which));
  const sent = bulkArrival.filter(goes).length;
  const aside = bulkArrival.length - sent;
  state.items = state.items.map((item): Item => {
    if (!isMeant(item, which)) return item;
    const next = goes(item)
      ? ({ kind: 'waiting', dueAt: now, last: null } as const)
      : ({ kind: 'aside', why: 'person', question: { kind: 'flood' } } as const);
    return { ...item, state: next, stateSince: now };
  });
  const moved = { held: counts.held - bulkArrival.length, waiting: counts.waiting + sent, aside: counts.aside + aside };
  state.overview = { ...state.overview, counts: { ...counts, ...moved } };
  return { sent, aside, at: now };
}

export function takeBackBulkAnswer(state: WindowState, { companyId, importType }: Which): number {
  const isMeantBack = (item: Item): boolean =>
    item.state.kind === 'aside' && item.state.question?.kind === 'flood' && item.companyId === companyId && item.importType === importType;
  const held = state.items.filter(isMeantBack).length;
  state.items = state.items.map((item) => (isMeantBack(item) ? { ...item, state: { kind: 'held', question: { kind: 'flood' } } } : item));
  const { counts } = state.overview;
  state.overview = { ...state.overview, counts: { ...counts, held: counts.held + held, aside: counts.aside - held } };
  return held;
}

export function replacedByOf(items: readonly Item[], { id }: Item): ItemId | null {
  return items.find(({ replaces }) => replaces === id)?.id ?? null;
}

function isMeant(item: Item, { companyId = item.companyId, importType }: Which): boolean {
  return isBulkArrival(item) && item.companyId === companyId && item.importType === (importType ?? item.importType);
}

function isBulkArrival(item: Item): item is SeenItem {
  const { state } = item;
  return isSeen(item) && state.kind === 'held' && state.question.kind === 'flood';
}
