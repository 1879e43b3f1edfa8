import { dayOf, type Doc, monthOf } from './history.ts';

/** Four show a rhythm; fewer may be chance. */
export const DOCS_MIN = 4;
/** In months. `absences`: how many in a row until the supplier is no longer expected. */
const PERIODS = [
  { months: 1, absences: 2 },
  { months: 2, absences: 2 },
  { months: 3, absences: 2 },
  { months: 6, absences: 1 },
  { months: 12, absences: 1 },
] as const;
type Period = (typeof PERIODS)[number];

type Slot = { readonly at: number; readonly docs: readonly Doc[] };
/** A rhythm: where its periods begin, in months; what arrived in each; how many are usual; when the last of them is there, in days. */
export type Rhythm = {
  readonly period: Period;
  readonly phase: number;
  readonly slots: ReadonlyMap<number, readonly Doc[]>;
  readonly first: number;
  readonly last: number;
  readonly usual: number;
  readonly lateDays: number;
  readonly place: number;
};

/** How much of the time was filled, of the last dozen periods. */
const [PERIODS_LOOKED_AT, FILLED_MIN] = [12, 0.78];
/** With fewer, none may be missing yet, and none too many be there. */
const SURE_FROM = 6;

/** The rhythm of a series, or null if it has none that is more than chance. */
export function rhythmOf(docs: readonly Doc[]): Rhythm | null {
  if (docs.length < DOCS_MIN) return null;
  const times = timesOf(docs);
  const rhythms = PERIODS.flatMap((period) => rhythmBy(times, period) ?? []);
  // Four quarterly ones fit into two months each, with holes: without any hole it is the better rhythm.
  const [shortest] = rhythms;
  const whole = rhythms.find(({ holes, usual, most }) => holes === 0 && usual === 1 && most === 1);
  return (shortest?.holes === 0 ? shortest : (whole ?? shortest)) ?? null;
}

function rhythmBy(times: readonly Timed[], period: Period): (Rhythm & { readonly holes: number; readonly most: number }) | null {
  const recent = times.slice(-PERIODS_LOOKED_AT * 2).map(({ time }) => time / period.months);
  const { phase, gap } = phaseOf(recent.map((time) => time - Math.floor(time)));
  const begins = gap >= GAP_MIN ? phase * period.months : 0;
  const slots = slotsOf(times, begins, period);
  const numbers = [...slots.keys()].toSorted((one, other) => one - other);
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const looked = numbers.filter((at) => at > last - PERIODS_LOOKED_AT);
  const span = last - (looked[0] ?? last) + 1;
  const counts = looked.map((at) => slots.get(at)?.length ?? 0);
  if (looked.length < DOCS_MIN || looked.length / span < FILLED_MIN) return null;
  if (!isRegular({ counts, span, gap, period })) return null;
  const usual = usualOf(counts);
  const place = median(times.map(({ time }) => modulo(time - begins, period.months)));
  const lateDays = latenessOf(
    looked.map((at) => ({ at, docs: slots.get(at) ?? [] })),
    { phase: begins, period, usual },
  );
  return { period, phase: begins, slots, first, last, usual, lateDays, place, holes: span - looked.length, most: Math.max(...counts) };
}

type Timed = { readonly doc: Doc; readonly time: number };

/** When a document is of: by its name, where nearly all names of the series tell it; else when it arrived. In months. */
function timesOf(docs: readonly Doc[]): readonly Timed[] {
  const lags = docs.flatMap(({ day, of }) => (of === null ? [] : [day - of]));
  const isDated = lags.length >= docs.length * DATED_MIN;
  const lag = isDated ? Math.round(median(lags)) : 0;
  return docs
    .map((doc) => ({ doc, time: timeOf(isDated ? (doc.of ?? doc.day - lag) : doc.day) }))
    .toSorted((one, other) => one.time - other.time);
}

const DATED_MIN = 0.8;

function timeOf(day: number): number {
  const { year, month, part } = monthOf(day);
  return year * 12 + month + part;
}

export function dayAt(time: number): number {
  const month = Math.floor(time);
  return dayOf(Math.floor(month / 12), month % 12, 1) + Math.round((time - month) * 30);
}

/** The longest time within a period in which none arrives; the period begins in its middle. */
function phaseOf(parts: readonly number[]): { readonly phase: number; readonly gap: number } {
  const sorted = parts.toSorted((one, other) => one - other);
  const gaps = sorted.map((part, at) => (sorted[at + 1] ?? (sorted[0] ?? 0) + 1) - part);
  const gap = Math.max(...gaps);
  return { phase: ((sorted[gaps.indexOf(gap)] ?? 0) + gap / 2) % 1, gap };
}

const GAP_MIN = 0.3;

type Look = { readonly counts: readonly number[]; readonly span: number; readonly gap: number; readonly period: Period };

/** Whether it is more than chance: the documents arrive about the same day, or in every month without fail. */
function isRegular({ counts, span, gap, period }: Look): boolean {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length;
  if (counts.length < SURE_FROM) return gap >= 0.5 && variance === 0 && counts.length === span;
  if (gap >= GAP_MIN && (period.months === 1 ? variance <= mean : variance < 0.2)) return true;
  return period.months === 1 && counts.length === span && (variance < 0.4 * mean || mean - 2 * Math.sqrt(variance) >= 1);
}

/** How many arrive in a period, if that is nearly always the same. */
function usualOf(counts: readonly number[]): number {
  const most = Math.round(median(counts));
  return counts.filter((count) => count === most).length >= 0.8 * counts.length ? most : 1;
}

/** How far off a period's beginning a document may arrive and belong to that period all the same, in periods. */
const EARLY_PART = 0.35;
/** How many periods may wait for the same late document. */
const LATE_PERIODS = 3;

/** The documents by period. One too many fills an empty period: one before, if it was late; the next one, if it was early. */
function slotsOf(times: readonly Timed[], phase: number, { months }: Period): ReadonlyMap<number, readonly Doc[]> {
  const slots = new Map<number, Timed[]>();
  for (const timed of times) {
    const at = Math.floor((timed.time - phase) / months);
    const there = slots.get(at) ?? [];
    there.push(timed);
    slots.set(at, there);
  }
  const numbers = [...slots.keys()];
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const usual = Math.round(median([...slots.values()].map(({ length }) => length)));
  const count = (at: number): number => slots.get(at)?.length ?? 0;
  for (let at = first + 1; at <= last + 1; at += 1) {
    const early = slots.get(at - 1)?.at(-1);
    if (count(at) > 0 || early === undefined) continue;
    const late = [1, 2, LATE_PERIODS].find((behind) => count(at + behind) !== usual) ?? 0;
    if (late > 0 && count(at + late) > usual) shift(slots, at, late);
    else if (count(at - 1) > usual && (early.time - phase) / months > at - EARLY_PART) {
      slots.get(at - 1)?.pop();
      slots.set(at, [early]);
    }
  }
  return new Map(Array.from(slots, ([at, timed]) => [at, timed.map(({ doc }) => doc)]));
}

/** Each of the periods gives its first document to the one before. */
function shift(slots: Map<number, Timed[]>, at: number, behind: number): void {
  for (let to = at; to < at + behind; to += 1) {
    const moved = slots.get(to + 1)?.shift();
    if (moved !== undefined) slots.set(to, [...(slots.get(to) ?? []), moved]);
  }
}

type Late = Pick<Rhythm, 'phase' | 'period' | 'usual'>;

/** How many days after the beginning of a period all of its documents were there, and some more. One that was much later than all others does not count. */
function latenessOf(slots: readonly Slot[], { phase, period, usual }: Late): number {
  const days = slots.flatMap(({ at, docs }) => {
    const arrived = docs.map(({ day }) => day).toSorted((one, other) => one - other);
    const day = arrived[Math.min(usual, arrived.length) - 1];
    return day === undefined ? [] : [day - dayAt(phase + at * period.months)];
  });
  const sorted = days.toSorted((one, other) => one - other);
  const [second = 0, latest = 0] = sorted.slice(-2);
  const high = sorted.length >= 6 && latest - second > OUTLIER_DAYS ? second : latest;
  const spread = high - median(sorted);
  return high + Math.min(SLACK_DAYS_MAX, SLACK_DAYS + spread * (sorted.length < 8 ? 0.5 : 0.2));
}

const OUTLIER_DAYS = 8;
const [SLACK_DAYS, SLACK_DAYS_MAX] = [3, 12];

function modulo(value: number, by: number): number {
  return value - Math.floor(value / by) * by;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
