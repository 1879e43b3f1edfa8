import { MINUTE_MS, plus, type WallMs } from '../lib/duration.ts';

/** As the settings have it; minutes since midnight by this computer's clock. */
export type NotifyTimes = {
  readonly notifications: boolean;
  readonly quietHours: { readonly from: number; readonly to: number } | null;
  readonly digestAt: number | null;
};

/** A moment, and what time of day it is by this computer's clock. */
export type DayTime = { readonly at: WallMs; readonly minuteOfDay: number };

/** What is to be told: since when, and whether a daily digest may hold it back (without a connection nothing goes on). */
export type ToTell = { readonly since: DayTime; readonly urgent: boolean };

const DAY_MINUTES = 1_440;

/** Whether a notice may interrupt the person at this moment. Quiet hours hold back everything; a digest that falls into them comes at their end. */
export function shouldNotifyNow(settings: NotifyTimes, now: DayTime, { since, urgent }: ToTell): boolean {
  const { notifications, quietHours, digestAt } = settings;
  if (!notifications || (quietHours !== null && isWithin(quietHours, now.minuteOfDay))) return false;
  return urgent || digestAt === null || now.at >= nextAt(digestAt, since);
}

function isWithin({ from, to }: { readonly from: number; readonly to: number }, minute: number): boolean {
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

function nextAt(minuteOfDay: number, from: DayTime): WallMs {
  return plus(from.at, ((minuteOfDay - from.minuteOfDay + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS);
}
