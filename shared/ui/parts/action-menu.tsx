import { Ellipsis } from 'lucide-react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import { flushSync } from 'react-dom';
import styles from '../action-menu.module.css';
import { classNames } from './class-names.ts';
import { PlainButton } from './button.tsx';

export type Action = {
  readonly id: string;
  readonly label: string;
  readonly icon?: ComponentType<{ readonly size: number; readonly 'aria-hidden': true }>;
  readonly run: () => void;
};

type Props = {
  readonly label: string;
  /** A function is called only when the menu opens: a list has many menus, and most are never opened. */
  readonly actions: readonly Action[] | (() => readonly Action[]);
  /** False for menus that the Tab key skips, such as those of all list rows but the active one. */
  readonly isTabStop?: boolean;
};

/** Rare actions, behind three dots. The menu opens to the side with room, and scrolls if there is too little. */
export function ActionMenu({ label, actions, isTabStop = true }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [first, setFirst] = useState<'first' | 'last' | null>(null);
  const close = () => setFirst(null);
  return (
    <>
      <PlainButton
        ref={trigger}
        look="icon"
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={first !== null}
        isTabStop={isTabStop}
        onPress={() => setFirst('first')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setFirst(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        <Ellipsis size={18} aria-hidden />
      </PlainButton>
      {first !== null && (
        <Opened {...{ label, trigger, first }} onClose={close} actions={typeof actions === 'function' ? actions() : actions} />
      )}
    </>
  );
}

type OpenedProps = {
  readonly label: string;
  readonly actions: readonly Action[];
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** Which action gets the focus first. */
  readonly first: 'first' | 'last';
  readonly onClose: () => void;
};

function Opened({ label, actions, trigger, first, onClose }: OpenedProps) {
  useClosedByResize(onClose);
  return (
    <Popover
      isOpen
      aria-label={label}
      triggerRef={trigger}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom end"
      containerPadding={8}
      className={classNames(styles['popover'])}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that a user opened has the focus in it */}
      <Menu className={classNames(styles['menu'])} aria-label={label} autoFocus={first} onClose={onClose}>
        {actions.map(({ id, label: text, icon: Icon, run }) => (
          // React Aria returns the focus to the menu's button after a dialog only if the dialog exists before the menu closes.
          <MenuItem key={id} onAction={() => flushSync(run)} className={classNames(styles['item'])} textValue={text}>
            {Icon !== undefined && <Icon size={16} aria-hidden />}
            {text}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}

/** Closes the menu on resize, as native menus do: its button may have moved or disappeared. */
function useClosedByResize(close: () => void): void {
  const closing = useRef(close);
  useEffect(() => {
    closing.current = close;
  });
  useEffect(() => {
    const onResize = () => closing.current();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
}
