/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table lays out all of its rows; here only those in sight exist. */
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { EntriesPreviewHead } from '#shared/app-api/entries.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './entries-table.module.css';
import type { EntryBook } from './entry-book.ts';
import type { Selected } from './entry-choice.ts';
import { type EntryColumn, columnsOf, TableRow, widthOf } from './entry-row.tsx';
import type { EntryRows, Jump, Shows } from './entry-rows.ts';
import { RemarkWords } from './entry-words.tsx';

type Props = {
  readonly head: EntriesPreviewHead;
  readonly book: EntryBook;
  readonly rows: EntryRows;
  readonly selected: Selected;
  /** The remark that somebody wants to see; each press counts. */
  readonly jump: Jump;
  readonly onRemark: (remark: number) => void;
  readonly shows: Shows;
  readonly onShows: (shows: Shows) => void;
};

/** The lines of the file as they would be sent, with what is left out of them and what is to be said of each. */
export function EntriesTable(props: Props) {
  const { book, rows, selected, jump, shows, onShows } = props;
  const shown = useMemo(() => shownRows(shows, props.rows, selected, book), [shows, props.rows, selected, book]);
  const remark = jump.remark === null ? null : (rows.remarks[jump.remark] ?? null);
  const wanted = remark === null ? null : placeIn(shown, remark.row);
  // A remark that is not among the rows shown: all are shown again.
  useEffect(() => {
    if (remark !== null && wanted === null) onShows('all');
  }, [remark, wanted, onShows]);
  return (
    <div className={styles['table']}>
      <Tools {...props} />
      <Grid {...props} shown={shown} wanted={wanted} turn={jump.turn} />
    </div>
  );
}

/** By their places in the table; null for all of them. */
type ShownRows = { readonly count: number; readonly rows: readonly number[] | null };

function shownRows(shows: Shows, rows: EntryRows, selected: Selected, book: EntryBook): ShownRows {
  if (shows === 'all') return { count: rows.count, rows: null };
  if (shows === 'remarks') return { count: rows.remarked.length, rows: rows.remarked };
  const repeated: number[] = [];
  for (let index = 0; index < book.lines; index += 1) if (selected.isRepeated(index)) repeated.push(rows.rowOf(index));
  return { count: repeated.length, rows: repeated };
}

function placeIn({ rows, count }: ShownRows, row: number): number | null {
  if (rows === null) return row < count ? row : null;
  const at = rows.indexOf(row);
  return at === -1 ? null : at;
}

/** Which rows are shown, and from one remark to the next. */
function Tools({ head, rows, jump, onRemark, shows, onShows }: Props) {
  const { t, number } = useI18n();
  const { remarks } = rows;
  const repeated = head.repeated.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const options = [
    { value: 'all', label: t('entries-preview.shows.all'), count: number(rows.count) },
    ...(remarks.length > 0
      ? [{ value: 'remarks', label: t('entries-preview.shows.remarks'), count: number(rows.remarked.length) } as const]
      : []),
    ...(repeated > 0 ? [{ value: 'repeated', label: t('entries-preview.shows.repeated'), count: number(repeated) } as const] : []),
  ] as const;
  const at = jump.remark;
  const remark = at === null ? undefined : remarks[at];
  if (options.length === 1) return null;
  return (
    <div className={styles['tools']}>
      <Choice label={t('entries-preview.shows')} labelled="heard" options={options} value={shows} onChange={onShows} />
      {remarks.length > 0 && (
        <div className={styles['walk']}>
          <Button
            look="icon"
            size="small"
            aria-label={t('entries-preview.remark.previous')}
            isDisabled={at === null || at === 0}
            onPress={() => onRemark((at ?? 0) - 1)}
          >
            <ChevronUp size={18} aria-hidden />
          </Button>
          <Button
            look="icon"
            size="small"
            aria-label={t('entries-preview.remark.next')}
            isDisabled={at !== null && at + 1 >= remarks.length}
            onPress={() => onRemark(at === null ? 0 : at + 1)}
          >
            <ChevronDown size={18} aria-hidden />
          </Button>
        </div>
      )}
      <output className={styles['current']}>
        {remark !== undefined && at !== null && (
          <>
            <span className={styles['number']}>{t('entries-preview.remark.of', { at: number(at + 1), of: number(remarks.length) })}</span>
            <RemarkWords remark={remark} />
          </>
        )}
      </output>
    </div>
  );
}

type GridProps = Props & {
  readonly shown: ShownRows;
  /** The place among the shown rows that somebody wants to see. */
  readonly wanted: number | null;
  readonly turn: number;
};

function Grid({ book, rows, selected, shown, wanted, turn }: GridProps) {
  const { t } = useI18n();
  const grid = useRef<HTMLDivElement>(null);
  const { columns, layout } = useColumns(book);
  const { rowPx, from, to, pageRows, reveal } = useViewport(grid, shown.count);
  const { active, setActive, onKeyDown } = useGridKeys({ grid, count: shown.count, pageRows, reveal });
  const goTo = useRef(reveal);
  useEffect(() => {
    goTo.current = reveal;
  });
  useEffect(() => {
    if (wanted === null || turn === 0) return;
    setActive(wanted);
    goTo.current(wanted, true);
  }, [wanted, turn, setActive]);
  const places = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  // The row that the Tab key reaches exists even if it is scrolled out of sight.
  if (shown.count > 0 && !places.includes(active)) places.push(active);
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={t('entries-preview.table')}
      aria-rowcount={shown.count + 1}
      aria-colcount={columns.length}
      tabIndex={shown.count === 0 ? 0 : -1}
      className={styles['grid']}
      style={layout}
      onKeyDown={onKeyDown}
    >
      <Heads columns={columns} />
      <div role="rowgroup" className={styles['rows']} style={{ height: shown.count * rowPx }}>
        {places.map((place) => {
          const row = shown.rows === null ? place : (shown.rows[place] ?? 0);
          return (
            <TableRow
              key={place}
              {...{ place, row, rows, book, selected, columns }}
              top={place * rowPx}
              height={rowPx}
              isActive={place === active}
              isWanted={place === wanted}
              onFocus={setActive}
            />
          );
        })}
      </div>
    </div>
  );
}

function useColumns(book: EntryBook) {
  const { number, amount } = useI18n();
  const columns = useMemo(() => columnsOf(book), [book]);
  const layout = useMemo(
    () => layoutOf(columns, { number: number(book.at.at(-1) ?? 0).length, amount: amount(book.largest).length }),
    [columns, book, number, amount],
  );
  return { columns, layout };
}

/** As variables of the style sheet; long texts take what room is left. */
function layoutOf(columns: readonly EntryColumn[], longest: Parameters<typeof widthOf>[1]): CSSProperties {
  const widths = columns.map((column) =>
    column.look === 'wide' ? `minmax(${widthOf(column, longest)}rem, 1fr)` : `${widthOf(column, longest)}rem`,
  );
  const width = columns.reduce((sum, column) => sum + widthOf(column, longest), 0);
  return { '--columns': widths.join(' '), '--width': `${width}rem` } as CSSProperties;
}

function Heads({ columns }: { readonly columns: readonly EntryColumn[] }) {
  const { t } = useI18n();
  return (
    <div role="rowgroup" className={styles['heads']}>
      <div role="row" aria-rowindex={1} className={styles['row']}>
        {columns.map((column) => (
          <div key={column.key} role="columnheader" className={styles[column.look]} data-unsent={column.isUnsent || undefined}>
            {column.foreign === undefined ? t(`entries-preview.column.${column.kind}`) : <bdi>{column.foreign}</bdi>}
            {column.isUnsent && <span className={styles['not-sent']}> · {t('entries-preview.column.unsent')}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Height of a row in rem, so that the place of each is known without those before it. */
const ROW_REM = 2;
/** Rows drawn beyond the visible ones, so that a turn of the wheel shows no gap. */
const BEYOND = 10;

/** Which rows are in sight; the first row of the grid stays there and holds the headings. */
function useViewport(grid: RefObject<HTMLDivElement | null>, count: number) {
  const [{ rowPx, heightPx }, setSize] = useState({ rowPx: ROW_REM * 16, heightPx: 0 });
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const onScroll = () => setSeen(Math.floor(element.scrollTop / rowPx));
    const measure = () => {
      const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSize({ rowPx: Math.round(ROW_REM * rootPx), heightPx: element.clientHeight });
    };
    measure();
    onScroll();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [grid, rowPx]);
  const pageRows = Math.max(1, Math.floor(heightPx / rowPx) - 2);
  const reveal = (place: number, isCentred = false): void => {
    const element = grid.current;
    if (element === null) return;
    const [above, below] = [place * rowPx, (place + 2) * rowPx];
    const isIn = above >= element.scrollTop && below <= element.scrollTop + element.clientHeight;
    if (isIn) return;
    const top = isCentred ? above - element.clientHeight / 3 : above < element.scrollTop ? above : below - element.clientHeight;
    element.scrollTo({ top });
    setSeen(Math.max(0, Math.floor(element.scrollTop / rowPx)));
  };
  return { rowPx, from: Math.max(0, Math.min(seen - BEYOND, count)), to: Math.min(count, seen + pageRows + 3 + BEYOND), pageRows, reveal };
}

type GridKeys = {
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly pageRows: number;
  readonly reveal: (place: number) => void;
};

/** Arrows, Home, End and page keys move from row to row; to the sides, the arrows scroll. */
function useGridKeys({ grid, count, pageRows, reveal }: GridKeys) {
  const [wished, setActive] = useState(0);
  const active = Math.max(0, Math.min(wished, count - 1));
  // The row that is to get the focus: an effect of the render before may run after the key.
  const toFocus = useRef<number | null>(null);
  useEffect(() => {
    if (toFocus.current !== active) return;
    const row = grid.current?.querySelector<HTMLElement>(`[data-place="${active}"]`);
    if (row == null) return;
    toFocus.current = null;
    row.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const place = Math.max(0, Math.min(to, count - 1));
    toFocus.current = place;
    reveal(place);
    setActive(place);
  };
  return { active, setActive, onKeyDown };
}
