import { Ellipsis } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import styles from '#shared/look/action-menu.module.css';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

export type Action = { readonly id: string; readonly label: string; readonly run: () => void };

/** What is done rarely, behind three dots. */
export function ActionMenu({ label, actions }: { readonly label: string; readonly actions: readonly Action[] }) {
  return (
    <MenuTrigger>
      <Button look="icon" aria-label={label}>
        <Ellipsis size={18} aria-hidden />
      </Button>
      <Popover placement="bottom end" className={classNames(styles['popover'])}>
        <Menu className={classNames(styles['menu'])} aria-label={label}>
          {actions.map(({ id, label: text, run }) => (
            <MenuItem key={id} onAction={run} className={classNames(styles['item'])} textValue={text}>
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
