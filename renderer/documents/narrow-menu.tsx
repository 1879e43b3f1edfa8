import { ChevronDown } from 'lucide-react';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from './list-bar.module.css';

type Props<Value extends string> = {
  readonly label: string;
  /** Label of the option that filters nothing. */
  readonly every: string;
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value | null) => void;
};

/** Chooses one option or all. A native select, which every keyboard and screen reader supports. */
export function NarrowMenu<Value extends string>({ label, every, value, options, onChange }: Props<Value>) {
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
