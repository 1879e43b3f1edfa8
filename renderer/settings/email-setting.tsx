import { useState } from 'react';
import { userEmailOf } from '#shared/domain/company.ts';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import type { ChangeSettings } from './use-change-settings.ts';

/** Saved when the person leaves the field. An address that cannot be sent blocks no document, but the field says so. */
export function EmailSetting({ value, change }: { readonly value: string | null; readonly change: ChangeSettings }) {
  const { t } = useI18n();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value ?? '';
  const save = () => {
    const email = text.trim();
    if (typed !== null && email !== (value ?? '')) change({ userEmail: email === '' ? null : email });
  };
  const { kind } = userEmailOf(text);
  const isUnsent = text.trim() !== '' && kind !== 'sendable';
  return (
    <TextField
      type="email"
      label={t('settings.email')}
      hint={t('settings.email.text')}
      error={isUnsent && typed === null ? t(`settings.email.${kind}`) : null}
      maxLength={254}
      autoComplete="email"
      value={text}
      onChange={setTyped}
      onBlur={() => {
        save();
        setTyped(null);
      }}
    />
  );
}
