import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';

const HOUR_MINUTES = HOUR_MS / MINUTE_MS;

/** "49 hr 5 min", rounded to the minute: real time passes while the clock is moved. */
export function hoursText(milliseconds: number, locale: string): string {
  const all = Math.round(milliseconds / MINUTE_MS);
  const hours = Math.floor(all / HOUR_MINUTES);
  const minutes = all % HOUR_MINUTES;
  const text = (value: number, unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return [hours > 0 ? text(hours, 'hour') : '', minutes > 0 || hours === 0 ? text(minutes, 'minute') : ''].join(' ').trim();
}
