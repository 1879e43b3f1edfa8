import { Check, Hourglass, X } from 'lucide-react';
import type { WallMs } from '#shared/lib/duration.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { monthName, monthOf } from '../../parts/month-of.ts';
import styles from './month-chips.module.css';
import { useMonths } from './month-section.tsx';

const CHIPS = [
  { what: 'accepted', Icon: Check },
  { what: 'refused', Icon: X },
  { what: 'open', Icon: Hourglass },
] as const;

/** This month's documents of all companies; nothing before there is one. */
export function MonthChips({ now }: { readonly now: WallMs }) {
  const { t, language } = useI18n();
  const month = monthOf(now, 0);
  const months = useMonths(month);
  const shown = CHIPS.map((chip) => ({ ...chip, count: months.reduce((sum, one) => sum + one[chip.what], 0) })).filter(
    ({ count }) => count > 0,
  );
  if (shown.length === 0) return null;
  return (
    <div className={styles['chips']}>
      <span className={styles['month']}>{monthName(month, now, language)}</span>
      <ul className={styles['list']}>
        {shown.map(({ what, Icon, count }) => (
          <li key={what} className={classNames(styles['chip'], styles[what])}>
            <Icon size={14} strokeWidth={2.25} aria-hidden />
            {t(`months.${what}`, { count })}
          </li>
        ))}
      </ul>
    </div>
  );
}
