import { type FocusEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ItemFilter } from '#shared/app-api/item-filter.ts';
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
import type { ListFilter } from './list-filter.ts';
import { countMarked, isMarked, type Selection } from './selection/selection.ts';
import { type Listing, useListing } from './use-listing.ts';
import { type ListKeys, useListKeys } from './use-list-keys.ts';
import { useRowMotion } from './use-row-motion.ts';
import { useStable } from './use-stable.ts';
import { ROWS_MAX, useViewport, type Viewport } from './use-viewport.ts';

type Props = {
  readonly filter: ListFilter;
  /** The filter that is sent to the engine. */
  readonly asked: ItemFilter;
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
 * All rows have the same height, so only the visible ones exist, the scroll bar is exact for a hundred thousand rows, and rows are fetched
 * as they come near. While the person is further down or moves with the keys, new documents wait above instead of pushing rows away.
 */
export function DocumentList(props: Props) {
  const { asked, selection, onTotal } = props;
  const { t } = useI18n();
  const list = useRef<HTMLDivElement>(null);
  const view = useViewport(list);
  const [upTo, setUpTo] = useState<string | null>(null);
  const [isInside, setInside] = useState(false);
  const listing = useListing(asked, view.range, upTo);
  const total = Math.min(listing.total, ROWS_MAX);
  useHold({ isHeld: !view.isAtTop || isInside, upTo, top: listing.top, setUpTo });
  useEffect(() => onTotal(listing.total), [onTotal, listing.total]);
  const openRow = (index: number) => {
    const item = listing.at(index);
    if (item !== null) props.onOpen(item.id);
  };
  const ignoreRow = (index: number) => {
    const item = listing.at(index);
    if (item !== null && mayPutAside(item)) props.onAction('put-aside', item);
  };
  const { active, setActive, onKeyDown, mark, goTo } = useListKeys({ ...props, list, listing, view, total, upTo, openRow, ignoreRow });
  const onFocus = (event: FocusEvent) => {
    const index = rowOf(event.target);
    setInside(index !== null);
    if (index !== null) setActive(index);
  };
  return (
    <div className={styles['frame']}>
      {listing.newer > 0 && <NewerButton {...{ asked, count: listing.newer, setUpTo }} toTop={() => goTo(0)} />}
      <div
        ref={list}
        role="grid"
        aria-label={t('documents.list')}
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
        {total > 0 && <Rows {...props} {...{ listing, view, total, active, mark }} />}
      </div>
    </div>
  );
}

type RowsProps = Pick<Props, 'companies' | 'open' | 'now' | 'selection' | 'onAction'> & {
  readonly listing: Listing;
  readonly view: Viewport;
  readonly total: number;
  readonly active: number;
  readonly mark: ListKeys['mark'];
};

function Rows({ companies, open, now, selection, listing, view, total, active, ...acts }: RowsProps) {
  const byId = useMemo(() => new Map(companies.map((company) => [company.id, company])), [companies]);
  const onMark = useStable(acts.mark);
  const onAction = useStable(acts.onAction);
  const { from, to } = view.range;
  const element = useRef<HTMLDivElement>(null);
  useRowMotion(element, `${from} ${to} ${view.rowPx}`);
  const rows = Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, at) => from + at);
  // The row that the Tab key reaches exists even if it is scrolled out of sight.
  if (!rows.includes(active)) rows.push(active);
  return (
    <div ref={element} role="presentation" className={styles['rows']} style={{ height: total * view.rowPx }}>
      {rows.map((index) => {
        const item = listing.at(index);
        return (
          <DocumentRow
            key={index}
            {...{ index, item, now, onMark, onAction }}
            place={view.rowPx}
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

/** While held, the list keeps its first row; it takes in newer documents again once the person is back at the top. */
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
  readonly toTop: () => void;
};

function NewerButton({ asked, count, setUpTo, toTop }: Newer) {
  const { t } = useI18n();
  const { client } = useEngine();
  const show = async () => {
    // Focusing the first row holds the list again, so it must already start with the newest document.
    setUpTo((await client.items.list({ ...asked, limit: 1 })).top);
    toTop();
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
