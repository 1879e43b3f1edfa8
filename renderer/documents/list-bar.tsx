import { useQuery } from '@tanstack/react-query';
import type { FilterCounts } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { ReactNode } from 'react';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { useEngine } from '../link/engine.ts';
import { companyWords } from '../parts/company-name.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { FindField } from './find-field.tsx';
import styles from './list-bar.module.css';
import { countOf, firstDayOf, isNarrowed, type ListFilter, monthsSince, narrowedTo, type Show } from './list-filter.ts';
import { NarrowMenu } from './narrow-menu.tsx';

type Props = {
  readonly filter: ListFilter;
  readonly companies: readonly Company[];
  readonly total: number | null;
  readonly now: WallMs;
  readonly onFilter: (filter: ListFilter) => void;
  readonly onClear: () => void;
  readonly toList: () => void;
  /** Actions for all documents shown. */
  readonly more: ReactNode;
};

const ALWAYS: readonly Show[] = ['all', 'needs-you', 'under-way', 'done', 'refused'];

/** Filters by words, company, type, month and state; also sums them up in words, with one button to clear them all. */
export function ListBar(props: Props) {
  const { filter, companies, total, now, onFilter, onClear, toList, more } = props;
  const i18n = useI18n();
  const { t } = i18n;
  const { queries } = useEngine();
  const counts = useQuery(queries.items.counts.queryOptions({ input: narrowedTo(filter), placeholderData: (before) => before })).data;
  return (
    <div className={styles['bar']}>
      <div className={styles['line']}>
        <FindField value={filter.search} onChange={(search) => onFilter({ ...filter, search })} toList={toList} />
        <Menus {...{ filter, companies, onFilter }} months={monthsSince(counts?.oldest ?? null, now)} />
      </div>
      <div className={styles['line']}>
        <States filter={filter} counts={counts} onFilter={onFilter} />
        <output className={styles['count']}>{total !== null && t('documents.count', { count: total })}</output>
        {more}
      </div>
      {isNarrowed(filter) && (
        <p className={styles['narrowed']}>
          <span>{inWords(filter, companies, i18n)}</span>
          <Button look="quiet" size="small" onPress={onClear}>
            {t('list.clear')}
          </Button>
        </p>
      )}
    </div>
  );
}

type MenusProps = Pick<Props, 'filter' | 'companies' | 'onFilter'> & { readonly months: readonly string[] };

function Menus({ filter, companies, months, onFilter }: MenusProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <>
      {companies.length > 1 && (
        <NarrowMenu
          label={t('document.company')}
          every={t('list.every-company')}
          value={filter.companyId}
          options={companies.map((company) => ({ value: company.id, label: companyWords(company, t) }))}
          onChange={(companyId) => onFilter({ ...filter, companyId })}
        />
      )}
      <NarrowMenu
        label={t('document.type')}
        every={t('list.every-type')}
        value={filter.importType}
        options={TYPES.map((value) => ({ value, label: t(`import-type.folder.${value}`) }))}
        onChange={(importType) => onFilter({ ...filter, importType })}
      />
      <NarrowMenu
        label={t('list.month')}
        every={t('list.every-month')}
        value={filter.month}
        options={months.map((value) => ({ value, label: monthName(value, i18n) }))}
        onChange={(month) => onFilter({ ...filter, month })}
      />
    </>
  );
}

type StatesProps = Pick<Props, 'filter' | 'onFilter'> & { readonly counts: FilterCounts | undefined };

/** "Set aside" is offered only once there is such a document; a state named by the address is always among the choices. */
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

const TYPES = ['purchase-invoices', 'sales-invoices'] as const;

function monthName(month: string, { language }: Pick<I18n, 'language'>): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(firstDayOf(month));
}

function inWords({ search, companyId, importType, month, arrival }: ListFilter, companies: readonly Company[], i18n: I18n): string {
  const { t, list } = i18n;
  const company = companies.find(({ id }) => id === companyId);
  const words = [
    ...(search.trim() === '' ? [] : [t('list.narrowed.search', { search: search.trim() })]),
    ...(company === undefined ? [] : [t('list.narrowed.company', { name: company.name })]),
    ...(importType === null ? [] : [t(`list.narrowed.${importType}`)]),
    ...(arrival === undefined ? [] : [t('list.narrowed.arrival')]),
    ...(month === null ? [] : [t('list.narrowed.month', { month: monthName(month, i18n) })]),
  ];
  return t('list.narrowed', { words: list(words) });
}
