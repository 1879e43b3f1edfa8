import { useQuery } from '@tanstack/react-query';
import type { BulkArrival } from '#shared/app-api/bulk-arrivals.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from './bulk-question.module.css';
import { monthsOf, type Span } from './months-of.ts';

/** How many documents each month has, as bars and in words. */
export function MonthBars({ arrival }: { readonly arrival: BulkArrival }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const { companyId, importType, folderId } = arrival;
  const spans = monthsOf(arrival);
  const input = { companyId, importType, folderId, starts: spans.map(({ start }) => start) };
  const counts = useQuery(queries.items.bulkArrival.queryOptions({ input, placeholderData: (before) => before })).data?.perStart;
  if (counts === undefined || spans.length < 2) return null;
  const most = Math.max(1, ...counts);
  return (
    <ol className={styles['bars']} aria-label={t('bulk-arrival.months')}>
      {spans.map((span, at) => (
        <Bar key={`${span.isBefore} ${span.month}`} span={span} count={counts[at] ?? 0} most={most} />
      ))}
    </ol>
  );
}

function Bar({ span, count, most }: { readonly span: Span; readonly count: number; readonly most: number }) {
  const { t, number } = useI18n();
  const names = useMonthNames();
  const { isBefore, month } = span;
  return (
    <li className={styles['month']}>
      <span aria-hidden className={styles['count']}>
        {count > 0 && number(count)}
      </span>
      <span aria-hidden className={styles['bar']} style={{ height: `${(count / most) * 3}rem` }} />
      <span aria-hidden className={styles['label']}>
        {isBefore ? t('bulk-arrival.before') : names.short(month)}
      </span>
      <span className="off-screen">
        {t(isBefore ? 'bulk-arrival.month-before' : 'bulk-arrival.month', { month: names.long(month), count })}
      </span>
    </li>
  );
}

function useMonthNames(): { readonly short: (at: WallMs) => string; readonly long: (at: WallMs) => string } {
  const { language } = useI18n();
  const [short, long] = [
    new Intl.DateTimeFormat(language, { month: 'short' }),
    new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }),
  ];
  return { short: (at) => short.format(at), long: (at) => long.format(at) };
}
