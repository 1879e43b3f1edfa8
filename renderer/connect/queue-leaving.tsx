import { CircleCheck } from 'lucide-react';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import tones from '#shared/ui/tone.module.css';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './connect.module.css';

type Props = { readonly company: Company; readonly queue: number | null; readonly onClose: () => void };

/** Last step of reconnecting: shows that the waiting documents are being sent. */
export function QueueLeaving({ company, queue, onClose }: Props) {
  const { t } = useI18n();
  return (
    <DialogBox title={t('reconnect.done', { name: company.name })} onClose={onClose}>
      <output className={styles['cause']}>
        <CircleCheck size={20} aria-hidden className={tones['good']} />
        <span>{queue === null ? t('common.loading') : queue === 0 ? t('reconnect.left') : t('reconnect.leaving', { count: queue })}</span>
      </output>
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}
