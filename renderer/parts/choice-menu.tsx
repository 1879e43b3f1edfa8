import { Check, ChevronDown } from 'lucide-react';
import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import { flushSync } from 'react-dom';
import menu from '#shared/ui/action-menu.module.css';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { PlainButton } from '#shared/ui/parts/button.tsx';
import styles from './choice-menu.module.css';

type Props<Value extends string> = {
  /** What is chosen here; the button is called by it and by the chosen option. */
  readonly label: string;
  /** On the button, in place of the chosen option's own words. */
  readonly words?: string;
  readonly icon: ComponentType<{ readonly size: number; readonly 'aria-hidden': true }>;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  /** Whether something else than the usual is chosen. */
  readonly isChosen?: boolean;
  readonly size?: 'normal' | 'small';
  /** Shows the icon alone, where room is scarce. */
  readonly isCompact?: boolean;
  readonly onChange: (value: Value) => void;
};

/** One of several options, in a menu with a check at the chosen one. Also an option that is chosen already can be chosen. */
export function ChoiceMenu<Value extends string>(props: Props<Value>) {
  const { label, icon: Icon, options, value, isChosen = false, size = 'normal', isCompact = false } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const words = props.words ?? options.find((option) => option.value === value)?.label ?? '';
  const choose = (key: string | number) => {
    const option = options.find((one) => one.value === key);
    if (option !== undefined) props.onChange(option.value);
  };
  return (
    <span className={classNames(styles['menu'], isChosen && styles['chosen'])}>
      <PlainButton
        ref={trigger}
        size={size}
        aria-label={`${label}: ${words}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon size={15} aria-hidden />
        {!isCompact && <span className={styles['words']}>{words}</span>}
        <ChevronDown size={14} aria-hidden />
      </PlainButton>
      {isOpen && <Opened {...{ label, options, value, trigger }} onChoose={choose} onClose={() => setOpen(false)} />}
    </span>
  );
}

type OpenedProps = Pick<Props<string>, 'label' | 'options' | 'value'> & {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onChoose: (key: string | number) => void;
  readonly onClose: () => void;
};

function Opened({ label, options, value, trigger, onChoose, onClose }: OpenedProps) {
  return (
    <Popover
      isOpen
      aria-label={label}
      triggerRef={trigger}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      containerPadding={8}
      className={classNames(menu['popover'])}
    >
      <Menu
        className={classNames(menu['menu'])}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that a user opened has the focus in it
        autoFocus="first"
        selectionMode="single"
        selectedKeys={[value]}
        disallowEmptySelection
        // As in ActionMenu: a dialog that this opens has to exist before the menu closes.
        onAction={(key) => flushSync(() => onChoose(key))}
        onClose={onClose}
      >
        {options.map((option) => (
          <MenuItem key={option.value} id={option.value} className={classNames(menu['item'])} textValue={option.label}>
            {({ isSelected }) => (
              <>
                <Check size={16} aria-hidden className={isSelected ? undefined : styles['unchecked']} />
                {option.label}
              </>
            )}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
