import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from '../dialog-box.module.css';

type Props = {
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  /** Names the cross that closes it. Null: it stays until the person says that it was seen, by a button of its own. */
  readonly close: string | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A question on top of everything: Escape closes it, as does a click beside one that can be dismissed; the focus returns to where it was. */
export function DialogBox({ title, role = 'dialog', close, onClose, children }: Props) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === 'dialog' && close !== null}
      onOpenChange={(open) => !open && onClose()}
      className={classNames(styles['veil'])}
    >
      <Modal className={classNames(styles['modal'])}>
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
