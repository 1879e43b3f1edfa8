import { Switch } from 'react-aria-components';
import toggleStyles from '#shared/look/toggle.module.css';
import type { Settings } from '#shared/app-api/settings.ts';
import { Choice } from '#shared/look/parts/choice.tsx';
import { classNames } from '#shared/look/parts/class-names.ts';
import { useSpeech } from '../speech/speech.tsx';
import styles from './settings.module.css';
import type { ChangeSettings } from './use-change-settings.ts';

const LANGUAGES = ['system', 'en', 'fr'] as const;
const THEMES = ['system', 'light', 'dark'] as const;

export function GeneralSettings({ settings, change }: { readonly settings: Settings; readonly change: ChangeSettings }) {
  const { t } = useSpeech();
  return (
    <>
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
      <Switch
        isSelected={settings.notifications}
        onChange={(notifications) => change({ notifications })}
        className={classNames(toggleStyles['switch'])}
      >
        <span className={toggleStyles['track']} aria-hidden />
        <span>
          <span className={styles['label']}>{t('settings.notifications')}</span>
          <span className={styles['hint']}>{t('settings.notifications.text')}</span>
        </span>
      </Switch>
    </>
  );
}
