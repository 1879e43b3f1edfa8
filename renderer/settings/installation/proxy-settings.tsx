import { PROXY_MODES, type Settings, settingsChangeSchema } from '#shared/app-api/settings.ts';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { KeptSecret } from './kept-secret.tsx';
import { SavedText } from '../saved-text.tsx';
import type { ChangeSettings } from '../use-change-settings.ts';

type Props = { readonly settings: Settings; readonly change: ChangeSettings };

const isAddress = (url: string): boolean => settingsChangeSchema.safeParse({ proxy: { url } }).success;

/** Which proxy is used, if any. */
export function ProxySettings({ settings: { proxy }, change }: Props) {
  const { t } = useI18n();
  return (
    <>
      <Choice
        label={t('settings.proxy')}
        labelled="heard"
        options={PROXY_MODES.map((value) => ({ value, label: t(`settings.proxy.${value}`) }))}
        value={proxy.mode}
        onChange={(mode) => change({ proxy: { mode } })}
      />
      {proxy.mode === 'manual' && (
        <SavedText
          label={t('settings.proxy.url')}
          hint={t('settings.proxy.url.hint')}
          value={proxy.url}
          wrong={(text) => (isAddress(text) ? null : t('settings.proxy.url.wrong'))}
          save={(url) => change({ proxy: { url } })}
        />
      )}
      {(proxy.mode === 'manual' || proxy.mode === 'system') && (
        <>
          <SavedText
            label={t('settings.proxy.user')}
            hint={t('settings.proxy.user.hint')}
            value={proxy.user}
            save={(user) => change({ proxy: { user } })}
          />
          {proxy.user !== null && <KeptSecret name="proxy-password" label={t('settings.proxy.password')} />}
        </>
      )}
    </>
  );
}
