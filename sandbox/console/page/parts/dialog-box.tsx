import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from '#shared/look/dialog-box.module.css';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

type Props = { readonly title: string; readonly done: string; readonly onClose: () => void; readonly children: ReactNode };

/** Something that stays until the person says that it was seen: a click beside it does not close it. */
export function DialogBox({ title, done, onClose, children }: Props) {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className={classNames(styles['veil'])}>
      <Modal className={classNames(styles['modal'])}>
        <Dialog className={classNames(styles['dialog'])}>
          <Heading slot="title" level={2} className={classNames(styles['title'])}>
            {title}
          </Heading>
          {children}
          <div className={styles['actions']}>
            <Button look="primary" size="normal" onPress={onClose}>
              {done}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
