import { ChevronDown, ListFilter as FilterIcon } from 'lucide-react';
import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { companyWords } from '../parts/company-name.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import type { Calendar } from './dates/dates.ts';
import { DatesMenu } from './dates/dates-menu.tsx';
import styles from './list-bar.module.css';
import { chosenCount, type ListFilter } from './list-filter.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';

type Props = {
  readonly filter: ListFilter;
  readonly companies: readonly Company[];
  readonly calendar: Calendar;
  readonly onFilter: (filter: ListFilter) => void;
};

/** The filters by company, type and date, beside each other. */
export function Narrowing({ filter, companies, calendar, onFilter }: Props) {
  const { t } = useI18n();
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
      <DatesMenu dates={filter.dates} calendar={calendar} onChange={(dates) => onFilter({ ...filter, dates })} />
    </>
  );
}

const TYPES = ['purchase-invoices', 'sales-invoices'] as const;

/** The same where there is no room for them: one button that says how many are in use, and a dialog. */
export function FoldedNarrowing(props: Props) {
  const { t, number } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const count = chosenCount(props.filter);
  return (
    <>
      <Button
        onPress={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-label={count === 0 ? t('list.filter') : t('list.filter.count', { count })}
      >
        <FilterIcon size={16} aria-hidden />
        {t('list.filter')}
        {count > 0 && <span className={styles['used']}>{number(count)}</span>}
      </Button>
      {isOpen && (
        <DialogBox title={t('list.filter')} onClose={() => setOpen(false)}>
          <div className={styles['stacked']}>
            <Narrowing {...props} />
          </div>
          <DialogActions>
            <Button look="primary" onPress={() => setOpen(false)}>
              {t('list.filter.do')}
            </Button>
          </DialogActions>
        </DialogBox>
      )}
    </>
  );
}

type NarrowMenuProps<Value extends string> = {
  readonly label: string;
  /** Label of the option that filters nothing. */
  readonly every: string;
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value | null) => void;
};

/** Chooses one option or all. A native select, which every keyboard and screen reader supports. */
function NarrowMenu<Value extends string>({ label, every, value, options, onChange }: NarrowMenuProps<Value>) {
  return (
    <span className={classNames(styles['menu'], value !== null && styles['chosen'])}>
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value ?? null)}
      >
        <option value="">{every}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden />
    </span>
  );
}
