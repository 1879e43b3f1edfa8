import type { Recovery } from '#shared/domain/connection.ts';
import type { I18n } from '../i18n/i18n.tsx';

/** What was done about a damaged journal, and where the damaged file is now. */
export function recoveryText({ source, upTo, keptAs }: Recovery, { t, moment }: I18n): string {
  const done =
    source === 'backup' && upTo !== null
      ? t('recovery.backup', { when: moment(upTo) })
      : t(source === 'nothing' ? 'recovery.nothing' : 'recovery.set-up');
  return keptAs === null ? done : `${done} ${t('recovery.kept', { name: keptAs })}`;
}
