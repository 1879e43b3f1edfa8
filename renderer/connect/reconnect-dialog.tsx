import type { Company } from '#shared/domain/company.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { DialogActions } from '#shared/look/parts/dialog-actions.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { ConnectFaultNote } from './connect-fault-note.tsx';
import styles from './connect.module.css';
import { CredentialFields } from './credential-fields.tsx';
import { useConnect } from './use-connect.ts';

/** New credentials for a company that exists: its folders, history and queue stay. */
export function ReconnectDialog({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const { t } = useSpeech();
  const { client } = useEngine();
  const { submit, isPending, fields, fault } = useConnect(
    ({ integrationId, integrationSecret }) => client.companies.reconnect({ companyId: company.id, integrationId, integrationSecret }),
    onClose,
  );
  return (
    <DialogBox title={t('connect.reconnect.title', { name: company.name })} onClose={onClose}>
      <p>{t('connect.reconnect.text')}</p>
      <form onSubmit={submit} className={styles['form']} noValidate>
        <CredentialFields faults={fields} />
        <ConnectFaultNote fault={fault} />
        <DialogActions>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            {t(isPending ? 'connect.submitting' : 'connect.submit')}
          </Button>
        </DialogActions>
      </form>
    </DialogBox>
  );
}
