import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ItemFilter, Sort } from '#shared/app-api/list/item-filter.ts';
import type { Company } from '#shared/domain/company.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { mayPutAside } from '#shared/domain/item/aside.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './document-list.module.css';
import { DocumentRow, type RowAction } from './document-row.tsx';
import { EmptyList } from './empty-list.tsx';
import { GroupHeading } from './group-heading.tsx';
import type { ListFilter } from './list-filter.ts';
import { layoutOf, type ListHeading, type ListLayout } from './list-layout.ts';
import { countMarked, isMarked, type Selection } from './selection/selection.ts';
import { type Listing, type Range, useListing, useStable } from './use-listing.ts';
import { type ListKeys, useListKeys } from './use-list-keys.ts';
import { useRowMotion } from './use-row-motion.ts';

type Props = {
  readonly filter: ListFilter;
  /** The filter that is sent to the engine. */
  readonly asked: ItemFilter;
  readonly sort: Sort;
  readonly companies: readonly Company[];
  /** The document shown beside the list. */
  readonly open: ItemId | null;
  readonly now: WallMs;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  readonly onTotal: (total: number) => void;
  readonly onOpen: (itemId: ItemId) => void;
  readonly onAction: RowAction;
  readonly onClear: () => void;
};

/**
 * All rows and headings have the same height, so only the visible ones exist, the scroll bar is exact for a hundred thousand rows, and rows
 * are fetched as they come near. While the user is further down or moves with the keys, new documents wait above instead of pushing rows
 * away.
 */
export function DocumentList(props: Props) {
  const { asked, sort, selection, onTotal } = props;
  const { t } = useI18n();
  const list = useRef<HTMLDivElement>(null);
  const view = useViewport(list);
  const [upTo, setUpTo] = useState<string | null>(null);
  const [isInside, setInside] = useState(false);
  const { listing, layout, total } = useLaidOut({ asked, sort, upTo, range: view.range });
  useHold({ isHeld: !view.isAtTop || isInside, upTo, top: listing.top, setUpTo });
  useEffect(() => onTotal(listing.total), [onTotal, listing.total]);
  const { openRow, ignoreRow } = rowActs(listing, props);
  const reveal = (index: number) => view.reveal(layout.slotOf(index), layout.headingAbove(index) === null ? 1 : 2);
  const { pageRows } = view;
  const keys = useListKeys({ ...props, list, listing, reveal, pageRows, total, upTo, openRow, ignoreRow });
  const { active, setActive, onKeyDown, mark, goTo } = keys;
  const onFocus = (event: FocusEvent) => {
    const index = rowOf(event.target);
    setInside(index !== null);
    if (index !== null) setActive(index);
  };
  return (
    <div className={styles['frame']}>
      {listing.newer > 0 && (
        // In another order they are not at the top: the focus goes back to where it was.
        <NewerButton {...{ asked, count: listing.newer, setUpTo }} goOn={() => goTo(sort === 'newest' ? 0 : active)} />
      )}
      <div
        ref={list}
        role="grid"
        aria-label={t(`list.in-order.${sort}`)}
        aria-rowcount={total}
        aria-multiselectable
        aria-busy={!listing.isRead}
        tabIndex={total === 0 ? 0 : -1}
        className={classNames(styles['list'], countMarked(selection, total) > 0 && styles['marking'])}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={(event) => setInside(list.current?.contains(event.relatedTarget) === true)}
        onClick={(event) => clicked(event, { mark, openRow })}
      >
        {total === 0 && <EmptyList filter={props.filter} isLoading={!listing.isRead} onClear={props.onClear} />}
        {total > 0 && <Rows {...props} {...{ listing, layout, view, total, active, mark }} />}
      </div>
    </div>
  );
}

function rowActs({ at }: Listing, { onOpen, onAction }: Pick<Props, 'onOpen' | 'onAction'>) {
  return {
    openRow: (index: number) => {
      const item = at(index);
      if (item !== null) onOpen(item.id);
    },
    ignoreRow: (index: number) => {
      const item = at(index);
      if (item !== null && mayPutAside(item)) onAction('put-aside', item);
    },
  };
}

type LaidOut = { readonly asked: ItemFilter; readonly sort: Sort; readonly upTo: string | null; readonly range: Range };

/** The rows in sight, and where they are between the headings. Which rows these are depends on the headings that were read before. */
function useLaidOut({ asked, sort, upTo, range }: LaidOut) {
  const [before, setLayout] = useState(() => layoutOf([], 0));
  const rows = { from: before.indexAt(range.from), to: before.indexAt(range.to) + 1 };
  const listing = useListing({ ...asked, sort }, rows, upTo);
  const total = Math.min(listing.total, ROWS_MAX);
  const layout = useMemo(() => layoutOf(listing.groups, total), [listing.groups, total]);
  if (layout !== before) setLayout(layout);
  return { listing, layout, total };
}

type RowsProps = Pick<Props, 'filter' | 'companies' | 'open' | 'now' | 'selection' | 'onAction'> & {
  readonly listing: Listing;
  readonly layout: ListLayout;
  readonly view: Viewport;
  readonly total: number;
  readonly active: number;
  readonly mark: ListKeys['mark'];
};

function Rows({ filter, companies, open, now, selection, listing, layout, view, total, active, ...acts }: RowsProps) {
  const byId = useMemo(() => new Map(companies.map((company) => [company.id, company])), [companies]);
  const onMark = useStable(acts.mark);
  const onAction = useStable(acts.onAction);
  const { range, rowPx } = view;
  const [from, to] = [layout.indexAt(range.from), layout.indexAt(range.to)];
  const element = useRef<HTMLDivElement>(null);
  useRowMotion(element, `${from} ${to} ${rowPx}`);
  const rows = Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, at) => from + at);
  // The row that the Tab key reaches exists even if it is scrolled out of sight.
  if (!rows.includes(active)) rows.push(active);
  return (
    <div ref={element} role="presentation" className={styles['rows']} style={{ height: layout.slots * rowPx }}>
      {headingsOf(layout, range, active).map((heading) => (
        <GroupHeading key={`heading ${heading.index}`} {...{ heading, rowPx, now }} />
      ))}
      {rows.map((index) => {
        const item = listing.at(index);
        return (
          <DocumentRow
            key={index}
            {...{ index, item, now, onMark, onAction }}
            top={layout.slotOf(index) * rowPx}
            height={rowPx}
            isFirst={layout.headingAbove(index) !== null}
            search={filter.search}
            found={item === null ? null : listing.foundBy(item.id)}
            company={item === null ? null : (byId.get(item.companyId) ?? null)}
            isOpen={item !== null && item.id === open}
            isMarked={item !== null && isMarked(selection, item.id)}
            isActive={index === active}
          />
        );
      })}
    </div>
  );
}

/** Those in sight, and the one that the row with the focus is called by. */
function headingsOf(layout: ListLayout, { from, to }: Range, active: number): readonly ListHeading[] {
  const inSight = layout.headingsIn(from, to);
  const above = layout.headingAbove(active);
  return above === null || inSight.includes(above) ? inSight : [...inSight, above];
}

type Clicks = { readonly mark: ListKeys['mark']; readonly openRow: (index: number) => void };

function clicked(event: MouseEvent, { mark, openRow }: Clicks): void {
  const index = event.target instanceof Element && event.target.closest('button, input, a') === null ? rowOf(event.target) : null;
  if (index === null) return;
  if (event.shiftKey) mark(index, 'stretch');
  else if (event.ctrlKey || event.metaKey) mark(index, 'one');
  else openRow(index);
}

type Hold = {
  readonly isHeld: boolean;
  readonly upTo: string | null;
  readonly top: string | null;
  readonly setUpTo: (top: string | null) => void;
};

/** While held, the list keeps its first row; it takes in newer documents again once the user is back at the top. */
function useHold({ isHeld, upTo, top, setUpTo }: Hold): void {
  useEffect(() => {
    if (isHeld && upTo === null && top !== null) setUpTo(top);
    if (!isHeld && upTo !== null) setUpTo(null);
  }, [isHeld, upTo, top, setUpTo]);
}

type Newer = {
  readonly asked: ItemFilter;
  readonly count: number;
  readonly setUpTo: (top: string | null) => void;
  readonly goOn: () => void;
};

function NewerButton({ asked, count, setUpTo, goOn }: Newer) {
  const { t } = useI18n();
  const { client } = useEngine();
  const show = async () => {
    // Focusing the first row holds the list again, so it must already start with the newest document.
    setUpTo((await client.items.list({ ...asked, limit: 1 })).top);
    goOn();
  };
  return (
    <div className={styles['newer']}>
      <Button look="primary" size="small" onPress={() => void show()}>
        {t('documents.newer', { count })}
      </Button>
    </div>
  );
}

/** Null for a target outside the rows, such as a row's menu, which is elsewhere in the page. */
function rowOf(target: EventTarget): number | null {
  const index = target instanceof Element ? target.closest('[role=row]')?.getAttribute('data-index') : null;
  return index === null || index === undefined ? null : Number(index);
}

/** Height of a row in rem. All rows and headings have the same, so the position of each is known without fetching those before it. */
const ROW_REM = 3.5;
/** Rows drawn beyond the visible ones, so that a turn of the wheel shows no gap. */
const BEYOND = 8;
/** Scrolled by less than this, the list counts as being at its top. */
const TOP_PX = 8;
/** Chromium limits an element's height to 33,554,432 px. The list ends at this many rows; to see others, narrow it. */
const ROWS_MAX = 250_000;

type Viewport = {
  readonly rowPx: number;
  /** Places of rows and headings to draw; may reach beyond the end of the list. */
  readonly range: Range;
  /** Number of rows that fit into view completely. */
  readonly pageRows: number;
  readonly isAtTop: boolean;
  /** Scrolls a place into view, no further than necessary, and as many above it as make these `places`. */
  readonly reveal: (slot: number, places: number) => void;
};

/** Tracks which rows of a long list are visible. */
function useViewport(list: RefObject<HTMLDivElement | null>): Viewport {
  const [{ rowPx, heightPx }, setSize] = useState({ rowPx: ROW_REM * 16, heightPx: 0 });
  const [topPx, setTopPx] = useState(0);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = () => {
      const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSize({ rowPx: Math.round(ROW_REM * (Number.isFinite(rootPx) ? rootPx : 16)), heightPx: element.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const onScroll = () => setTopPx(element.scrollTop);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [list]);
  const pageRows = Math.max(1, Math.floor(heightPx / rowPx));
  const seen = Math.floor(topPx / rowPx);
  const reveal = (slot: number, places: number) => {
    const element = list.current;
    if (element === null) return;
    const [above, below] = [(slot + 1 - places) * rowPx, (slot + 1) * rowPx];
    if (above < element.scrollTop) element.scrollTo({ top: above });
    else if (below > element.scrollTop + element.clientHeight) element.scrollTo({ top: below - element.clientHeight });
    setTopPx(element.scrollTop);
  };
  const range = { from: Math.max(0, seen - BEYOND), to: seen + pageRows + 1 + BEYOND };
  return { rowPx, range, pageRows, isAtTop: topPx <= TOP_PX, reveal };
}
