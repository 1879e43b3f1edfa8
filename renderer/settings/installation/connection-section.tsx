import type { Settings } from '#shared/app-api/settings.ts';
import { MoreAbout } from '../../parts/more-about.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { CredentialSettings } from './credential-settings.tsx';
import { InstallationSettings } from './installation-settings.tsx';
import { ProxySettings } from './proxy-settings.tsx';
import styles from '../settings.module.css';
import { SettingsPart } from '../settings-part.tsx';
import { TryIt } from '../diagnostics/try-it.tsx';
import type { ChangeSettings } from '../use-change-settings.ts';

type Props = { readonly settings: Settings; readonly change: ChangeSettings };

/** How this installation reaches the network. Most people only ever press "Try it now"; the rest is collapsed. */
export function ConnectionSection({ settings, change }: Props) {
  const { t } = useI18n();
  return (
    <>
      <SettingsPart title={t('settings.connection')}>
        <div className={styles['line']}>
          <p className={styles['line-label']}>{t('settings.installation.service')}</p>
          <TryIt what="service" />
        </div>
        <div className={styles['line']}>
          <p className={styles['line-label']}>{t('settings.installation.relay')}</p>
          <TryIt what="relay" />
        </div>
      </SettingsPart>
      <SettingsPart title={t('settings.advanced')}>
        <p className={styles['quiet']}>{t('settings.advanced.text')}</p>
        <MoreAbout label={t('settings.proxy')}>
          <ProxySettings settings={settings} change={change} />
          <TryIt what="proxy" />
        </MoreAbout>
        <MoreAbout label={t('settings.credentials')}>
          <CredentialSettings settings={settings} change={change} />
          <TryIt what="credentials" />
        </MoreAbout>
        <MoreAbout label={t('settings.installation')}>
          <InstallationSettings settings={settings} />
        </MoreAbout>
      </SettingsPart>
    </>
  );
}
