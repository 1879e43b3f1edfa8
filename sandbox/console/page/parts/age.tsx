import type { WallMs } from '#shared/lib/duration.ts';
import { useClock } from '../control/use-control.ts';
import { useI18n } from '../i18n.tsx';

/** "2 hours ago" by the sandbox's own clock, with the exact moment as a tooltip. */
export function Age({ at }: { readonly at: WallMs }) {
  const { t, age, moment } = useI18n();
  const now = useClock().data?.now ?? at;
  return (
    <time dateTime={new Date(at).toISOString()} title={moment(at)}>
      {age(at, now) ?? t('console.now')}
    </time>
  );
}
