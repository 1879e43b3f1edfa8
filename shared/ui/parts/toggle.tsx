import { Switch } from 'react-aria-components';
import styles from '../toggle.module.css';
import { classNames } from './class-names.ts';

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly labelled?: 'seen' | 'heard';
  readonly isSelected: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isSelected: boolean) => void;
};

export function Toggle({ label, hint, labelled = 'seen', isDisabled = false, ...rest }: Props) {
  const heard = labelled === 'heard' ? { 'aria-label': label } : {};
  return (
    <Switch {...rest} {...heard} isDisabled={isDisabled} className={classNames(styles['switch'])}>
      <span className={styles['track']} aria-hidden />
      {labelled === 'seen' && (
        <span>
          <span className={styles['label']}>{label}</span>
          {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
        </span>
      )}
    </Switch>
  );
}
