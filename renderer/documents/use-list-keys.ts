import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CHOSEN_MAX, type ItemFilter, type Sort } from '#shared/app-api/list/item-filter.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { useEngine } from '../link/engine.ts';
import { addAll, countMarked, NOTHING, type Selection, toggle } from './selection/selection.ts';
import type { Listing } from './use-listing.ts';

type Keys = {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly asked: ItemFilter;
  readonly sort: Sort;
  readonly listing: Listing;
  /** Scrolls a row into view, with the heading right above it. */
  readonly reveal: (index: number) => void;
  /** Number of rows that fit into view. */
  readonly pageRows: number;
  readonly total: number;
  readonly upTo: string | null;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  readonly openRow: (index: number) => void;
  readonly ignoreRow: (index: number) => void;
};

/** `stretch`: the range from where the marking began to this row. */
export type Marking = 'one' | 'stretch';

export type ListKeys = {
  /** The row that has the focus, or gets it when the list is focused. */
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly goTo: (index: number) => void;
  readonly mark: (index: number, how: Marking) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** Letters typed within this time of each other form one word. */
const TYPED_WITHIN_MS = 700;
/** Rows that typed letters are compared with, as far as they were fetched. */
const TYPED_ROWS_MAX = 500;

/** Keyboard control of the list: arrows, Home, End and page keys move, letters find, Enter opens, the space bar marks, Delete ignores. */
export function useListKeys(keys: Keys): ListKeys {
  const { list, listing, reveal, pageRows, total } = keys;
  const [wished, setActive] = useState(0);
  const active = Math.max(0, Math.min(wished, total - 1));
  // The row that is to get the focus, not just a flag: on a slow computer, an effect of the previous render runs after the key, for the previous row.
  const toFocus = useRef<number | null>(null);
  const { mark, begin } = useMarking(keys);
  useEffect(() => {
    if (toFocus.current !== active) return;
    const row = list.current?.querySelector(`[data-index="${active}"]`);
    if (!(row instanceof HTMLElement)) return;
    toFocus.current = null;
    row.focus({ preventScroll: true });
  });
  const goTo = (index: number): void => {
    const target = Math.max(0, Math.min(index, total - 1));
    toFocus.current = target;
    reveal(target);
    setActive(target);
  };
  const { find, isTyping } = useTyped((word) => findName(listing, { word, from: word.length > 1 ? active : active + 1, total }), goTo);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof Element) || event.target.getAttribute('role') !== 'row') return;
    const to = movedTo(event.key, { active, total, page: pageRows });
    const isCommand = event.ctrlKey || event.metaKey;
    if (to !== null) {
      if (event.shiftKey) mark(to, 'stretch');
      else begin(to);
      goTo(to);
    } else if (event.key === 'Enter') keys.openRow(active);
    else if (event.key === 'Delete') keys.ignoreRow(active);
    else if (event.key === ' ' && !isTyping(event.timeStamp)) mark(active, event.shiftKey ? 'stretch' : 'one');
    else if (event.key === 'a' && isCommand) keys.onSelection({ kind: 'all', except: new Set(), upTo: keys.upTo });
    else if (event.key === 'Escape' && countMarked(keys.selection, total) > 0) keys.onSelection(NOTHING);
    else if (isLetter(event) && event.key !== '/') find(event.key, event.timeStamp);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { active, setActive, goTo, mark, onKeyDown };
}

/** Collects letters typed in quick succession into one word. */
function useTyped(search: (word: string) => number | null, goTo: (index: number) => void) {
  const typed = useRef({ letters: '', at: 0 });
  const isTyping = (now: number): boolean => typed.current.letters !== '' && now - typed.current.at < TYPED_WITHIN_MS;
  const find = (letter: string, now: number): void => {
    const letters = isTyping(now) ? typed.current.letters + letter : letter;
    typed.current = { letters, at: now };
    const found = search(letters);
    if (found !== null) goTo(found);
  };
  return { find, isTyping };
}

/** Remembers where a range begins and what was marked before it, so that shrinking the range unmarks rows again. */
function useMarking({ asked, sort, listing, upTo, selection, onSelection }: Keys) {
  const { client } = useEngine();
  const pivot = useRef<{ readonly index: number; readonly before: Selection } | null>(null);
  // Marks set while a request is in flight are newer than its answer.
  const newest = useRef(selection);
  useEffect(() => {
    newest.current = selection;
  }, [selection]);
  const turn = useRef(0);
  const begin = (index: number): void => {
    turn.current += 1;
    pivot.current = { index, before: selection };
  };
  const mark = (index: number, how: Marking): void => {
    turn.current += 1;
    if (how === 'one' || pivot.current === null) {
      const item = listing.at(index);
      if (item === null) return;
      const after = toggle(selection, item.id);
      pivot.current = { index, before: after };
      return onSelection(after);
    }
    const { index: from, before } = pivot.current;
    const [first, length] = [Math.min(from, index), Math.abs(index - from) + 1];
    const read = idsRead(listing, first, length);
    if (read !== null) return onSelection(addAll(before, read));
    void markAsked(first, length, before);
  };
  const markAsked = async (first: number, length: number, before: Selection): Promise<void> => {
    const [mine, now] = [turn.current, selection];
    const itemIds = await stretch(first, length);
    if (turn.current === mine && newest.current === now) onSelection(addAll(before, itemIds));
  };
  const stretch = async (offset: number, length: number) => {
    const { itemIds } = await client.items.ids({
      filter: asked,
      sort,
      offset,
      limit: Math.min(length, CHOSEN_MAX),
      ...(upTo === null ? {} : { upTo }),
    });
    return itemIds;
  };
  return { mark, begin };
}

/** The ids of these rows; null if one of them was not fetched or they are too many. The engine is asked then. */
function idsRead(listing: Listing, first: number, length: number): readonly ItemId[] | null {
  const itemIds: ItemId[] = [];
  for (let index = first; index < first + length; index += 1) {
    const item = listing.at(index);
    if (item === null || itemIds.length === CHOSEN_MAX) return null;
    itemIds.push(item.id);
  }
  return itemIds;
}

function movedTo(key: string, { active, total, page }: { active: number; total: number; page: number }): number | null {
  const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: total - 1, PageDown: active + page, PageUp: active - page }[key];
  return to === undefined ? null : Math.max(0, Math.min(to, total - 1));
}

function findName(listing: Listing, { word, from, total }: { word: string; from: number; total: number }): number | null {
  const wanted = plain(word);
  for (let at = 0; at < Math.min(total, TYPED_ROWS_MAX); at += 1) {
    const index = (from + at) % total;
    const item = listing.at(index);
    if (item !== null && plain(item.name).startsWith(wanted)) return index;
  }
  return null;
}

/** Removes case and accents, and keeps punctuation, with which a name may begin. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}
