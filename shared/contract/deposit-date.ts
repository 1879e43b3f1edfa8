import { type WallMs, wallMs } from '../lib/duration.ts';

/** Seconds have ten digits until 2286, milliseconds thirteen since 2001. */
const SECONDS_MAX = 1e11;
const ZONED = /(Z|[+-]\d\d:?\d\d)$/i;

/**
 * The `depositDate` of a 409 (§ Errors), whose format the contract does not show: ISO 8601 text, read as UTC if it names no
 * zone, or seconds or milliseconds since 1970 (C11). Null for anything else. It is only shown, and decides nothing.
 */
export function depositDate(value: unknown): WallMs | null {
  const at = typeof value === 'number' ? inMs(value) : typeof value === 'string' ? fromText(value.trim()) : Number.NaN;
  return Number.isFinite(at) && at > 0 ? wallMs(Math.round(at)) : null;
}

function fromText(text: string): number {
  if (/^\d{10,13}$/.test(text)) return inMs(Number(text));
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  return Date.parse(isDay || ZONED.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}

function inMs(value: number): number {
  return value < SECONDS_MAX ? value * 1_000 : value;
}
