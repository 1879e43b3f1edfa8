import { CREDENTIAL_MODES, PROXY_MODES, type Settings, settingsChangeSchema } from '#shared/app-api/settings.ts';
import { Choice } from '#shared/look/parts/choice.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { KeptSecret } from './kept-secret.tsx';
import { SavedText } from './saved-text.tsx';
import styles from './settings.module.css';
import type { ChangeSettings } from './use-change-settings.ts';

type Props = { readonly settings: Settings; readonly change: ChangeSettings };

/** For whoever looks after the network: the proxy, and whose client credentials are used. */
export function ConnectionSettings({ settings, change }: Props) {
  return (
    <>
      <ProxyFields settings={settings} change={change} />
      <CredentialFields settings={settings} change={change} />
    </>
  );
}

function ProxyFields({ settings: { proxy }, change }: Props) {
  const { t } = useSpeech();
  const isAddress = (url: string): boolean => settingsChangeSchema.safeParse({ proxy: { ...proxy, url } }).success;
  return (
    <>
      <Choice
        label={t('settings.proxy')}
        options={PROXY_MODES.map((value) => ({ value, label: t(`settings.proxy.${value}`) }))}
        value={proxy.mode}
        onChange={(mode) => change({ proxy: { ...proxy, mode } })}
      />
      {proxy.mode === 'manual' && (
        <SavedText
          label={t('settings.proxy.url')}
          hint={t('settings.proxy.url.hint')}
          value={proxy.url}
          wrong={(text) => (isAddress(text) ? null : t('settings.proxy.url.wrong'))}
          save={(url) => change({ proxy: { ...proxy, url } })}
        />
      )}
      {(proxy.mode === 'manual' || proxy.mode === 'system') && (
        <>
          <SavedText
            label={t('settings.proxy.user')}
            hint={t('settings.proxy.user.hint')}
            value={proxy.user}
            save={(user) => change({ proxy: { ...proxy, user } })}
          />
          {proxy.user !== null && <KeptSecret name="proxy-password" label={t('settings.proxy.password')} />}
        </>
      )}
    </>
  );
}

function CredentialFields({ settings: { credentials }, change }: Props) {
  const { t } = useSpeech();
  return (
    <>
      <Choice
        label={t('settings.credentials')}
        options={CREDENTIAL_MODES.map((value) => ({ value, label: t(`settings.credentials.${value}`) }))}
        value={credentials.mode}
        onChange={(mode) => change({ credentials: { ...credentials, mode } })}
      />
      <p className={styles['quiet']}>{t('settings.credentials.text')}</p>
      {credentials.mode === 'direct' && (
        <>
          <SavedText
            label={t('settings.credentials.id')}
            value={credentials.clientId}
            save={(clientId) => change({ credentials: { ...credentials, clientId } })}
          />
          <KeptSecret name="client-secret" label={t('settings.credentials.secret')} />
        </>
      )}
    </>
  );
}
