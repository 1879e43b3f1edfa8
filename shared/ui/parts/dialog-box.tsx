import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from '../dialog-box.module.css';

type Props = {
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  /** Has room for two things side by side. */
  readonly isWide?: boolean;
  /** Has room for a table of many columns. */
  readonly isForTable?: boolean;
  /** Accessible name of the close button. Null: no such button, so the user has to confirm with one of the dialog's own. */
  readonly close: string | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A modal dialog. Escape closes it, as does a click outside if it is dismissable; the focus returns to where it was. */
export function DialogBox({ title, role = 'dialog', isWide = false, isForTable = false, close, onClose, children }: Props) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === 'dialog' && close !== null}
      onOpenChange={(open) => !open && onClose()}
      className={classNames(styles['veil'])}
    >
      <Modal className={classNames(styles['modal'], isWide && styles['wide'], isForTable && styles['for-table'])}>
        <Dialog role={role} className={classNames(styles['dialog'])}>
          <header className={styles['header']}>
            <Heading slot="title" level={2} className={classNames(styles['title'])}>
              {title}
            </Heading>
            {close !== null && (
              <Button look="icon" size="small" aria-label={close} onPress={onClose}>
                <X size={18} aria-hidden />
              </Button>
            )}
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
