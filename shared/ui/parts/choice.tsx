import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup, Switch } from 'react-aria-components';
import styles from '../choice.module.css';
import { classNames } from './class-names.ts';
import toggleStyles from '../toggle.module.css';

export type Option<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly mark?: ReactNode;
  /** How many entries the option would show. */
  readonly count?: string;
  /** Language of the label, if it differs from the page's. */
  readonly language?: string;
};

type Props<Value extends string> = {
  readonly label: string;
  readonly labelled?: 'seen' | 'heard';
  readonly options: readonly Option<Value>[];
  /** Null if none is chosen. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
  /** Stacks the options, for sentences. */
  readonly asList?: boolean;
};

/** Radio buttons for a few options: all are visible at once, and the arrow keys move between them. */
export function Choice<Value extends string>(props: Props<Value>) {
  const { label, labelled = 'seen', options, value, onChange, isDisabled = false, asList = false } = props;
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen);
    if (option !== undefined) onChange(option.value);
  };
  const heard = labelled === 'heard' ? { 'aria-label': label } : {};
  return (
    <RadioGroup
      {...heard}
      value={value}
      onChange={choose}
      isDisabled={isDisabled}
      orientation={asList ? 'vertical' : 'horizontal'}
      className={classNames(styles['choice'], asList && styles['list'])}
    >
      {labelled === 'seen' && <Label className={classNames(styles['label'])}>{label}</Label>}
      <div className={styles['options']}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} lang={option.language} className={classNames(styles['option'])}>
            {option.mark}
            <span>{option.label}</span>
            {option.count !== undefined && <span className={styles['count']}>{option.count}</span>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

type ToggleProps = {
  readonly label: string;
  readonly hint?: string;
  readonly labelled?: 'seen' | 'heard';
  readonly isSelected: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isSelected: boolean) => void;
};

export function Toggle({ label, hint, labelled = 'seen', isDisabled = false, ...rest }: ToggleProps) {
  const heard = labelled === 'heard' ? { 'aria-label': label } : {};
  return (
    <Switch {...rest} {...heard} isDisabled={isDisabled} className={classNames(toggleStyles['switch'])}>
      <span className={toggleStyles['track']} aria-hidden />
      {labelled === 'seen' && (
        <span>
          <span className={toggleStyles['label']}>{label}</span>
          {hint !== undefined && <span className={toggleStyles['hint']}>{hint}</span>}
        </span>
      )}
    </Switch>
  );
}
