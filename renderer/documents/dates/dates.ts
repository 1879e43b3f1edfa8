import { type CalendarDate, getDayOfWeek, parseDate } from '@internationalized/date';
import type { ItemFilter } from '#shared/app-api/list/item-filter.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { I18n } from '../../i18n/i18n.tsx';

export const DATE_PRESETS = [
  'today',
  'this-week',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

/** When documents were found. A preset moves on with the calendar; a range has one day or both, `2026-01-31`, and includes them. */
export type Dates =
  | { readonly kind: 'preset'; readonly preset: DatePreset }
  | { readonly kind: 'range'; readonly from: string | null; readonly to: string | null };

/** Today's date and the locale, whose weeks begin on its own day. */
export type Calendar = { readonly today: string; readonly locale: string };

type Days = { readonly from: CalendarDate | null; readonly before: CalendarDate | null };

/** The moments between which they were found; days begin at midnight in the user's time zone. */
export function spanOf(dates: Dates, calendar: Calendar): Pick<ItemFilter, 'from' | 'before'> {
  const { from, before } = dates.kind === 'preset' ? presetDays(dates.preset, calendar) : rangeDays(dates);
  return {
    ...(from === null ? {} : { from: wallMs(midnight(from).getTime()) }),
    ...(before === null ? {} : { before: wallMs(midnight(before).getTime()) }),
  };
}

/** The first and the last day; null where it is open. */
export function daysOf(dates: Dates, calendar: Calendar): { readonly from: Date | null; readonly to: Date | null } {
  const { from, before } = dates.kind === 'preset' ? presetDays(dates.preset, calendar) : rangeDays(dates);
  return {
    from: from === null ? null : midnight(from),
    to: before === null ? null : midnight(before.subtract({ days: 1 })),
  };
}

function rangeDays({ from, to }: Extract<Dates, { kind: 'range' }>): Days {
  return { from: from === null ? null : parseDate(from), before: to === null ? null : parseDate(to).add({ days: 1 }) };
}

function presetDays(preset: DatePreset, { today, locale }: Calendar): Days {
  const day = parseDate(today);
  const month = day.set({ day: 1 });
  const quarter = month.subtract({ months: (month.month - 1) % 3 });
  const year = month.set({ month: 1 });
  switch (preset) {
    case 'today':
      return { from: day, before: day.add({ days: 1 }) };
    case 'this-week': {
      const monday = day.subtract({ days: getDayOfWeek(day, locale) });
      return { from: monday, before: monday.add({ weeks: 1 }) };
    }
    case 'this-month':
      return { from: month, before: month.add({ months: 1 }) };
    case 'last-month':
      return { from: month.subtract({ months: 1 }), before: month };
    case 'this-quarter':
      return { from: quarter, before: quarter.add({ months: 3 }) };
    case 'last-quarter':
      return { from: quarter.subtract({ months: 3 }), before: quarter };
    case 'this-year':
      return { from: year, before: year.add({ years: 1 }) };
    case 'last-year':
      return { from: year.subtract({ years: 1 }), before: year };
    default:
      return unreachable(preset);
  }
}

function midnight({ year, month, day }: CalendarDate): Date {
  return new Date(year, month - 1, day);
}

/** As an address has it: a preset's name, or `2026-01-31..2026-02-03` with one side or both. */
export function datesInAddress(dates: Dates): string {
  return dates.kind === 'preset' ? dates.preset : `${dates.from ?? ''}..${dates.to ?? ''}`;
}

/** Null for a text that names no dates. */
export function datesFromAddress(text: string | undefined): Dates | null {
  const preset = DATE_PRESETS.find((one) => one === text);
  if (preset !== undefined) return { kind: 'preset', preset };
  const [from = '', to = '', ...rest] = (text ?? '').split('..');
  const [first, last] = [dayIn(from), dayIn(to)];
  const isWrong = rest.length > 0 || (from !== '' && first === null) || (to !== '' && last === null);
  return isWrong || (first === null && last === null) ? null : { kind: 'range', from: first, to: last };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function dayIn(text: string): string | null {
  if (!DAY.test(text)) return null;
  try {
    return parseDate(text).toString();
  } catch {
    // A day that no calendar has, such as the 31st of February.
    return null;
  }
}

export function dateOf(at: number): string {
  const day = new Date(at);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${String(day.getFullYear()).padStart(4, '0')}-${month}-${date}`;
}

/** "This month", "1 – 15 Nov 2026", "since 1 Nov 2026". */
export function dateWords(dates: Dates, calendar: Calendar, { t }: Pick<I18n, 't'>): string {
  if (dates.kind === 'preset') return t(`list.dates.${dates.preset}`);
  const { from, to } = daysOf(dates, calendar);
  const format = new Intl.DateTimeFormat(calendar.locale, { dateStyle: 'medium' });
  if (from === null) return t('list.dates.until', { day: format.format(to ?? undefined) });
  return to === null ? t('list.dates.since', { day: format.format(from) }) : format.formatRange(from, to);
}
