import { MailOpen } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { goTo } from '../frame/place.ts';
import { ConnectForm } from './connect-form.tsx';
import styles from './connect.module.css';

type Props = {
  readonly overview: Overview;
  /** Called with the new company; the caller asks about its folders next. */
  readonly onConnected: (company: Company) => void;
  readonly onClose: () => void;
};

/** Connects another company in addition to the existing ones. */
export function ConnectDialog({ overview, onConnected, onClose }: Props) {
  const { t } = useI18n();
  const toInvitation = () => {
    onClose();
    goTo({ kind: 'invitation' });
  };
  return (
    <DialogBox title={t('connect.title')} onClose={onClose}>
      <div className={styles['aside']}>
        <Button look="quiet" size="small" onPress={toInvitation}>
          <MailOpen size={16} aria-hidden />
          {t('companies.invitation')}
        </Button>
      </div>
      <p>{t('first-run.connect.text')}</p>
      <ConnectForm
        companies={overview.companies}
        onConnected={onConnected}
        beside={<Button onPress={onClose}>{t('common.cancel')}</Button>}
      />
    </DialogBox>
  );
}
