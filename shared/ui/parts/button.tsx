import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';
import styles from '../button.module.css';
import { classNames } from './class-names.ts';

type Props = Omit<ButtonProps, 'className' | 'style' | 'children' | 'isPending'> & {
  readonly look?: 'primary' | 'danger' | 'plain' | 'quiet' | 'icon';
  readonly size?: 'normal' | 'small';
  /** What it was pressed for is under way: it keeps focus and name, and cannot be pressed again. */
  readonly isPending?: boolean;
  readonly children: ReactNode;
};

export function Button({ look = 'plain', size = 'normal', isPending = false, ...rest }: Props) {
  return (
    <AriaButton {...rest} {...(isPending ? pending(rest) : {})} className={classNames(styles['button'], styles[look], styles[size])} />
  );
}

/**
 * React Aria's own `isPending` announces the button by its id; most of ours are gone by the time that is read, and a name
 * without words is what is heard. What became of it is said where it is shown.
 */
function pending({ type }: Pick<Props, 'type'>) {
  // The Enter key in a field would send the form once more.
  return {
    ...(type === 'submit' ? { type: 'button' as const } : {}),
    onPress: nothing,
    'aria-disabled': true,
    'data-pending': true,
  } as const;
}

function nothing(): void {
  // It was pressed before.
}
