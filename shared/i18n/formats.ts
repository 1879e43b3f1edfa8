import { DAY_MS, HOUR_MS, MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';

export type Formats = {
  /** "2 hours ago"; null under a minute, for which the caller has its own word. */
  readonly age: (at: WallMs, now: WallMs) => string | null;
  /** Date and time. */
  readonly moment: (at: WallMs) => string;
  readonly bytes: (count: number) => string;
  /** A limit as people know it: "5 MB", however exactly a program counts it. */
  readonly sizeLimit: (count: number) => string;
  readonly number: (value: number) => string;
  /** Of integer cents: "1,234.50". */
  readonly amount: (cents: number | bigint) => string;
  /** "a, b and c". */
  readonly list: (parts: readonly string[]) => string;
};

/** Spaces inside a date, which must not break across lines; the time after the comma may. */
const INSIDE_A_DAY = /(?<!,) /g;

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
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    age: (at, now) => {
      const passed = at - now;
      const step = STEPS.find(({ ms }) => Math.abs(passed) >= ms);
      return step === undefined ? null : relative.format(Math.trunc(passed / step.ms), step.unit);
    },
    moment: (at) => moments.format(at).replaceAll(INSIDE_A_DAY, '\u00a0'),
    bytes: (count) => bytes(locale, count),
    sizeLimit: (count) => bytes(locale, roundToMegabytes(count)),
    number: (value) => numbers.format(value),
    // From text: a float may not hold the cents.
    amount: (cents) => amounts.format(`${cents}e-2` as `${number}`),
    list: (parts) => lists.format(parts),
  };
}

const MEBIBYTE = 1_048_576;
const MEGABYTES = { below: Number.POSITIVE_INFINITY, unit: 'megabyte', size: 1_000_000, digits: 2 };
const BYTE_STEPS = [
  { below: 1_000, unit: 'byte', size: 1, digits: 0 },
  { below: 1_000_000, unit: 'kilobyte', size: 1_000, digits: 0 },
];

/** Programs count a megabyte as 1,024 × 1,024 bytes, or as a million; what remains of one is not worth a word. */
function roundToMegabytes(count: number): number {
  if (count < 1_000_000) return count;
  return (count % MEBIBYTE === 0 ? count / MEBIBYTE : Math.floor(count / 1_000_000)) * 1_000_000;
}

function bytes(locale: string, count: number): string {
  const step = BYTE_STEPS.find(({ below }) => count < below) ?? MEGABYTES;
  const { unit, size, digits: maximumFractionDigits } = step;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(count / size);
}
