import { X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { PlainButton } from '#shared/ui/parts/plain-button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './told-box.module.css';

type Props = { readonly children: ReactNode; readonly closeRef?: Ref<HTMLButtonElement>; readonly onForget: () => void };

/** The outcome of an action: announced once, and shown until the person dismisses it. */
export function ToldBox({ children, closeRef, onForget }: Props) {
  const { t } = useI18n();
  return (
    <div className={styles['told']}>
      <output>{children}</output>
      <PlainButton
        {...(closeRef === undefined ? {} : { ref: closeRef })}
        look="icon"
        size="small"
        aria-label={t('common.close')}
        onPress={onForget}
      >
        <X size={15} aria-hidden />
      </PlainButton>
    </div>
  );
}
