import { type Company, ownsIntegration } from '#shared/domain/company.ts';
import { companySchema } from '../link/schemas.ts';
import { MoreAbout } from '../parts/more-about.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import type { FieldFaults } from './read-form.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import styles from './connect.module.css';
import { SecretField, type SecretFieldProps } from '../parts/secret-field.tsx';

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

type Props = {
  /** Error found when the form was submitted. */
  readonly error: string | null;
  /** Existing companies: a taken identifier is recognized without asking the service. */
  readonly companies: readonly Company[];
};

/** Checks the format while the user types: copying only half of the identifier is the most frequent mistake. */
function IntegrationIdField({ error, companies }: Props) {
  const { t } = useI18n();
  const [text, setText] = useState('');
  const [left, setLeft] = useState(false);
  const parsed = companySchema.shape.integrationId.safeParse(text.trim());
  const owner = parsed.success ? companies.find((one) => ownsIntegration(one, parsed.data)) : undefined;
  const wrong = text.trim() !== '' && !parsed.success && (left || isHopeless(text)) ? t('connect.integration-id.wrong') : null;
  const taken = owner === undefined ? null : t('connect.integration-id.taken', { name: owner.name });
  return (
    <div className={styles['id']}>
      <TextField
        name="integrationId"
        label={t('connect.integration-id')}
        hint={t(parsed.success ? 'connect.integration-id.right' : 'connect.integration-id.hint')}
        error={taken ?? wrong ?? (parsed.success ? null : error)}
        value={text}
        onChange={(typed) => setText(idOf(typed))}
        // Whoever presses the submit button is told by that: a line that appears under the finger would move the button away from it.
        onBlur={({ relatedTarget }) => setLeft(!(relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'))}
        maxLength={2_000}
        autoComplete="off"
        beside={parsed.success && taken === null ? <Check size={20} aria-hidden className={styles['right']} /> : undefined}
        // The user opened the form to fill this in.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
    </div>
  );
}

/** Whether further typing cannot turn this text into an identifier. */
function isHopeless(text: string): boolean {
  return text.trim().length >= 36 || /[^0-9A-Fa-f\s-]/.test(text);
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Extracts the identifier from pasted text, such as a whole line of an e-mail. Text without one is returned as typed. */
export function idOf(pasted: string): string {
  const found = pasted.match(UUID) ?? [];
  const [only] = found;
  return only !== undefined && found.length === 1 ? only : pasted;
}

/** The secret of an integration, as the accountant gave it. */
export function IntegrationSecretField(rest: Pick<SecretFieldProps, 'error' | 'isFirst' | 'describedBy'>) {
  const { t } = useI18n();
  return <SecretField name="integrationSecret" label={t('connect.secret')} hint={t('connect.secret.hint')} {...rest} />;
}
