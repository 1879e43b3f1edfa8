import { SECOND_MS, type WallMs } from '#shared/lib/duration.ts';

/**
 * How long the peer asks us to wait, in milliseconds; null if it does not say or the value is nonsense. A date is read
 * relative to the answer's own `date` header if there is one, because both come from the same clock and ours may be wrong.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: WallMs): number | null {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return null;
  // Ten digits of seconds are three hundred years: anything longer is nonsense.
  if (/^\d{1,10}$/.test(value)) return Number(value) * SECOND_MS;
  const until = httpDate(value);
  if (until === null) return null;
  const from = httpDate(headers['date'] ?? '') ?? now;
  return Math.max(0, until - from);
}

/** `Date.parse` alone would read "-1" or "2" as a year: an HTTP date begins with the day of the week. */
function httpDate(text: string): number | null {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i.test(text.trim())) return null;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
