import { type ButtonHTMLAttributes, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useRef } from 'react';
import styles from '../button.module.css';
import { classNames } from './class-names.ts';

type Props = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'type' | 'aria-label' | 'aria-haspopup' | 'aria-expanded' | 'aria-pressed' | 'aria-describedby'
> & {
  readonly look?: 'primary' | 'danger' | 'plain' | 'quiet' | 'icon';
  readonly size?: 'normal' | 'small';
  readonly isDisabled?: boolean;
  /** True while the button's action is in progress: the button keeps focus and name, and ignores presses. */
  readonly isPending?: boolean;
  readonly onPress?: () => void;
  readonly children: ReactNode;
};

/** A native element: React Aria's button would be a tenth of the first page's script. `FieldButton` is the one whose field says what it does. */
export function Button({
  look = 'plain',
  size = 'normal',
  type = 'button',
  isDisabled = false,
  isPending = false,
  onPress,
  ...rest
}: Props) {
  // As a submit button, Enter in a field would submit the form again.
  const isSubmit = type === 'submit' && !isPending;
  const press = () => {
    if (!isPending) onPress?.();
  };
  const keys = useKeys(press);
  return (
    <button
      {...rest}
      type={isSubmit ? 'submit' : 'button'}
      disabled={isDisabled}
      onClick={(event) => {
        // What the button lies in may be pressed itself.
        event.stopPropagation();
        press();
      }}
      {...(isSubmit ? {} : keys)}
      {...(isPending ? { 'aria-disabled': true, 'data-pending': true } : {})}
      className={classNames(styles['button'], styles[look], styles[size])}
    />
  );
}

/**
 * Presses by Enter and Space, without the click that a browser makes of them: React Aria would take it for a screen reader's, and the focus would follow
 * too late. A key that is held down presses once, whatever it has put under itself.
 */
function useKeys(press: () => void) {
  const isSpaceDown = useRef(false);
  return {
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key === ' ') isSpaceDown.current = true;
      if (event.key !== 'Enter') return;
      taken(event);
      if (!event.repeat) press();
    },
    onKeyUp: (event: KeyboardEvent): void => {
      if (event.key !== ' ') return;
      taken(event);
      if (isSpaceDown.current) press();
      isSpaceDown.current = false;
    },
    onBlur: (): void => {
      isSpaceDown.current = false;
    },
  };
}

function taken(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

type FileButtonProps = Omit<Props, 'type' | 'onPress'> & {
  /** Endings, with their dots, and media types; undefined: any file. */
  readonly accept?: readonly string[] | undefined;
  readonly isForSeveral?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
};

/** A button that lets the user choose files. */
export function FileButton({ accept, isForSeveral = false, onFiles, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    if (input.current === null) return;
    // The same file may be chosen again.
    input.current.value = '';
    input.current.click();
  };
  return (
    <>
      <Button {...rest} onPress={choose} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept?.join()}
        multiple={isForSeveral}
        onClick={(event: MouseEvent) => event.stopPropagation()}
        onChange={({ target }) => onFiles(Array.from(target.files ?? []))}
      />
    </>
  );
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

/** A button that belongs to a row or has a menu: the row hears of its presses and keys too, and it can be left out of the order of Tab. */
export function PlainButton({ look = 'plain', size = 'normal', isPending = false, isTabStop = true, onPress, ...rest }: PlainButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      tabIndex={isTabStop ? undefined : -1}
      onClick={isPending ? undefined : onPress}
      {...(isPending ? { 'aria-disabled': true, 'data-pending': true } : {})}
      className={classNames(styles['button'], styles[look], styles[size])}
    />
  );
}
