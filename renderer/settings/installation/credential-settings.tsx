import { CREDENTIAL_MODES, type Settings } from '#shared/app-api/settings.ts';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { KeptSecret } from './kept-secret.tsx';
import { SavedText } from '../saved-text.tsx';
import styles from '../settings.module.css';
import type { ChangeSettings } from '../use-change-settings.ts';

type Props = { readonly settings: Settings; readonly change: ChangeSettings };

/** Chooses whose client credentials are used. */
export function CredentialSettings({ settings: { credentials }, change }: Props) {
  const { t } = useI18n();
  return (
    <>
      <Choice
        label={t('settings.credentials')}
        labelled="heard"
        options={CREDENTIAL_MODES.map((value) => ({ value, label: t(`settings.credentials.${value}`) }))}
        value={credentials.mode}
        onChange={(mode) => change({ credentials: { mode } })}
      />
      <p className={styles['quiet']}>{t('settings.credentials.text')}</p>
      {credentials.mode === 'direct' && (
        <>
          <SavedText
            label={t('settings.credentials.id')}
            value={credentials.clientId}
            save={(clientId) => change({ credentials: { clientId } })}
          />
          <KeptSecret name="client-secret" label={t('settings.credentials.secret')} />
        </>
      )}
    </>
  );
}
