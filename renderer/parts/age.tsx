import type { WallMs } from '#shared/lib/duration.ts';
import { useI18n } from '../i18n/i18n.tsx';

/** "2 hours ago", with the exact time as a tooltip. */
export function Age({ at, now }: { readonly at: WallMs; readonly now: WallMs }) {
  const { t, age, moment } = useI18n();
  return (
    <time dateTime={new Date(at).toISOString()} title={moment(at)}>
      {age(at, now) ?? t('common.now')}
    </time>
  );
}
