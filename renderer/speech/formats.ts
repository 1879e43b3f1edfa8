import { DAY_MS, HOUR_MS, MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';

export type Formats = {
  /** "2 hours ago"; null under a minute, where the caller has a word. */
  age(at: WallMs, now: WallMs): string | null;
  /** Day and time. */
  moment(at: WallMs): string;
  bytes(count: number): string;
  number(value: number): string;
  /** "a, b and c". */
  list(parts: readonly string[]): string;
};

const STEPS = [
  { unit: 'year', ms: 365 * DAY_MS },
  { unit: 'month', ms: 30 * DAY_MS },
  { unit: 'week', ms: 7 * DAY_MS },
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: HOUR_MS },
  { unit: 'minute', ms: MINUTE_MS },
] as const;

export function formatsOf(locale: string): Formats {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const numbers = new Intl.NumberFormat(locale);
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    age: (at, now) => {
      const passed = at - now;
      const step = STEPS.find(({ ms }) => Math.abs(passed) >= ms);
      return step === undefined ? null : relative.format(Math.trunc(passed / step.ms), step.unit);
    },
    moment: (at) => moments.format(at),
    bytes: (count) => bytes(locale, count),
    number: (value) => numbers.format(value),
    list: (parts) => lists.format(parts),
  };
}

function bytes(locale: string, count: number): string {
  const [unit, size] = count < 1_000 ? ['byte', 1] : count < 1_000_000 ? ['kilobyte', 1_000] : ['megabyte', 1_000_000];
  const digits = unit === 'megabyte' ? 2 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: String(unit), maximumFractionDigits: digits }).format(count / Number(size));
}
