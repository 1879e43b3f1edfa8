import { useI18n } from '../i18n/i18n.tsx';
import { SecretField } from '../parts/secret-field.tsx';

/** The secret of an integration, as the accountant gave it. */
export function IntegrationSecretField({ error, isFirst = false }: { readonly error: string | null; readonly isFirst?: boolean }) {
  const { t } = useI18n();
  return (
    <SecretField name="integrationSecret" label={t('connect.secret')} hint={t('connect.secret.hint')} error={error} isFirst={isFirst} />
  );
}
