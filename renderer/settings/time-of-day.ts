const HOUR_MINUTES = 60;

/** Formats minutes since midnight for a time field: "07:05". */
export function clockText(minuteOfDay: number): string {
  return `${two(Math.floor(minuteOfDay / HOUR_MINUTES))}:${two(minuteOfDay % HOUR_MINUTES)}`;
}

/** Minutes since midnight; null if the text is not a time, as in the middle of typing. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const minute = Number(hours) * HOUR_MINUTES + Number(minutes);
  return Number(hours) < 24 && Number(minutes) < HOUR_MINUTES ? minute : null;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
