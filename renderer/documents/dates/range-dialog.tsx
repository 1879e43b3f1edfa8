import { useState } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { DayField } from '../../parts/day-field.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { type Calendar, dateOf, type Dates, daysOf } from './dates.ts';
import styles from './range-dialog.module.css';

type Props = {
  readonly dates: Dates | null;
  readonly calendar: Calendar;
  /** Null: nothing was chosen. */
  readonly onDone: (range: Extract<Dates, { kind: 'range' }> | null) => void;
};

/** Two days, both included; one of them may be left open. It begins with what is shown now. */
export function RangeDialog({ dates, calendar, onDone }: Props) {
  const { t } = useI18n();
  const [{ from, to }, setRange] = useState(() => begun(dates, calendar));
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

function begun(dates: Dates | null, calendar: Calendar): { readonly from: string | null; readonly to: string | null } {
  if (dates === null) return { from: null, to: null };
  if (dates.kind === 'range') return dates;
  const { from, to } = daysOf(dates, calendar);
  return { from: from === null ? null : dateOf(from.getTime()), to: to === null ? null : dateOf(to.getTime()) };
}
