import { MINUTE_MS, plus, type WallMs } from '../lib/duration.ts';

/** The values from the settings; minutes since midnight by this computer's clock. */
export type NotifyTimes = {
  readonly notifications: boolean;
  readonly quietHours: { readonly from: number; readonly to: number } | null;
  readonly digestAt: number | null;
};

/** A moment, and its time of day by this computer's clock. */
export type DayTime = { readonly at: WallMs; readonly minuteOfDay: number };

/** A notice: when it arose, and whether it bypasses the daily digest (without a connection nothing progresses). */
export type ToTell = { readonly since: DayTime; readonly urgent: boolean };

const DAY_MINUTES = 1_440;

/** Whether a notice may interrupt the person now. Quiet hours hold back everything; a digest that falls within them comes at their end. */
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
