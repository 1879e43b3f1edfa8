import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { Sort } from '#shared/app-api/list/item-filter.ts';
import type { FilterCounts } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import type { Calendar } from './dates/dates.ts';
import { FilterChips } from './filter-chips.tsx';
import { FindField } from './find-field.tsx';
import styles from './list-bar.module.css';
import { countOf, type ListFilter, narrowedTo, type Show } from './list-filter.ts';
import { FoldedNarrowing, Narrowing } from './narrowing.tsx';
import { SortMenu } from './sort-menu.tsx';
import { useNarrow } from './use-narrow.ts';

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
