import { X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { PlainButton } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useLeaving } from './notices/use-notices.tsx';
import styles from './told-box.module.css';

type Props = {
  readonly children: ReactNode;
  readonly closeRef?: Ref<HTMLButtonElement>;
  /** True for what went wrong: it stays until the user closes it or does something else. */
  readonly isKept?: boolean;
  readonly onForget: () => void;
};

const LEAVING = { id: 1, canUndo: false };

/** The outcome of an action, beside what it was done to; it leaves like every notice. Where there is no such place, `useTell` is for it. */
export function ToldBox({ children, closeRef, isKept = false, onForget }: Props) {
  const { t } = useI18n();
  const leaving = useLeaving(isKept ? null : LEAVING, onForget);
  return (
    <div className={styles['told']} {...leaving}>
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
