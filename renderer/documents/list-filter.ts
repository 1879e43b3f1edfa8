import type { ItemFilter } from '#shared/app-api/item-filter.ts';
import type { FilterCounts } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { BulkArrivalKey, DocumentsShow } from '../frame/place.ts';

/** `all`, or a choice that an address can name. */
export type Show = 'all' | DocumentsShow;

/** `open`: without refusals that were dealt with; `unproven`: including documents with an unproven answer. */
type Shown = { readonly states: readonly ItemStateKind[]; readonly asking: boolean; readonly unproven?: true; readonly open?: true };

/** Which states are shown together, grouped as people think of them. */
const SHOWN: Readonly<Record<Show, Shown>> = {
  all: { states: ['held', 'unfit', 'waiting', 'uploading', 'awaiting', 'accepted', 'refused'], asking: false },
  'needs-you': { states: ['refused', 'unfit', 'held'], asking: true, unproven: true, open: true },
  'under-way': { states: ['waiting', 'uploading', 'awaiting'], asking: false },
  done: { states: ['accepted'], asking: false },
  refused: { states: ['refused'], asking: false },
  unfit: { states: ['unfit'], asking: false },
  held: { states: ['held'], asking: false },
  unproven: { states: [], asking: false, unproven: true },
  'no-answer': { states: [], asking: true },
  aside: { states: ['aside'], asking: false },
};

/** The filters that the person chose. */
export type ListFilter = {
  readonly show: Show;
  readonly search: string;
  readonly companyId: CompanyId | null;
  readonly importType: Item['importType'] | null;
  /** `2026-11`, in the person's own time zone. */
  readonly month: string | null;
  /** Only documents that wait for one common answer. */
  readonly arrival?: BulkArrivalKey | undefined;
};

export const EVERYTHING: ListFilter = { show: 'all', search: '', companyId: null, importType: null, month: null };

/** The filter for the engine; a month begins and ends at midnight in the person's time zone. */
export function askedOf({ show, ...filter }: ListFilter): ItemFilter {
  const { states, asking, unproven, open } = SHOWN[show];
  return { ...narrowedTo(filter), states: [...states], asking, ...(unproven ? { unproven } : {}), ...(open ? { settled: false } : {}) };
}

/** The filter without the state, for the counts beside the states. */
export function narrowedTo({ search, companyId, importType, month, arrival }: Omit<ListFilter, 'show'>): ItemFilter {
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(companyId === null ? {} : { companyId }),
    ...(importType === null ? {} : { importType }),
    ...(month === null ? {} : spanOf(month)),
    ...(arrival === undefined ? {} : ofArrival(arrival)),
  };
}

export function isNarrowed({ search, companyId, importType, month, arrival }: ListFilter): boolean {
  return arrival !== undefined || search.trim() !== '' || companyId !== null || importType !== null || month !== null;
}

/** How many documents a choice would show. */
export function countOf(show: Show, { kinds, asking, unproven, settled }: FilterCounts): number {
  const shown = SHOWN[show];
  const beside = (shown.asking ? asking : 0) + (shown.unproven ? unproven : 0) - (shown.open ? settled : 0);
  return shown.states.reduce((sum, kind) => sum + kinds[kind], beside);
}

/** The longest menu that is still usable; older documents are found by searching. */
const MONTHS_MAX = 120;

/** All months from the current one back to that of the oldest document; some may be empty. */
export function monthsSince(oldest: number | null, now: number): readonly string[] {
  if (oldest === null) return [];
  const months: string[] = [];
  const [first, day] = [monthOf(oldest), new Date(now)];
  // The first, since stepping back from a 31st would skip shorter months.
  day.setDate(1);
  for (let at = 0; at < MONTHS_MAX && monthOf(day.getTime()) >= first; at += 1) {
    months.push(monthOf(day.getTime()));
    day.setMonth(day.getMonth() - 1);
  }
  return months;
}

export function firstDayOf(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(year, number - 1, 1);
}

function ofArrival({ companyId, importType, folderId }: BulkArrivalKey): ItemFilter {
  return { companyId, importType, question: { kind: 'flood', folderId } };
}

function spanOf(month: string): Pick<ItemFilter, 'from' | 'before'> {
  const day = firstDayOf(month);
  const from = wallMs(day.getTime());
  day.setMonth(day.getMonth() + 1);
  return { from, before: wallMs(day.getTime()) };
}

function monthOf(at: number): string {
  const day = new Date(at);
  return `${String(day.getFullYear()).padStart(4, '0')}-${String(day.getMonth() + 1).padStart(2, '0')}`;
}
