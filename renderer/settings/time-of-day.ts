const HOUR_MINUTES = 60;

/** Minutes since midnight, as a field for times has them: "07:05". */
export function clockText(minuteOfDay: number): string {
  return `${two(Math.floor(minuteOfDay / HOUR_MINUTES))}:${two(minuteOfDay % HOUR_MINUTES)}`;
}

/** Null while it is no time, as it is in the middle of typing. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const minute = Number(hours) * HOUR_MINUTES + Number(minutes);
  return Number(hours) < 24 && Number(minutes) < HOUR_MINUTES ? minute : null;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
