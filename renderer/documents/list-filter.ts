import type { ItemFilter } from '#shared/app-api/list/item-filter.ts';
import type { FilterCounts } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import type { BulkArrivalKey, DocumentsShow } from '../frame/place.ts';
import { type Calendar, type Dates, spanOf } from './dates/dates.ts';

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

/** The filters that the user chose. */
export type ListFilter = {
  readonly show: Show;
  readonly search: string;
  readonly companyId: CompanyId | null;
  readonly importType: Folder['importType'] | null;
  readonly dates: Dates | null;
  /** Only documents that wait for one common answer. */
  readonly arrival?: BulkArrivalKey | undefined;
};

export const EVERYTHING: ListFilter = { show: 'all', search: '', companyId: null, importType: null, dates: null };

/** The filter for the engine; days begin and end at midnight in the user's time zone. */
export function askedOf({ show, ...filter }: ListFilter, calendar: Calendar): ItemFilter {
  const { states, asking, unproven, open } = SHOWN[show];
  return {
    ...narrowedTo(filter, calendar),
    states: [...states],
    asking,
    ...(unproven ? { unproven } : {}),
    ...(open ? { resolved: false } : {}),
  };
}

/** The filter without the state, for the counts beside the states. */
export function narrowedTo({ search, companyId, importType, dates, arrival }: Omit<ListFilter, 'show'>, calendar: Calendar): ItemFilter {
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(companyId === null ? {} : { companyId }),
    ...(importType === null ? {} : { importType }),
    ...(dates === null ? {} : spanOf(dates, calendar)),
    ...(arrival === undefined ? {} : ofArrival(arrival)),
  };
}

export function isNarrowed(filter: ListFilter): boolean {
  return filter.search.trim() !== '' || chosenCount(filter) > 0;
}

/** How many of the filters beside the search are in use. */
export function chosenCount({ companyId, importType, dates, arrival }: ListFilter): number {
  return [companyId, importType, dates, arrival ?? null].filter((chosen) => chosen !== null).length;
}

/** How many documents a choice would show. */
export function countOf(show: Show, { kinds, asking, unproven, resolved }: FilterCounts): number {
  const shown = SHOWN[show];
  const beside = (shown.asking ? asking : 0) + (shown.unproven ? unproven : 0) - (shown.open ? resolved : 0);
  return shown.states.reduce((sum, kind) => sum + kinds[kind], beside);
}

function ofArrival({ companyId, importType, folderId }: BulkArrivalKey): ItemFilter {
  return { companyId, importType, question: { kind: 'bulk-arrival', folderId } };
}
