import { Ellipsis } from 'lucide-react';
import type { ComponentType } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import styles from '../action-menu.module.css';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

export type Action = {
  readonly id: string;
  readonly label: string;
  readonly icon?: ComponentType<{ readonly size: number; readonly 'aria-hidden': true }>;
  readonly run: () => void;
};

/** What is done rarely, behind three dots. */
export function ActionMenu({ label, actions }: { readonly label: string; readonly actions: readonly Action[] }) {
  return (
    <MenuTrigger>
      <Button look="icon" size="small" aria-label={label}>
        <Ellipsis size={18} aria-hidden />
      </Button>
      <Popover placement="bottom end" className={classNames(styles['popover'])}>
        <Menu className={classNames(styles['menu'])} aria-label={label}>
          {actions.map(({ id, label: text, icon: Icon, run }) => (
            <MenuItem key={id} onAction={run} className={classNames(styles['item'])} textValue={text}>
              {Icon !== undefined && <Icon size={16} aria-hidden />}
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
