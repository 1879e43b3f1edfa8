import { CHOSEN_MAX, type Chosen, type ItemFilter } from '#shared/app-api/item-filter.ts';
import type { ChosenView, FilterCounts, ItemPage } from '#shared/app-api/views.ts';
import { mayAllow, mayPutAside } from '#shared/domain/item/aside.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { maySendAgain } from '#shared/domain/item/may-send-again.ts';
import { isResolved, mayResolve } from '#shared/domain/item/resolved.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { foldText } from '#shared/lib/fold-text.ts';

type ListOf = ItemFilter & {
  readonly after?: string | undefined;
  readonly upTo?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit: number;
};

/** As the journal answers; a cursor is a document's distance from the end of the whole list. */
export function pageOf(items: readonly Item[], { after, upTo, offset = 0, limit, ...filter }: ListOf): ItemPage {
  const matching = numbered(items, filter);
  const shown = upTo === undefined ? matching : matching.filter(({ n }) => n <= Number(upTo));
  const from = after === undefined ? shown : shown.filter(({ n }) => n < Number(after));
  const page = from.slice(offset, offset + limit);
  const [first, last] = [page[0], page.at(-1)];
  return {
    items: page.map(({ item }) => item),
    total: shown.length,
    top: first === undefined ? null : String(first.n),
    newer: matching.length - shown.length,
    next: last === undefined || offset + limit >= from.length ? null : String(last.n),
  };
}

export function countOf(items: readonly Item[], filter: ItemFilter): FilterCounts {
  const those = numbered(items, filter).map(({ item }) => item);
  const [asking, settled] = [those.filter(asksNow).length, those.filter(isResolved).length];
  const unproven = those.filter((item) => unprovenOf(item) !== null).length;
  return { kinds: kindsOf(those), asking, unproven, settled, oldest: items.at(-1)?.foundAt ?? null };
}

export function idsOf(
  items: readonly Item[],
  of: { readonly filter: ItemFilter; readonly upTo?: string | undefined; readonly offset: number; readonly limit: number },
): ItemId[] {
  const page = pageOf(items, { ...of.filter, upTo: of.upTo, offset: of.offset, limit: of.limit });
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
  const answers = { sendAgain: able(maySendAgain), allow: able(mayAllow), putAside: able(mayPutAside) };
  return { kinds: kindsOf(those), ...answers, resolve: able(mayResolve), unresolve: able(isResolved), takeAccepted: able(saysAccepted) };
}

function numbered(items: readonly Item[], filter: ItemFilter): readonly { readonly item: Item; readonly n: number }[] {
  return items.map((item, at) => ({ item, n: items.length - at })).filter(({ item }) => matches(item, filter));
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
    settled,
    unproven = false,
    question,
  } = filter;
  const words = foldText(search).split(' ');
  const name = foldText(item.name);
  const number = 'documentId' in item.state ? (item.state.documentId ?? '') : '';
  const typed = search.trim().toLowerCase();
  return (
    ((states.length === 0 && !asking && !unproven) ||
      states.includes(item.state.kind) ||
      (asking && asksNow(item)) ||
      (unproven && unprovenOf(item) !== null)) &&
    (companyId === undefined || item.companyId === companyId) &&
    (importType === undefined || item.importType === importType) &&
    (bulkArrival === undefined || item.state.kind !== 'held' || item.state.question.kind !== 'flood') &&
    (question === undefined || (item.state.kind === 'held' && item.state.question.kind === question.kind)) &&
    (settled === undefined || isResolved(item) === settled) &&
    (from === undefined || item.foundAt >= from) &&
    (before === undefined || item.foundAt < before) &&
    (words.every((word) => name.includes(word)) ||
      (typed.length >= 8 && (number.startsWith(typed) || (item.reference ?? '').startsWith(typed))))
  );
}

export function asksNow(item: Item): boolean {
  return item.state.kind === 'awaiting' && item.state.unproven === undefined && item.state.noAnswer?.askedAt === null;
}

function saysAccepted(item: Item): boolean {
  return unprovenOf(item)?.kind === 'accepted';
}

function kindsOf(items: readonly Item[]): FilterCounts['kinds'] {
  const { noAnswer: _, unproven: __, settled: ___, ...kinds } = { ...NO_COUNTS };
  return items.reduce((counts, { state }) => ({ ...counts, [state.kind]: counts[state.kind] + 1 }), kinds);
}
