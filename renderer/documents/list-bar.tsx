import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type Sort, SORTS } from '#shared/app-api/list/item-filter.ts';
import type { FilterCounts } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useEngine } from '../link/engine.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { type Calendar, dateWords } from './dates/dates.ts';
import styles from './list-bar.module.css';
import { countOf, type ListFilter, narrowedTo, type Show } from './list-filter.ts';
import { FoldedNarrowing, Narrowing } from './narrowing.tsx';
import { ArrowDownWideNarrow, Search, X } from 'lucide-react';
import { ChoiceMenu } from '../parts/choice-menu.tsx';
import { Button, PlainButton } from '#shared/ui/parts/button.tsx';
import { FieldButton } from '#shared/ui/parts/text-field.tsx';
import { companyWords } from '../parts/company-name.tsx';
import { Input, SearchField } from 'react-aria-components';
import { useStable } from './use-listing.ts';

type Props = {
  readonly filter: ListFilter;
  readonly sort: Sort;
  readonly companies: readonly Company[];
  readonly calendar: Calendar;
  readonly total: number | null;
  readonly onFilter: (filter: ListFilter) => void;
  readonly onSort: (sort: Sort) => void;
  readonly onClear: () => void;
  readonly toList: () => void;
  /** Actions for all documents shown. */
  readonly more: ReactNode;
};

const ALWAYS: readonly Show[] = ['all', 'needs-you', 'under-way', 'done', 'refused'];
/** Below this width the filters do not fit into the line of the search field. */
const ONE_LINE_REM = 46;
/** Below this one, the order is named by its icon alone. */
const SORT_WORDS_REM = 54;

/** Search, filters and order of the list. What narrows it is summed up below, each with a button to take it away. */
export function ListBar(props: Props) {
  const { filter, sort, companies, calendar, total, onFilter, onSort, onClear, toList, more } = props;
  const { t } = useI18n();
  const { queries } = useEngine();
  const bar = useRef<HTMLDivElement>(null);
  const [isNarrow, isCompact] = [useNarrow(bar, ONE_LINE_REM), useNarrow(bar, SORT_WORDS_REM)];
  const input = narrowedTo(filter, calendar);
  const counts = useQuery(queries.items.counts.queryOptions({ input, placeholderData: (before) => before })).data;
  const Filters = isNarrow ? FoldedNarrowing : Narrowing;
  return (
    <div ref={bar} className={styles['bar']}>
      <div className={classNames(styles['line'], styles['filters'])}>
        <FindField value={filter.search} onChange={(search) => onFilter({ ...filter, search })} toList={toList} />
        <Filters {...{ filter, companies, calendar, onFilter }} />
        {isNarrow && <SortMenu {...{ sort, onSort }} size="normal" isCompact />}
      </div>
      <div className={styles['line']}>
        <States filter={filter} counts={counts} onFilter={onFilter} />
        <output className={styles['count']}>{total !== null && t('documents.count', { count: total })}</output>
        {!isNarrow && <SortMenu {...{ sort, onSort, isCompact }} size="small" />}
        {more}
      </div>
      <FilterChips
        {...{ filter, companies, calendar, onFilter, onClear }}
        next={() => bar.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus()}
      />
    </div>
  );
}

type StatesProps = Pick<Props, 'filter' | 'onFilter'> & { readonly counts: FilterCounts | undefined };

/** "Ignored" is offered only once there is such a document; a state named by the address is always among the choices. */
function States({ filter, counts, onFilter }: StatesProps) {
  const { t, number } = useI18n();
  const shows: readonly Show[] = [
    ...ALWAYS,
    ...((counts?.kinds.aside ?? 0) > 0 && filter.show !== 'aside' ? (['aside'] as const) : []),
    ...(ALWAYS.includes(filter.show) ? [] : [filter.show]),
  ];
  const options = shows.map((value) => ({
    value,
    label: t(`documents.filter.${value}`),
    ...(counts === undefined ? {} : { count: number(countOf(value, counts)) }),
  }));
  const choose = (show: Show) => onFilter({ ...filter, show });
  return <Choice label={t('documents.filter')} labelled="heard" options={options} value={filter.show} onChange={choose} />;
}

/** Whether an element is narrower than this many rem, and so has to show less. */
function useNarrow(element: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => {
      const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setNarrow(current.clientWidth < rem * (Number.isFinite(rootPx) ? rootPx : 16));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, rem]);
  return isNarrow;
}

type SortMenuProps = {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly size: 'normal' | 'small';
  readonly isCompact: boolean;
};

/** The order of the list. The button names it, and has the focus again once another is chosen: so it is heard once. */
function SortMenu({ sort, onSort, size, isCompact }: SortMenuProps) {
  const { t } = useI18n();
  return (
    <ChoiceMenu
      size={size}
      isCompact={isCompact}
      label={t('list.sort')}
      icon={ArrowDownWideNarrow}
      value={sort}
      isChosen={sort !== 'newest'}
      options={SORTS.map((value) => ({ value, label: t(`list.sort.${value}`) }))}
      onChange={onSort}
    />
  );
}

type FilterChipsProps = {
  readonly filter: ListFilter;
  readonly companies: readonly Company[];
  readonly calendar: Calendar;
  readonly onFilter: (filter: ListFilter) => void;
  readonly onClear: () => void;
  /** Gets the focus when the last one was removed. */
  readonly next: () => void;
};

/** What the list is narrowed to, each with a button that takes it away, and one that takes all of it away. */
function FilterChips({ filter, companies, calendar, onFilter, onClear, next }: FilterChipsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = useRef<HTMLUListElement>(null);
  const chips = chipsOf(filter, { companies, calendar, i18n });
  if (chips.length === 0) return null;
  return (
    <div className={styles['chips']}>
      <ul ref={list} className={styles['list']} aria-label={t('list.chips')}>
        {chips.map(({ key, words, without }, at) => (
          <li key={key} className={styles['chip']}>
            <PlainButton
              size="small"
              aria-label={t('list.chip.remove', { words })}
              onPress={() => {
                if (chips.length === 1) next();
                else focusBeside(list, at);
                onFilter({ ...filter, ...without });
              }}
            >
              <bdi className={styles['words']}>{words}</bdi>
              <X size={14} aria-hidden />
            </PlainButton>
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        size="small"
        onPress={() => {
          next();
          onClear();
        }}
      >
        {t('list.clear')}
      </Button>
    </div>
  );
}

type Chip = { readonly key: string; readonly words: string; readonly without: Partial<ListFilter> };
type Named = Pick<FilterChipsProps, 'companies' | 'calendar'> & { readonly i18n: I18n };

function chipsOf({ search, companyId, importType, dates, arrival }: ListFilter, { companies, calendar, i18n }: Named): readonly Chip[] {
  const { t } = i18n;
  const company = companies.find(({ id }) => id === companyId);
  return [
    ...(search.trim() === '' ? [] : [{ key: 'search', words: t('list.chip.search', { search: search.trim() }), without: { search: '' } }]),
    ...(company === undefined ? [] : [{ key: 'company', words: companyWords(company, t), without: { companyId: null } }]),
    ...(importType === null ? [] : [{ key: 'type', words: t(`import-type.folder.${importType}`), without: { importType: null } }]),
    ...(arrival === undefined ? [] : [{ key: 'arrival', words: t('list.chip.arrival'), without: { arrival: undefined } }]),
    ...(dates === null ? [] : [{ key: 'dates', words: dateWords(dates, calendar, i18n), without: { dates: null } }]),
  ];
}

/** The chip that takes the place of the one that goes, else the one before it. */
function focusBeside(list: RefObject<HTMLUListElement | null>, at: number): void {
  const buttons = list.current?.querySelectorAll('button');
  (buttons?.[at + 1] ?? buttons?.[at - 1])?.focus();
}

/** The engine is asked when the user stops typing for this long. */
const PAUSE_MS = 150;
const SEARCH_MAX = 200;

type FindFieldProps = { readonly value: string; readonly onChange: (search: string) => void; readonly toList: () => void };

/** Searches names, document numbers and references. Ctrl+F and "/" focus it, Escape clears it, the down arrow moves on to the list. */
function FindField({ value, onChange, toList }: FindFieldProps) {
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const { typed, type } = useTyped(value, onChange);
  useFindKeys(() => {
    input.current?.focus();
    input.current?.select();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    toList();
  };
  return (
    <SearchField
      aria-label={t('list.search')}
      value={typed}
      onChange={type}
      onClear={() => onChange('')}
      maxLength={SEARCH_MAX}
      className={classNames(styles['find'])}
    >
      <Search size={16} aria-hidden className={styles['glass']} />
      <Input
        ref={input}
        className={classNames(styles['input'])}
        placeholder={t('list.search.hint')}
        spellCheck="false"
        onKeyDown={onKeyDown}
      />
      <FieldButton aria-label={t('list.search.clear')}>
        <X size={16} aria-hidden />
      </FieldButton>
    </SearchField>
  );
}

/** The text in the field: what was typed, until the search changes from outside, for example by "Clear" or the browser's back button. */
function useTyped(value: string, onChange: (search: string) => void) {
  const find = useStable(onChange);
  const [typed, setTyped] = useState(value);
  // Searches that have not come back as `value` yet. Such a value is not news, and must not overwrite what was typed since.
  const asked = useRef<readonly string[]>([]);
  useEffect(() => {
    const at = asked.current.indexOf(value);
    if (at === -1) setTyped(value);
    asked.current = asked.current.slice(at + 1);
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      asked.current = [...asked.current, typed];
      find(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, find]);
  return { typed, type: setTyped };
}

function useFindKeys(find: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if ((!isFind && event.key !== '/') || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null) return;
      if (event.key === '/' && event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return;
      event.preventDefault();
      find();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
