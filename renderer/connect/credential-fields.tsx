import { TextField } from '#shared/look/parts/text-field.tsx';
import { useSpeech } from '../speech/speech.tsx';
import type { FieldFaults } from './read-form.ts';
import { SecretField } from './secret-field.tsx';

/** What the accountant gave for one company. */
export function CredentialFields({ faults }: { readonly faults: FieldFaults }) {
  const { t } = useSpeech();
  return (
    <>
      <TextField
        name="integrationId"
        label={t('connect.integration-id')}
        hint={t('connect.integration-id.hint')}
        error={faults.integrationId === undefined ? null : t(faults.integrationId)}
        maxLength={100}
        autoComplete="off"
        // The form is opened to fill this in.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <SecretField error={faults.integrationSecret === undefined ? null : t(faults.integrationSecret)} />
    </>
  );
}
