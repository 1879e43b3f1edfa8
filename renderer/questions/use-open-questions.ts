import { useQuery } from '@tanstack/react-query';
import type { BulkArrival } from '#shared/app-api/folder-places.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { goTo, hashOf, type PageAddress } from '../frame/place.ts';
import { useEngine } from '../link/engine.ts';

export type OpenQuestion =
  | { readonly kind: 'bulk'; readonly place: PageAddress; readonly arrival: BulkArrival }
  | { readonly kind: 'type' | 'note'; readonly place: PageAddress; readonly item: Item };

export type OpenQuestions = {
  readonly all: readonly OpenQuestion[];
  /** Where the question shown is among them; -1 if it is none of them. */
  readonly at: number;
  readonly next: OpenQuestion | null;
  readonly previous: OpenQuestion | null;
  /** Goes to the next one, or to the overview if this was the last. */
  readonly goOn: () => void;
};

/** More questions than anybody answers one by one. */
const SHOWN_MAX = 500;

/** Everything that is asked on a page of its own, in the order of the overview. */
export function useOpenQuestions({ bulkArrivals = [] }: Overview, here: PageAddress): OpenQuestions {
  const { queries } = useEngine();
  const asked = useQuery(queries.items.list.queryOptions(heldFor('other-type'))).data?.items ?? [];
  const noteless = useQuery(queries.items.list.queryOptions(heldFor('note'))).data?.items ?? [];
  const all: readonly OpenQuestion[] = [
    ...bulkArrivals.map((arrival) => ({ kind: 'bulk', place: placeOfArrival(arrival), arrival }) as const),
    ...asked.map((item) => ({ kind: 'type', place: { kind: 'type-question', itemId: item.id }, item }) as const),
    ...noteless.map((item) => ({ kind: 'note', place: { kind: 'note-question', itemId: item.id }, item }) as const),
  ];
  const at = all.findIndex(({ place }) => hashOf(place) === hashOf(here));
  const others = at === -1 ? all : [...all.slice(at + 1), ...all.slice(0, at)];
  const next = others[0] ?? null;
  return { all, at, next, previous: others.at(-1) ?? null, goOn: () => goTo(next?.place ?? { kind: 'overview' }) };
}

function placeOfArrival({ companyId, importType, folderId }: BulkArrival): PageAddress {
  return { kind: 'bulk-question', arrival: { companyId, importType, folderId } };
}

function heldFor(kind: 'other-type' | 'note') {
  return { input: { states: ['held' as const], question: { kind }, limit: SHOWN_MAX } };
}
