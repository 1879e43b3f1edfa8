import { readDate } from './values.ts';

/**
 * What a decimal in plain or scientific notation (`12.30`, `-1e2`) comes to in cents; `meant`: the nearest cents, where it has more than
 * two decimals.
 */
export type CentsReading = { readonly cents: number } | { readonly meant: number } | 'too-large' | 'none';

/** Reads an amount from its digits, never through a float: `1.005` means 101 cents, and 19.99 has no more than 1999. */
export function centsOf(text: string): CentsReading {
  const decimal = decimalOf(text);
  if (decimal === null) return 'none';
  const { negative, digits, exponent } = decimal;
  // What stands before and after the place of the cents.
  const places = digits.length + exponent + 2;
  if (digits === '' || places < 0) return digits === '' ? { cents: 0 } : { meant: 0 };
  if (places > CENTS_DIGITS_MAX) return 'too-large';
  const whole = Number(digits.slice(0, places).padEnd(places, '0'));
  const cents = whole + ((digits[places] ?? '0') >= '5' ? 1 : 0);
  if (!Number.isSafeInteger(cents)) return 'too-large';
  const signed = negative && cents !== 0 ? -cents : cents;
  return digits.length > places ? { meant: signed } : { cents: signed };
}

/** Digits of the largest integer that a number holds exactly. */
const CENTS_DIGITS_MAX = 16;

/** The shortest plain spelling of a decimal (`1.0` and `1e0` are `1`), or null for what is none or longer than 40 digits. */
export function plainDecimal(text: string): string | null {
  const decimal = decimalOf(text);
  if (decimal === null) return null;
  const { negative, digits, exponent } = decimal;
  if (digits === '') return '0';
  if (digits.length + Math.abs(exponent) > PLAIN_DIGITS_MAX) return null;
  const places = digits.length + exponent;
  const whole = digits.slice(0, Math.max(places, 0)).padEnd(places, '0');
  const rest = exponent < 0 ? `.${'0'.repeat(Math.max(-places, 0))}${digits.slice(Math.max(places, 0))}` : '';
  return `${negative ? '-' : ''}${whole === '' ? '0' : whole}${rest}`;
}

const PLAIN_DIGITS_MAX = 40;

/** `digits` × 10^`exponent`, without zeros in front or behind; zero has no digits. */
type Decimal = { readonly negative: boolean; readonly digits: string; readonly exponent: number };

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

function decimalOf(text: string): Decimal | null {
  const found = DECIMAL.exec(text);
  if (found === null) return null;
  const [, sign = '', whole = '', rest = '', power = '0'] = found;
  const written = `${whole}${rest}`;
  let [from, to] = [0, written.length];
  while (from < to && written[from] === '0') from += 1;
  while (to > from && written[to - 1] === '0') to -= 1;
  return { negative: sign === '-', digits: written.slice(from, to), exponent: Number(power) - rest.length + (written.length - to) };
}

const DATE_TIME = /^([0-9-]+)(?:[T ]([0-9:.,]+)(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?$/;
const MIDNIGHT = /^[0:.,]+$/;
const UTC = /^(?:Z|[+-]00(?::?00)?)$/;

/**
 * The day of an ISO 8601 date or date-time, as it is written there. A time of day in UTC other than midnight is no day: where the entry was
 * made it may have been the next one already, and which one was `meant` is asked.
 */
export function isoDay(text: string): { readonly day: string } | { readonly meant?: string } {
  const [, date = '', time = '', zone = ''] = DATE_TIME.exec(text) ?? [];
  const day = readDate(date, date.includes('-') ? 'yyyy-mm-dd' : 'yyyymmdd');
  if (typeof day !== 'string') return {};
  return UTC.test(zone) && !MIDNIGHT.test(time) ? { meant: day } : { day };
}
