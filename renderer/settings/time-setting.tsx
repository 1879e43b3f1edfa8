import { useId, useState } from 'react';
import { classNames } from '#shared/ui/parts/class-names.ts';
import fieldStyles from '#shared/ui/field.module.css';
import styles from './settings.module.css';
import { clockText, minuteOf } from './time-of-day.ts';

type Props = { readonly label: string; readonly value: number; readonly save: (minuteOfDay: number) => void };

/** A time of day in the browser's own field, saved when the person leaves it with a valid time. */
export function TimeSetting({ label, value, save }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    const minute = typed === null ? null : minuteOf(typed);
    if (minute !== null && minute !== value) save(minute);
    setTyped(null);
  };
  return (
    <div className={fieldStyles['field']}>
      <label htmlFor={id} className={fieldStyles['label']}>
        {label}
      </label>
      <input
        id={id}
        type="time"
        value={typed ?? clockText(value)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={leave}
        className={classNames(fieldStyles['input'], styles['time'])}
      />
    </div>
  );
}
