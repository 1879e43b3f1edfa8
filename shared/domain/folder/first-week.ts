import { DAY_MS, plus, type WallMs } from '../../lib/duration.ts';

const DAYS = 7;

/** When a company that began then is no longer new. */
export function weekEnd(began: WallMs): WallMs {
  return plus(began, DAYS * DAY_MS);
}

/** Whether a company is still new. A clock that was set back to more than a day before its beginning tells nothing, and prolongs nothing. */
export function isFirstWeek(began: WallMs, now: WallMs): boolean {
  return now > began - DAY_MS && now < weekEnd(began);
}
