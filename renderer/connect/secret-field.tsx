import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useSpeech } from '../speech/speech.tsx';

/** Hidden unless the person looks; its text lives in the field alone. */
export function SecretField({ error }: { readonly error: string | null }) {
  const { t } = useSpeech();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      name="integrationSecret"
      label={t('connect.secret')}
      hint={t('connect.secret.hint')}
      error={error}
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      maxLength={500}
      beside={
        <Button look="icon" aria-label={t(isShown ? 'connect.secret.hide' : 'connect.secret.show')} onPress={() => setShown(!isShown)}>
          <Icon size={18} aria-hidden />
        </Button>
      }
    />
  );
}
