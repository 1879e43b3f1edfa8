import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from '#shared/ui/field.module.css';
import { useI18n } from '../i18n/i18n.tsx';

export type SecretFieldProps = {
  /** Of the form's data. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string | null;
  readonly isFirst?: boolean;
  /** Ids of what else is read out with it. */
  readonly describedBy?: string;
};

/**
 * A secret, hidden unless the user chooses to see it. A plain input: React Aria's components keep the typed text in their state,
 * while a secret must be nowhere but in the field, which is emptied as soon as it was submitted.
 */
export function SecretField({ name, label, hint, error, isFirst = false, describedBy = '' }: SecretFieldProps) {
  const { t } = useI18n();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <div className={styles['row']}>
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={500}
          // The user opened the form to fill this in.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isFirst}
          aria-invalid={error !== null}
          aria-describedby={`${describedBy} ${id}-more`.trim()}
          className={styles['input']}
        />
        <Button look="icon" aria-label={t(isShown ? 'common.secret.hide' : 'common.secret.show')} onPress={() => setShown(!isShown)}>
          <Icon size={18} aria-hidden />
        </Button>
      </div>
      <p id={`${id}-more`} className={classNames(error === null ? styles['hint'] : styles['error'])}>
        {error ?? hint}
      </p>
    </div>
  );
}
