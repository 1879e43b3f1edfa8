import { useState } from 'react';
import { TextField } from '#shared/look/parts/text-field.tsx';
import { useSpeech } from '../speech/speech.tsx';
import type { ChangeSettings } from './use-change-settings.ts';

/** Only to warn: the engine decides what it sends, and an odd address never blocks a document. */
const LOOKS_RIGHT = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Saved when the person leaves the field. */
export function EmailSetting({ value, change }: { readonly value: string | null; readonly change: ChangeSettings }) {
  const { t } = useSpeech();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value ?? '';
  const save = () => {
    const email = text.trim();
    if (typed !== null && email !== (value ?? '')) change({ userEmail: email === '' ? null : email });
  };
  const isOdd = text.trim() !== '' && !LOOKS_RIGHT.test(text.trim());
  return (
    <TextField
      type="email"
      label={t('settings.email')}
      hint={t('settings.email.text')}
      error={isOdd && typed === null ? t('settings.email.odd') : null}
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
