import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useSpeech } from '../speech/speech.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from '#shared/look/dialog-box.module.css';

type Props = {
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A question on top of everything: Escape and a click beside it close it, the focus returns to where it was. */
export function DialogBox({ title, role = 'dialog', onClose, children }: Props) {
  const { t } = useSpeech();
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === 'dialog'}
      onOpenChange={(open) => !open && onClose()}
      className={classNames(styles['veil'])}
    >
      <Modal className={classNames(styles['modal'])}>
        <Dialog role={role} className={classNames(styles['dialog'])}>
          <header className={styles['header']}>
            <Heading slot="title" level={2} className={classNames(styles['title'])}>
              {title}
            </Heading>
            <Button look="icon" size="small" aria-label={t('common.close')} onPress={onClose}>
              <X size={18} aria-hidden />
            </Button>
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
