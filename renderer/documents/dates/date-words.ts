import type { I18n } from '../../i18n/i18n.tsx';
import type { Calendar, Dates } from './dates.ts';
import { daysOf } from './dates.ts';

/** "This month", "1 – 15 Nov 2026", "since 1 Nov 2026". */
export function dateWords(dates: Dates, calendar: Calendar, { t }: Pick<I18n, 't'>): string {
  if (dates.kind === 'preset') return t(`list.dates.${dates.preset}`);
  const { from, to } = daysOf(dates, calendar);
  const format = new Intl.DateTimeFormat(calendar.locale, { dateStyle: 'medium' });
  if (from === null) return t('list.dates.until', { day: format.format(to ?? undefined) });
  return to === null ? t('list.dates.since', { day: format.format(from) }) : format.formatRange(from, to);
}
