import type { StartsAtLogin } from '#shared/app-api/views.ts';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import type { ChangeSettings } from './use-change-settings.ts';

type Props = { readonly wanted: boolean; readonly system: StartsAtLogin; readonly change: ChangeSettings };

/** Shows what the system will do rather than what was chosen: the system's own switches win, and the hint says where they are. */
export function StartSetting({ wanted, system, change }: Props) {
  const { t } = useI18n();
  const isOff = system.is === 'switched-off';
  const hint = isOff ? t(`settings.start.off.${system.system}`) : wanted && system.is === 'absent' ? t('settings.start.absent') : null;
  return (
    <Toggle
      label={t('settings.start')}
      hint={hint ?? t('settings.start.text')}
      isSelected={system.is === 'starts'}
      isDisabled={isOff}
      onChange={(startAtLogin) => change({ startAtLogin })}
    />
  );
}
