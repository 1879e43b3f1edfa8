import { type CalendarDate, parseDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components';
import { FieldButton } from '#shared/ui/parts/text-field.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from './day-field.module.css';

type Props = {
  readonly label: string;
  /** A date without a time zone, `2026-01-31`; null while none is chosen. */
  readonly day: string | null;
  readonly onChange: (day: string | null) => void;
};

/** A day, typed or chosen in a calendar, in the language of the window. (The browser's own field uses the language of the browser.) */
export function DayField({ label, day, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  // In a window that was made smaller the field may be out of sight, and the calendar with it.
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (): void => setOpen(false);
    window.addEventListener('resize', close);
    return () => window.removeEventListener('resize', close);
  }, [isOpen]);
  return (
    <DatePicker<CalendarDate>
      value={day === null ? null : parseDate(day)}
      onChange={(date) => onChange(date?.toString() ?? null)}
      isOpen={isOpen}
      onOpenChange={setOpen}
      className={classNames(styles['field'])}
    >
      <Label className={classNames(styles['label'])}>{label}</Label>
      <Group className={classNames(styles['box'])}>
        <DateInput className={classNames(styles['input'])}>
          {(segment) => <DateSegment segment={segment} className={classNames(styles['segment'])} />}
        </DateInput>
        <FieldButton>
          <CalendarDays size={18} aria-hidden />
        </FieldButton>
      </Group>
      <Popover className={classNames(styles['popover'])}>
        <Dialog className={classNames(styles['dialog'])}>
          <Calendar>
            <header className={styles['header']}>
              <FieldButton slot="previous">
                <ChevronLeft size={18} aria-hidden />
              </FieldButton>
              <Heading className={classNames(styles['month'])} />
              <FieldButton slot="next">
                <ChevronRight size={18} aria-hidden />
              </FieldButton>
            </header>
            <CalendarGrid weekdayStyle="short" className={classNames(styles['grid'])}>
              {(date) => <CalendarCell date={date} className={classNames(styles['day'])} />}
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
