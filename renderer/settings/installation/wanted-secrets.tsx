import { useId } from 'react';
import type { Company } from '#shared/domain/company.ts';
import styles from '#shared/ui/field.module.css';
import { Note } from '#shared/ui/parts/note.tsx';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { type ChangingInstallation, CLIENT_SECRET_FIELD, secretField } from './use-change-installation.ts';

type Props = Pick<ChangingInstallation, 'asked' | 'wrong'> & {
  readonly companies: readonly Company[];
  readonly startOver: boolean;
  readonly onStartOver: (startOver: boolean) => void;
};

/** The new addresses would receive these secrets, so only a person who knows them may change addresses. Starting over leaves none to send. */
export function WantedSecrets({ asked, wrong, companies, startOver, onStartOver }: Props) {
  const { t } = useI18n();
  const ofCompanies = companies.map(({ id, name }) => ({ field: secretField(id), label: t('installation.secrets.of', { name }) }));
  const all = [...ofCompanies, { field: CLIENT_SECRET_FIELD, label: t('settings.credentials.secret') }];
  return (
    <>
      <Note tone="calm" spoken="alert" title={t('installation.secrets.title')}>
        {t('installation.secrets.text')}
      </Note>
      {!startOver &&
        all
          .filter(({ field }) => asked.includes(field))
          .map(({ field, label }) => (
            <AskedSecret key={field} name={field} label={label} error={wrong.includes(field) ? t('installation.secrets.wrong') : null} />
          ))}
      <Toggle label={t('installation.start-over')} hint={t('installation.start-over.hint')} isSelected={startOver} onChange={onStartOver} />
    </>
  );
}

/** A plain input, as in secret-field.tsx: the typed secret exists nowhere else. */
function AskedSecret({ name, label, error }: { readonly name: string; readonly label: string; readonly error: string | null }) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        type="password"
        autoComplete="off"
        maxLength={500}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        className={styles['input']}
      />
      {error !== null && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
