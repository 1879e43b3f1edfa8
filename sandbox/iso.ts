import type { WallMs } from '#shared/lib/duration.ts';

/** ISO 8601 in UTC, with milliseconds. */
export function iso(at: WallMs): string {
  return new Date(at).toISOString();
}
