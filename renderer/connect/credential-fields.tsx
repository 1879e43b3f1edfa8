import type { Company } from '#shared/domain/company.ts';
import { MoreAbout } from '../parts/more-about.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { IntegrationIdField } from './integration-id-field.tsx';
import type { FieldFaults } from './read-form.ts';
import { IntegrationSecretField } from './integration-secret-field.tsx';

/** The credentials that the accountant gave for one company. */
export function CredentialFields({ faults, companies }: { readonly faults: FieldFaults; readonly companies: readonly Company[] }) {
  const { t } = useI18n();
  return (
    <>
      <IntegrationIdField error={faults.integrationId === undefined ? null : t(faults.integrationId)} companies={companies} />
      <IntegrationSecretField error={faults.integrationSecret === undefined ? null : t(faults.integrationSecret)} />
      <MoreAbout label={t('connect.where')}>
        <p>{t('connect.where.text')}</p>
      </MoreAbout>
    </>
  );
}
