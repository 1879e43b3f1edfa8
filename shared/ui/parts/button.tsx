import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components';
import styles from '../button.module.css';
import { classNames } from './class-names.ts';

type Props = Omit<ButtonProps, 'className' | 'style' | 'children' | 'isPending'> & {
  readonly look?: 'primary' | 'danger' | 'plain' | 'quiet' | 'icon';
  readonly size?: 'normal' | 'small';
  /** True while the button's action is in progress: the button keeps focus and name, and ignores presses. */
  readonly isPending?: boolean;
  readonly children: ReactNode;
};

export function Button({ look = 'plain', size = 'normal', isPending = false, ...rest }: Props) {
  return (
    <AriaButton {...rest} {...(isPending ? pending(rest) : {})} className={classNames(styles['button'], styles[look], styles[size])} />
  );
}

/**
 * Replaces React Aria's own `isPending`, which announces the button by its id: most of our buttons are gone by the time that is
 * read, so an empty name would be heard. The outcome is announced where it is shown.
 */
function pending({ type }: Pick<Props, 'type'>) {
  // As a submit button, Enter in a field would submit the form again.
  return {
    ...(type === 'submit' ? { type: 'button' as const } : {}),
    onPress: nothing,
    'aria-disabled': true,
    'data-pending': true,
  } as const;
}

function nothing(): void {
  // Already pressed.
}
