import { joinOf } from '#electron/journal/items/list/chosen-rows.ts';
import { groupsOfRows } from '#renderer/documents/use-listing.ts';
import { type Chosen, CHOSEN_MAX, type ItemFilter, orderedStateOf, type Sort, STATE_ORDER } from '#shared/app-api/list/item-filter.ts';
import type { ChosenView, FilterCounts, FoundBy, ItemGroup, ItemPage } from '#shared/app-api/views.ts';
import { isResolved, mayAllow, mayPutAside, mayPutBack, mayResolve, maySendAgain } from '#shared/domain/item/aside.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { PARTS_MAX } from '#shared/domain/item/joining/parts.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';
import { isInGroup } from './window-questions.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { foldText } from '#shared/lib/text/fold-text.ts';
import { nameKey } from '#shared/lib/file-names.ts';

type ListOf = ItemFilter & {
  readonly after?: string | undefined;
  readonly upTo?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit: number;
  readonly sort?: Sort | undefined;
};

/** As the journal answers; a cursor is a document's distance from the end of the whole list. */
export function pageOf(items: readonly Item[], { after, upTo, offset = 0, limit, sort = 'newest', ...filter }: ListOf): ItemPage {
  const matching = numbered(items, filter);
  const shown = sorted(upTo === undefined ? matching : matching.filter(({ n }) => n <= Number(upTo)), sort);
  const from = shown.slice(after === undefined ? 0 : shown.findIndex(({ n }) => n === Number(after)) + 1);
  const page = from.slice(offset, offset + limit);
  const last = page.at(-1);
  return {
    items: page.map(({ item }) => item),
    ...foundIn(page, filter.search ?? ''),
    total: shown.length,
    top: page.length === 0 ? null : (upTo ?? String(items.length)),
    newer: matching.length - shown.length,
    next: last === undefined || offset + limit >= from.length ? null : String(last.n),
  };
}

export function groupsOf(
  items: readonly Item[],
  of: Pick<ListOf, 'upTo' | 'sort'> & { readonly filter: ItemFilter },
): readonly ItemGroup[] {
  const page = pageOf(items, { ...of.filter, upTo: of.upTo, sort: of.sort, limit: items.length });
  return groupsOfRows(page.items, of.sort ?? 'newest');
}

export function countOf(items: readonly Item[], filter: ItemFilter): FilterCounts {
  const those = numbered(items, filter).map(({ item }) => item);
  const [asking, resolved] = [those.filter(asksNow).length, those.filter(isResolved).length];
  const unproven = those.filter((item) => unprovenOf(item) !== null).length;
  return { kinds: kindsOf(those), asking, unproven, resolved };
}

export function idsOf(
  items: readonly Item[],
  of: Pick<ListOf, 'upTo' | 'sort'> & { readonly filter: ItemFilter; readonly offset: number; readonly limit: number },
): ItemId[] {
  const page = pageOf(items, { ...of.filter, upTo: of.upTo, sort: of.sort, offset: of.offset, limit: of.limit });
  return page.items.map(({ id }) => id);
}

export function chosenOf(items: readonly Item[], of: Chosen): readonly Item[] {
  if (of.kind === 'items') return items.filter(({ id }) => of.itemIds.includes(id));
  const { upTo, except = [] } = of;
  const those = numbered(items, of.filter).filter(({ n, item }) => (upTo === undefined || n <= Number(upTo)) && !except.includes(item.id));
  return those.map(({ item }) => item);
}

export function chosenView(items: readonly Item[], of: Chosen): ChosenView {
  const those = chosenOf(items, of);
  const able = (may: (item: Item) => boolean): ItemId[] =>
    those
      .filter(may)
      .map(({ id }) => id)
      .slice(0, CHOSEN_MAX);
  const answers = { sendAgain: able(maySendAgain), allow: able(mayAllow), putAside: able(mayPutAside), putBack: able(mayPutBack) };
  const byName = those.toSorted((a, b) => (nameKey(a.name) < nameKey(b.name) ? -1 : 1)).slice(0, PARTS_MAX + 1);
  const others = { resolve: able(mayResolve), unresolve: able(isResolved), takeAccepted: able(saysAccepted), join: joinOf(byName) };
  return { kinds: kindsOf(those), ...answers, ...others };
}

function numbered(items: readonly Item[], filter: ItemFilter): readonly Numbered[] {
  return items
    .map((item, at) => ({ item, n: items.length - at }))
    .filter(({ item }) => matches(item, filter) && (filter.bulkArrival === undefined || !isInGroup(item, items)));
}

type Numbered = { readonly item: Item; readonly n: number };

function sorted(items: readonly Numbered[], sort: Sort): readonly Numbered[] {
  if (sort === 'newest') return items;
  if (sort === 'oldest') return items.toReversed();
  const keyed = items.map((one) => ({ one, key: sort === 'name' ? nameKey(one.item.name) : rankOf(one.item) }));
  return keyed
    .toSorted((a, b) => (a.key === b.key ? (sort === 'name' ? a.one.n - b.one.n : b.one.n - a.one.n) : a.key < b.key ? -1 : 1))
    .map(({ one }) => one);
}

function rankOf(item: Item): number {
  return STATE_ORDER.indexOf(orderedStateOf(item));
}

function matches(item: Item, filter: ItemFilter): boolean {
  const {
    states = [],
    asking = false,
    companyId,
    importType,
    search = '',
    from,
    before,
    bulkArrival,
    resolved,
    unproven = false,
    question,
  } = filter;
  return (
    ((states.length === 0 && !asking && !unproven) ||
      states.includes(item.state.kind) ||
      (asking && asksNow(item)) ||
      (unproven && unprovenOf(item) !== null)) &&
    (companyId === undefined || item.companyId === companyId) &&
    (importType === undefined || item.importType === importType) &&
    (bulkArrival === undefined || item.state.kind !== 'held' || item.state.question.kind !== 'bulk-arrival') &&
    (question === undefined || (item.state.kind === 'held' && item.state.question.kind === question.kind)) &&
    (resolved === undefined || isResolved(item) === resolved) &&
    (from === undefined || item.foundAt >= from) &&
    (before === undefined || item.foundAt < before) &&
    wordsOf(search).every((word) => isNamed(item, word) || foundBy(item, word) !== null)
  );
}

function wordsOf(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

function isNamed(item: Item, typed: string): boolean {
  const name = foldText(item.name);
  return foldText(typed)
    .split(' ')
    .every((word) => name.includes(word));
}

function foundBy({ state, reference }: Item, word: string): FoundBy | null {
  const number = 'documentId' in state ? (state.documentId ?? '') : '';
  const digits = word.replaceAll('-', '');
  if (digits.length >= 6 && number.replaceAll('-', '').startsWith(digits)) return { kind: 'number', value: number };
  return word.length >= 8 && reference?.startsWith(word) === true ? { kind: 'reference', value: reference } : null;
}

function foundIn(page: readonly Numbered[], search: string): Pick<ItemPage, 'found'> {
  const found = page.flatMap(({ item }) =>
    wordsOf(search).flatMap((word) => {
      const by = foundBy(item, word);
      return by === null ? [] : [[item.id, by] as const];
    }),
  );
  return found.length === 0 ? {} : { found: Object.fromEntries(found) };
}

export function asksNow(item: Item): boolean {
  return item.state.kind === 'awaiting' && item.state.unproven === undefined && item.state.noAnswer?.askedAt === null;
}

function saysAccepted(item: Item): boolean {
  return unprovenOf(item)?.kind === 'accepted';
}

function kindsOf(items: readonly Item[]): FilterCounts['kinds'] {
  const { noAnswer: _, unproven: __, resolved: ___, ...kinds } = { ...NO_COUNTS };
  return items.reduce((counts, { state }) => ({ ...counts, [state.kind]: counts[state.kind] + 1 }), kinds);
}
