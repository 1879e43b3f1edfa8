import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { ConnectForm } from './connect-form.tsx';

type Props = {
  readonly overview: Overview;
  /** Called with the new company; the caller asks about its folders next. */
  readonly onConnected: (company: Company) => void;
  readonly onClose: () => void;
};

/** Connects another company in addition to the existing ones. */
export function ConnectDialog({ overview, onConnected, onClose }: Props) {
  const { t } = useI18n();
  return (
    <DialogBox title={t('connect.title')} onClose={onClose}>
      <p>{t('first-run.connect.text')}</p>
      <ConnectForm
        companies={overview.companies}
        onConnected={onConnected}
        beside={<Button onPress={onClose}>{t('common.cancel')}</Button>}
      />
    </DialogBox>
  );
}
