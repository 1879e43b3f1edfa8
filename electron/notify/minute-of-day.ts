import type { WallMs } from '#shared/lib/duration.ts';

const HOUR_MINUTES = 60;

/** Minutes since midnight, in this computer's time zone. */
export function minuteOfDay(at: WallMs): number {
  const date = new Date(at);
  return date.getHours() * HOUR_MINUTES + date.getMinutes();
}
