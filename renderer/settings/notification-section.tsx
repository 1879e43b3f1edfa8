import type { Settings } from '#shared/app-api/settings.ts';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './settings.module.css';
import { SettingsPart } from './settings-part.tsx';
import { TimeSetting } from './time-setting.tsx';
import type { ChangeSettings } from './use-change-settings.ts';

/** Defaults that suit most shops: quiet from 20:00 to 7:00, digest at 9:00. */
const NIGHT = { from: 20 * 60, to: 7 * 60 };
const MORNING = 9 * 60;

export function NotificationSection({ settings, change }: { readonly settings: Settings; readonly change: ChangeSettings }) {
  const { t } = useI18n();
  const { notifications, quietHours, digestAt } = settings;
  return (
    <SettingsPart title={t('settings.section.notifications')}>
      <Toggle
        label={t('settings.notifications.show')}
        hint={t('settings.notifications.text')}
        isSelected={notifications}
        onChange={(shown) => change({ notifications: shown })}
      />
      <Toggle
        label={t('settings.digest')}
        hint={t('settings.digest.text')}
        isSelected={digestAt !== null}
        isDisabled={!notifications}
        onChange={(isOn) => change({ digestAt: isOn ? MORNING : null })}
      />
      {notifications && digestAt !== null && (
        <div className={styles['inset']}>
          <TimeSetting label={t('settings.digest.at')} value={digestAt} save={(minute) => change({ digestAt: minute })} />
        </div>
      )}
      <Toggle
        label={t('settings.quiet')}
        hint={t('settings.quiet.text')}
        isSelected={quietHours !== null}
        isDisabled={!notifications}
        onChange={(isOn) => change({ quietHours: isOn ? NIGHT : null })}
      />
      {notifications && quietHours !== null && (
        <div className={styles['inset']}>
          <TimeSetting label={t('settings.quiet.from')} value={quietHours.from} save={(from) => change({ quietHours: { from } })} />
          <TimeSetting label={t('settings.quiet.to')} value={quietHours.to} save={(to) => change({ quietHours: { to } })} />
        </div>
      )}
    </SettingsPart>
  );
}
