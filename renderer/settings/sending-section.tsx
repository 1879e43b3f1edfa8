import { ASK_AFTER_DAYS_MAX, CHECK_MINUTES_MAX, PARALLEL_UPLOADS_MAX, type Settings } from '#shared/app-api/settings.ts';
import type { AppInfo } from '#shared/app-api/views.ts';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { NumberSetting } from './number-setting.tsx';
import { SettingsPart } from './settings-part.tsx';
import type { ChangeSettings } from './use-change-settings.ts';

type Props = { readonly settings: Settings; readonly info: AppInfo; readonly change: ChangeSettings };

export function SendingSection({ settings, info, change }: Props) {
  const { t } = useI18n();
  return (
    <>
      <Sending settings={settings} info={info} change={change} />
      <SettingsPart title={t('settings.answers')}>
        <NumberSetting
          label={t('settings.ask-after')}
          hint={t('settings.ask-after.text')}
          fewer={t('settings.ask-after.fewer')}
          more={t('settings.ask-after.more')}
          value={settings.askAfterDays}
          most={ASK_AFTER_DAYS_MAX}
          save={(askAfterDays) => change({ askAfterDays })}
        />
        <NumberSetting
          label={t('settings.check')}
          hint={t('settings.check.text', { max: CHECK_MINUTES_MAX })}
          fewer={t('settings.check.fewer')}
          more={t('settings.check.more')}
          value={settings.checkMinutes}
          most={CHECK_MINUTES_MAX}
          save={(checkMinutes) => change({ checkMinutes })}
        />
      </SettingsPart>
    </>
  );
}

function Sending({ settings, info, change }: Props) {
  const { t } = useI18n();
  return (
    <SettingsPart title={t('settings.sending')}>
      <NumberSetting
        label={t('settings.parallel')}
        hint={t('settings.parallel.text', { max: PARALLEL_UPLOADS_MAX })}
        fewer={t('settings.parallel.fewer')}
        more={t('settings.parallel.more')}
        value={settings.parallelUploads}
        most={PARALLEL_UPLOADS_MAX}
        save={(parallelUploads) => change({ parallelUploads })}
      />
      {info.hasBattery === true && (
        <Toggle
          label={t('settings.battery')}
          hint={t('settings.battery.text')}
          isSelected={settings.waitOnBattery}
          onChange={(waitOnBattery) => change({ waitOnBattery })}
        />
      )}
    </SettingsPart>
  );
}
