import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';

/** "49 hr 5 min", rounded down to minutes. */
export function hoursText(milliseconds: number, locale: string): string {
  const hours = Math.floor(milliseconds / HOUR_MS);
  const minutes = Math.floor((milliseconds % HOUR_MS) / MINUTE_MS);
  const text = (value: number, unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return [hours > 0 ? text(hours, 'hour') : '', minutes > 0 || hours === 0 ? text(minutes, 'minute') : ''].join(' ').trim();
}
