import { CalendarDays, ChevronDown, ListFilter as FilterIcon } from 'lucide-react';
import { useState } from 'react';
import { IMPORT_TYPES } from '#shared/domain/folder/folder.ts';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { companyWords } from '../parts/company-name.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { type Calendar, DATE_PRESETS, dateOf, type Dates, dateWords, daysOf } from './dates/dates.ts';
import styles from './list-bar.module.css';
import { chosenCount, type ListFilter } from './list-filter.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { ChoiceMenu } from '../parts/choice-menu.tsx';
import { DayField } from '../parts/day-field.tsx';

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
        options={IMPORT_TYPES.map((value) => ({ value, label: t(`import-type.folder.${value}`) }))}
        onChange={(importType) => onFilter({ ...filter, importType })}
      />
      <DatesMenu dates={filter.dates} calendar={calendar} onChange={(dates) => onFilter({ ...filter, dates })} />
    </>
  );
}

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

type DatesMenuProps = { readonly dates: Dates | null; readonly calendar: Calendar; readonly onChange: (dates: Dates | null) => void };

/** When the documents were found: a part of the calendar, or days of the user's own. */
function DatesMenu({ dates, calendar, onChange }: DatesMenuProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [isAsking, setAsking] = useState(false);
  const options = [
    { value: 'any', label: t('list.dates.any') },
    ...DATE_PRESETS.map((value) => ({ value, label: t(`list.dates.${value}`) })),
    { value: 'range', label: t('list.dates.range') },
  ];
  const choose = (value: string) => {
    const preset = DATE_PRESETS.find((one) => one === value);
    if (preset !== undefined) onChange({ kind: 'preset', preset });
    else if (value === 'any') onChange(null);
    else setAsking(true);
  };
  return (
    <>
      <ChoiceMenu
        label={t('list.dates')}
        icon={CalendarDays}
        {...(dates?.kind === 'range' ? { words: dateWords(dates, calendar, i18n) } : {})}
        value={dates === null ? 'any' : dates.kind === 'preset' ? dates.preset : 'range'}
        isChosen={dates !== null}
        options={options}
        onChange={choose}
      />
      {isAsking && (
        <RangeDialog
          dates={dates}
          calendar={calendar}
          onDone={(range) => {
            setAsking(false);
            if (range !== null) onChange(range);
          }}
        />
      )}
    </>
  );
}

type RangeDialogProps = {
  readonly dates: Dates | null;
  readonly calendar: Calendar;
  /** Null: nothing was chosen. */
  readonly onDone: (range: Extract<Dates, { kind: 'range' }> | null) => void;
};

/** Two days, both included; one of them may be left open. It begins with what is shown now. */
function RangeDialog({ dates, calendar, onDone }: RangeDialogProps) {
  const { t } = useI18n();
  const [{ from, to }, setRange] = useState(() => initialRange(dates, calendar));
  const isTurned = from !== null && to !== null && from > to;
  const isNone = from === null && to === null;
  return (
    <DialogBox title={t('list.dates.title')} onClose={() => onDone(null)}>
      <div className={styles['days']}>
        <DayField label={t('list.dates.from')} day={from} onChange={(day) => setRange({ from: day, to })} />
        <DayField label={t('list.dates.to')} day={to} onChange={(day) => setRange({ from, to: day })} />
      </div>
      {isTurned && <p role="alert">{t('list.dates.turned')}</p>}
      <DialogActions>
        <Button onPress={() => onDone(null)}>{t('common.cancel')}</Button>
        <Button look="primary" isDisabled={isTurned || isNone} onPress={() => onDone({ kind: 'range', from, to })}>
          {t('list.dates.do')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

function initialRange(dates: Dates | null, calendar: Calendar): { readonly from: string | null; readonly to: string | null } {
  if (dates === null) return { from: null, to: null };
  if (dates.kind === 'range') return dates;
  const { from, to } = daysOf(dates, calendar);
  return { from: from === null ? null : dateOf(from.getTime()), to: to === null ? null : dateOf(to.getTime()) };
}
