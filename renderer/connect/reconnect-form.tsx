import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { ConnectFaultNote } from './connect-fault-note.tsx';
import styles from './connect.module.css';
import { CredentialFields } from './credential-fields.tsx';
import { IntegrationSecretField } from './integration-secret-field.tsx';
import { useConnect } from './use-connect.ts';

type Props = {
  readonly company: Company;
  readonly companies: readonly Company[];
  readonly asks: 'secret' | 'both';
  readonly onConnected: () => void;
  readonly onClose: () => void;
};

/** Form for new credentials of an existing company, which keeps its folders, history and queue. */
export function ReconnectForm({ company, companies, asks, onConnected, onClose }: Props) {
  const { t } = useI18n();
  const { client } = useEngine();
  const [both, setBoth] = useState(asks === 'both');
  const { submit, isPending, fields, fault } = useConnect(
    ({ integrationId, integrationSecret }) =>
      client.companies.reconnect({ companyId: company.id, integrationId: both ? integrationId : company.integrationId, integrationSecret }),
    onConnected,
  );
  const others = companies.filter(({ id }) => id !== company.id);
  return (
    <form onSubmit={submit} className={styles['form']} noValidate>
      {both ? (
        <CredentialFields faults={fields} companies={others} />
      ) : (
        <>
          <p>{t('reconnect.secret-only', { id: company.integrationId.slice(0, 8) })}</p>
          <IntegrationSecretField error={fields.integrationSecret === undefined ? null : t(fields.integrationSecret)} isFirst />
          <div className={styles['aside']}>
            <Button look="quiet" size="small" onPress={() => setBoth(true)}>
              {t('reconnect.other-id')}
            </Button>
          </div>
        </>
      )}
      <ConnectFaultNote fault={fault} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isPending}>
          {t(isPending ? 'connect.submitting' : 'connect.submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
