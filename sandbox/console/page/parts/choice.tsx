import { Label, Radio, RadioGroup } from 'react-aria-components';
import styles from '#shared/look/choice.module.css';
import { classNames } from './class-names.ts';

type Props<Value extends string> = {
  readonly label: string;
  readonly labelled?: 'seen' | 'heard';
  readonly options: readonly { readonly value: Value; readonly label: string; readonly language?: string }[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
};

/** One of a few: all of them are seen at once, the arrow keys move between them. */
export function Choice<Value extends string>({ label, labelled = 'heard', options, value, onChange }: Props<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen);
    if (option !== undefined) onChange(option.value);
  };
  const heard = labelled === 'heard' ? { 'aria-label': label } : {};
  return (
    <RadioGroup {...heard} value={value} onChange={choose} orientation="horizontal" className={classNames(styles['choice'])}>
      {labelled === 'seen' && <Label className={classNames(styles['label'])}>{label}</Label>}
      <div className={styles['options']}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} lang={option.language} className={classNames(styles['option'])}>
            {option.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
