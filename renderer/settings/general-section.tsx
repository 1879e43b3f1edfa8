import type { Settings } from '#shared/app-api/settings.ts';
import type { AppInfo } from '#shared/app-api/views.ts';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { NewsAgain } from '../news/news-again.tsx';
import { EmailSetting } from './email-setting.tsx';
import styles from './settings.module.css';
import { SettingsPart } from './settings-part.tsx';
import { StartSetting } from './start-setting.tsx';
import { UpdatesSetting } from './updates-setting.tsx';
import type { ChangeSettings } from './use-change-settings.ts';

const LANGUAGES = ['system', 'en', 'fr'] as const;
const THEMES = ['system', 'light', 'dark'] as const;

type Props = { readonly settings: Settings; readonly info: AppInfo; readonly change: ChangeSettings };

export function GeneralSection({ settings, info, change }: Props) {
  const { t } = useI18n();
  return (
    <>
      <SettingsPart title={t('settings.general')}>
        <Choice
          label={t('settings.language')}
          options={LANGUAGES.map((value) => ({ value, label: t(`settings.language.${value}`) }))}
          value={settings.language}
          onChange={(language) => change({ language })}
        />
        <Choice
          label={t('settings.theme')}
          options={THEMES.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
          value={settings.theme}
          onChange={(theme) => change({ theme })}
        />
        {info.startsAtLogin !== undefined && <StartSetting wanted={settings.startAtLogin} system={info.startsAtLogin} change={change} />}
      </SettingsPart>
      <SettingsPart title={t('settings.you')}>
        <EmailSetting value={settings.userEmail} change={change} />
      </SettingsPart>
      <SettingsPart title={t('settings.about')}>
        <dl className={styles['facts']}>
          <dt>{t('settings.about.version')}</dt>
          <dd>Intray {info.version}</dd>
          <dt>{t('settings.about.runs')}</dt>
          <dd>{t(`settings.about.${info.host}`)}</dd>
        </dl>
        <UpdatesSetting />
        <NewsAgain version={info.version} />
      </SettingsPart>
    </>
  );
}
