import { type FormEvent, useState } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { focusFirst } from '../../parts/focus-field.ts';
import { SecretField } from '../../parts/secret-field.tsx';
import styles from './conversion.module.css';

type Props = { readonly isWrong: boolean; readonly onPassword: (password: string) => void; readonly onClose: () => void };

const FIELD = 'password';

/** Asks for the password of a protected PDF. It is read from the form itself, and nothing here keeps it. */
export function PasswordForm({ isWrong, onPassword, onClose }: Props) {
  const { t } = useI18n();
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get(FIELD);
    const isTyped = typeof typed === 'string' && typed !== '';
    setMissing(!isTyped);
    if (isTyped) onPassword(typed);
    else focusFirst(event.currentTarget, [FIELD]);
  };
  const wrong = isMissing ? t('conversion.password.missing') : isWrong ? t('conversion.password.wrong') : null;
  return (
    <form onSubmit={submit} className={styles['form']} noValidate>
      <p>{t('conversion.password.why')}</p>
      <SecretField name={FIELD} label={t('conversion.password')} hint={t('conversion.password.hint')} error={wrong} isFirst />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('conversion.password.open')}
        </Button>
      </DialogActions>
    </form>
  );
}
