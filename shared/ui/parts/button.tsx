import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
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

type PlainButtonProps = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'aria-label' | 'aria-haspopup' | 'aria-expanded' | 'onKeyDown' | 'children'
> & {
  readonly look?: 'primary' | 'plain' | 'icon';
  readonly size?: 'normal' | 'small';
  readonly isPending?: boolean;
  readonly isTabStop?: boolean;
  readonly onPress: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** Looks and behaves like `Button`, but is a native element: for rows, of which hundreds are created while a user scrolls. */
export function PlainButton({ look = 'plain', size = 'normal', isPending = false, isTabStop = true, onPress, ...rest }: PlainButtonProps) {
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
