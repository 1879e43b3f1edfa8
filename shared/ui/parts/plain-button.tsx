import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from '../button.module.css';
import { classNames } from './class-names.ts';

type Props = Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'aria-haspopup' | 'aria-expanded' | 'onKeyDown' | 'children'> & {
  readonly look?: 'primary' | 'plain' | 'icon';
  readonly size?: 'normal' | 'small';
  readonly isPending?: boolean;
  readonly isTabStop?: boolean;
  readonly onPress: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** Looks and behaves like `Button`, but is a native element: for rows, of which hundreds are created while a person scrolls. */
export function PlainButton({ look = 'plain', size = 'normal', isPending = false, isTabStop = true, onPress, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      tabIndex={isTabStop ? undefined : -1}
      onClick={isPending ? undefined : onPress}
      {...(isPending ? { 'aria-disabled': true, 'data-pending': true } : {})}
      className={classNames(styles['button'], styles['native'], styles[look], styles[size])}
    />
  );
}
