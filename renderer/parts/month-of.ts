import { type WallMs, wallMs } from '#shared/lib/duration.ts';

/** A month in the user's own time zone. */
export type Month = { readonly from: WallMs; readonly before: WallMs };

/** The month of `now`, or the one that many months later; earlier if negative. */
export function monthOf(now: WallMs, later: number): Month {
  const date = new Date(now);
  const first = (at: number) => wallMs(new Date(date.getFullYear(), date.getMonth() + at, 1).getTime());
  return { from: first(later), before: first(later + 1) };
}

/** "November", with the year where it is not the current one. It begins a sentence or a name. */
export function monthName({ from }: Month, now: WallMs, language: string): string {
  const isThisYear = new Date(from).getFullYear() === new Date(now).getFullYear();
  const name = new Intl.DateTimeFormat(language, { month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) }).format(from);
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}
