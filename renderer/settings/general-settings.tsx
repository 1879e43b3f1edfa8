import type { Settings } from '#shared/app-api/settings.ts';
import { Choice } from '#shared/look/parts/choice.tsx';
import { Toggle } from '#shared/look/parts/toggle.tsx';
import { useSpeech } from '../speech/speech.tsx';
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
      <Toggle
        label={t('settings.notifications')}
        hint={t('settings.notifications.text')}
        isSelected={settings.notifications}
        onChange={(notifications) => change({ notifications })}
      />
    </>
  );
}
