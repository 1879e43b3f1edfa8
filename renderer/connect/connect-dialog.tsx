import type { Overview } from '#shared/app-api/views.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { ConnectForm } from './connect-form.tsx';

export function ConnectDialog({ overview, onClose }: { readonly overview: Overview; readonly onClose: () => void }) {
  const { t } = useSpeech();
  return (
    <DialogBox title={t('connect.title')} onClose={onClose}>
      <p>{t('welcome.connect.text')}</p>
      <ConnectForm
        taken={overview.companies.map(({ colour }) => colour)}
        onConnected={onClose}
        beside={<Button onPress={onClose}>{t('common.cancel')}</Button>}
      />
    </DialogBox>
  );
}
