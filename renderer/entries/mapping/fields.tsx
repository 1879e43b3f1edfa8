import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Group } from 'react-aria-components';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from './mapping.module.css';
import { columnName, type Editing } from './use-editing.ts';

type SelectProps<Value extends string> = {
  readonly label: string;
  readonly labelled?: 'seen' | 'heard';
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
};

/** One of many. A native select, which every keyboard and screen reader supports. */
export function Select<Value extends string>({ label, labelled = 'seen', value, options, onChange }: SelectProps<Value>) {
  const id = useId();
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <div className={styles['field']}>
      {labelled === 'seen' && <label htmlFor={id}>{label}</label>}
      <span className={styles['select']}>
        <select
          id={id}
          {...(labelled === 'heard' ? { 'aria-label': label } : {})}
          value={value}
          onChange={({ target }) => choose(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={14} aria-hidden />
      </span>
    </div>
  );
}

type ColumnSelectProps = {
  readonly label: string;
  readonly editing: Editing;
  /** From 1; null for none. */
  readonly column: number | null;
  readonly onChange: (column: number | null) => void;
};

/** One of the file's columns, by number and heading, or none. */
export function ColumnSelect({ label, editing, column, onChange }: ColumnSelectProps) {
  const { t } = useI18n();
  const columns = editing.headings.map((_, index) => {
    const name = columnName(editing, index + 1);
    const values = { column: String(index + 1), name: name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name };
    return { value: values.column, label: name === '' ? t('mapping.column', values) : t('mapping.column.name', values) };
  });
  return (
    <Select
      label={label}
      value={column === null ? '' : String(column)}
      options={[{ value: '', label: t('mapping.column.none') }, ...columns]}
      onChange={(value) => onChange(value === '' ? null : Number(value))}
    />
  );
}

const NAME_MAX = 40;

/** A part of the dialog with its heading. */
export function Part({ title, hint, children }: { readonly title: string; readonly hint?: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Group aria-labelledby={id} className={styles['part'] ?? ''}>
      <h3 id={id}>{title}</h3>
      {hint !== undefined && <p className={styles['quiet']}>{hint}</p>}
      {children}
    </Group>
  );
}
