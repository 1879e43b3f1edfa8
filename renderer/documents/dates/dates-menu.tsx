import { CalendarDays } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { ChoiceMenu } from '../../parts/choice-menu.tsx';
import { type Calendar, DATE_PRESETS, dateOf, type Dates, dateWords, daysOf } from './dates.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { DayField } from '../../parts/day-field.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';
import styles from './range-dialog.module.css';

type Props = { readonly dates: Dates | null; readonly calendar: Calendar; readonly onChange: (dates: Dates | null) => void };

/** When the documents were found: a part of the calendar, or days of the person's own. */
export function DatesMenu({ dates, calendar, onChange }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  useFocusAfter(button, isAsking);
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
        ref={button}
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

/** The dialog was opened from a menu that is gone: when it closes, the focus goes on at the button of both. */
function useFocusAfter(button: RefObject<HTMLButtonElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [button, isOpen]);
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
