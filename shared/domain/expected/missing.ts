import type { Doc, History, Series } from './history.ts';
import { dayAt, DOCS_MIN, quantile, type Rhythm, rhythmOf } from './rhythm.ts';

/** A document that should be there by now, going by its supplier's earlier ones. */
export type Missing = {
  /** The series that it belongs to, and those that it had been known by before its files were named otherwise. */
  readonly keys: readonly string[];
  /** The month that it is of, or in which it usually arrives: 2026 and 8 is September. */
  readonly year: number;
  readonly month: number;
  /** How many are missing, of a supplier that always sends several. */
  readonly count: number;
  /** The newest one of the series. */
  readonly last: Doc;
};

/** What is missing of a company, newest month first. Yields now and then, so that a caller can let others work. */
export function* findMissing(history: History, today: number): Generator<null, readonly Missing[], void> {
  const by = judgedBy(history.days, today);
  const found: Missing[] = [];
  let looked = 0;
  for (const { series, keys } of yield* renamed(history, by)) {
    for (const missing of missingOf(series.docs, by)) found.push({ ...missing, keys });
    looked += series.docs.length;
    if (looked < DOCS_AT_ONCE) continue;
    looked = 0;
    yield null;
  }
  return found.toSorted((one, other) => other.year - one.year || other.month - one.month || one.last.n - other.last.n);
}

/** So few that they take a millisecond or two. */
const [DOCS_AT_ONCE, SERIES_AT_ONCE] = [100, 400];

/** Away for longer than this, everything is late. */
const [GAP_DAYS_MIN, GAP_DAYS_MAX] = [4, 35];
const SINCE_DAYS = 365;
/** After an absence a user hands in for days what piled up. */
const CATCH_UP_DAYS = 4;

/**
 * The day up to which lateness counts. Where nothing at all arrives for longer than usual, the user is away, and not each supplier late: the time
 * stands still, until a few days after they are back.
 */
export function judgedBy(days: ReadonlySet<number>, today: number): number {
  const known = [...days].filter((day) => day <= today && day > today - SINCE_DAYS).toSorted((one, other) => one - other);
  const gaps = known.slice(1).map((day, at) => day - (known[at] ?? day));
  const usual = Math.min(GAP_DAYS_MAX, Math.max(GAP_DAYS_MIN, quantile(gaps, 0.97)));
  const last = known.at(-1) ?? today;
  if (today - last > usual) return last + usual;
  const back = known.findLast((day, at) => at > 0 && day - (known[at - 1] ?? day) > 1.25 * usual);
  if (back === undefined || today - back > CATCH_UP_DAYS) return today;
  const before = known[known.indexOf(back) - 1] ?? back;
  return before + usual;
}

type Known = { readonly series: Series; readonly keys: readonly string[] };

/** A word that so many series have is the company's own name, or its town. */
const SERIES_WITH_WORD_MAX = 3;

/**
 * The series that may have a rhythm. One that began when another one ended, in the same folder and with a word of it, or with all of its words in
 * another folder, is the same supplier under a new name.
 */
function* renamed({ series: all }: History, by: number): Generator<null, readonly Known[], void> {
  const uses = new Map<string, number>();
  const young = new Map<string, Series[]>();
  const old: Series[] = [];
  let looked = 0;
  for (const series of all.values()) {
    looked += 1;
    if (looked % SERIES_AT_ONCE === 0) yield null;
    if (series.docs.length === 0) continue;
    series.docs.sort((one, other) => one.day - other.day || one.n - other.n);
    if (series.docs.length >= 2) for (const word of series.words) uses.set(word, (uses.get(word) ?? 0) + 1);
    if (series.docs.length >= DOCS_MIN) old.push(series);
    if (by - (series.docs[0]?.day ?? by) < SINCE_DAYS) addYoung(young, series);
  }
  const byEnd = old.toSorted((one, other) => lastDay(one) - lastDay(other));
  const known = new Map<string, Known>(byEnd.map((series) => [series.key, { series, keys: [series.key] }]));
  for (const { key } of byEnd) {
    const before = known.get(key);
    if (before === undefined) continue;
    const alike = before.series.words.flatMap((word) => young.get(word) ?? []);
    const after = alike.find((series) => follows(before.series, series, uses));
    if (alike.length > ALIKE_MAX) yield null;
    if (after === undefined) continue;
    known.delete(key);
    const docs = [...before.series.docs, ...(known.get(after.key)?.series ?? after).docs];
    known.set(after.key, { series: { ...after, docs }, keys: [after.key, ...before.keys] });
  }
  return [...known.values()];
}

/** More series with one word tell nothing by it. */
const ALIKE_MAX = 100;

function addYoung(young: Map<string, Series[]>, series: Series): void {
  for (const word of series.words) {
    const alike = young.get(word) ?? [];
    if (alike.length < ALIKE_MAX && !COMMON.has(word)) alike.push(series);
    young.set(word, alike);
  }
}

function lastDay({ docs }: Series): number {
  return docs.at(-1)?.day ?? 0;
}

function follows(before: Series, after: Series, uses: ReadonlyMap<string, number>): boolean {
  const begun = after.docs[0]?.day ?? 0;
  if (after === before || begun <= lastDay(before) || begun - lastDay(before) > SINCE_DAYS / 2) return false;
  const shared = after.words.filter((word) => before.words.includes(word));
  if (after.scope !== before.scope) return shared.length === before.words.length && shared.length === after.words.length;
  return shared.some((word) => !COMMON.has(word) && (uses.get(word) ?? 0) <= SERIES_WITH_WORD_MAX);
}

/** Words that many names of companies have. */
const COMMON: ReadonlySet<string> = new Set(
  'services service groupe group sarl sas sasu eurl sci sa cie france pro business et fils ltd limited inc gmbh societe company'.split(' '),
);

/** What is missing of one series. */
export function missingOf(docs: readonly Doc[], by: number): readonly Omit<Missing, 'keys'>[] {
  const rhythm = rhythmOf(docs);
  const newest = docs.at(-1);
  if (rhythm === null || newest === undefined) return [];
  const { period, phase, slots, first, usual, lateDays, place } = rhythm;
  const found: Omit<Missing, 'keys'>[] = [];
  let [filled, absent, back] = [0, 0, DOCS_MIN];
  for (let at = first; dayAt(phase + at * period.months) + lateDays < by; at += 1) {
    const have = slots.get(at)?.length ?? 0;
    if (have > 0) {
      [filled, absent, back] = [filled + 1, 0, back + 1];
      if (have >= usual) continue;
    } else if (isOffSeason(rhythm, at)) continue;
    else absent += 1;
    const month = Math.floor(phase + at * period.months + place);
    const missing = { year: Math.floor(month / 12), month: month % 12, count: Math.max(1, usual - have), last: newest };
    if (filled >= DOCS_MIN && back > 1) found.push(missing);
    if (absent <= period.absences) continue;
    // It ended. If it comes back, two documents show that it is here to stay.
    if (back > 1) found.splice(found.length - absent, absent);
    back = 0;
  }
  return found;
}

/** A year earlier there was none either. */
function isOffSeason({ period, slots, first, last }: Rhythm, at: number): boolean {
  const before = at - 12 / period.months;
  return period.months < 12 && before > first && before < last && !slots.has(before);
}
