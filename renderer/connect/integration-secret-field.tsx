import { useI18n } from '../i18n/i18n.tsx';
import { SecretField, type SecretFieldProps } from '../parts/secret-field.tsx';

/** The secret of an integration, as the accountant gave it. */
export function IntegrationSecretField(rest: Pick<SecretFieldProps, 'error' | 'isFirst' | 'describedBy'>) {
  const { t } = useI18n();
  return <SecretField name="integrationSecret" label={t('connect.secret')} hint={t('connect.secret.hint')} {...rest} />;
}
