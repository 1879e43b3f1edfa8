import { balanceOf } from './balance.ts';
import {
  type EntriesFault,
  type EntriesFaultKind,
  type EntryAmount,
  type EntryAxis,
  type EntryLine,
  type FilePlace,
  jsonItemIn,
  type ReadLine,
} from './entry-lines.ts';
import { plainAmount } from './values.ts';

/** What is known of the company's books. Nothing is said of what is not known; days are `yyyy-mm-dd`. */
export type KnownBooks = {
  readonly today?: string;
  /** The accounting year that the user named, first and last day. */
  readonly year?: { readonly from: string; readonly to: string };
  /** All journals and accounts that this company has sent before. */
  readonly journals?: ReadonlySet<string>;
  readonly accounts?: ReadonlySet<string>;
};

/** Where the file has each member, for a format with columns. Without one a fault has the member's name. */
export type MemberPlaces = Readonly<Partial<Record<keyof EntryLine, Omit<FilePlace, 'line'>>>>;

export type CheckedLines = { readonly errors: readonly EntriesFault[]; readonly warnings: readonly EntriesFault[] };

/**
 * Holds lines that were read, of whatever format, against the contract's rules (errors) and against what a bookkeeper would stop at
 * (warnings, which never block: § Analytical axes). Both are in the order of the lines. A new journal or class is said once, on its first
 * line.
 */
export function checkLines(lines: readonly ReadLine[], known: KnownBooks = {}, places: MemberPlaces = {}): CheckedLines {
  const errors: EntriesFault[] = [];
  const warnings: EntriesFault[] = [];
  const seen = new Seen(known);
  for (const read of lines) {
    const at: At = (member, path = member) => placeOf(read.place, places[member], path);
    errors.push(...missingIn(read.line, at), ...axisErrors(read.line.analyticalAxes ?? [], at));
    warnings.push(...dateWarnings(read.line, known, at), ...cellWarnings(read.line, at), ...axisWarnings(read.line, at));
    warnings.push(...seen.warnings(read.line, at));
  }
  warnings.push(...balanceWarnings(lines));
  return { errors, warnings: warnings.toSorted((one, other) => one.line - other.line) };
}

type At = (member: keyof EntryLine, path?: string) => FilePlace;

function placeOf({ line, column, name }: FilePlace, known: Omit<FilePlace, 'line'> | undefined, path: string): FilePlace {
  if (known !== undefined) return { line, ...known };
  return { line, ...(column === undefined ? {} : { column }), name: name === undefined ? path : `${name}.${path}` };
}

const REQUIRED = ['date', 'journal', 'account'] as const;

function missingIn(line: EntryLine, at: At): readonly EntriesFault[] {
  const texts = REQUIRED.filter((member) => line[member].trim() === '').map((member) => at(member));
  const sides = (['debit', 'credit'] as const)
    .filter((side) => line[side].currency.trim() === '')
    .map((side) => at(side, `${side}.currency`));
  return [...texts, ...sides].map((place) => ({ ...place, kind: 'missing' }));
}

function axisErrors(axes: readonly EntryAxis[], at: At): readonly EntriesFault[] {
  const codes = new Set<string>();
  return axes.flatMap(({ axisCode, sections }, index): readonly EntriesFault[] => {
    const path = `analyticalAxes[${index}]`;
    const faults: EntriesFault[] = [];
    if (axisCode.trim() === '') faults.push({ ...at('analyticalAxes', `${path}.axisCode`), kind: 'missing' });
    else if (codes.has(axisCode)) faults.push({ ...at('analyticalAxes', `${path}.axisCode`), kind: 'duplicate-axis', value: axisCode });
    codes.add(axisCode);
    if (sections.length === 0) faults.push({ ...at('analyticalAxes', `${path}.sections`), kind: 'no-sections' });
    for (const [place, { section }] of sections.entries()) {
      if (section.trim() === '') faults.push({ ...at('analyticalAxes', `${path}.sections[${place}].section`), kind: 'missing' });
    }
    return faults;
  });
}

function dateWarnings({ date }: EntryLine, { year, today }: KnownBooks, at: At): readonly EntriesFault[] {
  if (date === '') return [];
  const faults: EntriesFault[] = [];
  const isOutside = year !== undefined && (date < year.from || date > year.to);
  if (isOutside) faults.push({ ...at('date'), kind: 'outside-year', value: date, meant: `${year.from}/${year.to}` });
  if (today !== undefined && date > today) faults.push({ ...at('date'), kind: 'future-date', value: date });
  return faults;
}

/** An empty side is 0 (C46). */
function cellWarnings({ debit, credit, reference }: EntryLine, at: At): readonly EntriesFault[] {
  const faults: EntriesFault[] = [];
  if (debit.cents !== 0 && credit.cents !== 0) faults.push({ ...at('credit'), kind: 'both-sides', value: plainAmount(credit.cents) });
  if (debit.cents === 0 && credit.cents === 0) faults.push({ ...at('debit'), kind: 'no-side-filled' });
  if (debit.cents < 0) faults.push({ ...at('debit'), kind: 'negative', value: plainAmount(debit.cents) });
  if (credit.cents < 0) faults.push({ ...at('credit'), kind: 'negative', value: plainAmount(credit.cents) });
  if (reference.trim() === '') faults.push({ ...at('reference'), kind: 'no-reference' });
  return faults;
}

/** On each axis, what is on the line's side should add up to the line (§ Analytical axes). */
function axisWarnings({ debit, credit, analyticalAxes = [] }: EntryLine, at: At): readonly EntriesFault[] {
  const sides: readonly (readonly ['debit' | 'credit', EntryAmount])[] = [
    ['debit', debit],
    ['credit', credit],
  ];
  return analyticalAxes.flatMap(({ sections }, index) =>
    sides.flatMap(([side, { cents }]): readonly EntriesFault[] => {
      const sum = sections.reduce((total, section) => total + BigInt(section[side].cents), 0n);
      if (cents === 0 || sum === BigInt(cents)) return [];
      const place = at('analyticalAxes', `analyticalAxes[${index}]`);
      return [{ ...place, kind: 'partial-axis', value: plainAmount(sum), meant: plainAmount(cents) }];
    }),
  );
}

/** Journals and accounts, against those known before and those of the lines above. */
class Seen {
  readonly #known: KnownBooks;
  /** Journals and classes that nothing is said of any more. */
  readonly #said = new Set<string>();
  readonly #classes: ReadonlySet<string>;

  constructor(known: KnownBooks) {
    this.#known = known;
    this.#classes = new Set([...(known.accounts ?? [])].map(classOf));
  }

  warnings({ journal, account }: EntryLine, at: At): readonly EntriesFault[] {
    const { journals, accounts } = this.#known;
    const faults: EntriesFault[] = [];
    if (journals !== undefined && journals.size > 0 && journal.trim() !== '' && !journals.has(journal)) {
      faults.push(...this.#once(`journal ${journal}`, { ...at('journal'), kind: 'new-journal', value: journal }));
    }
    const cut = cutAccount(account, accounts ?? new Set());
    if (cut !== null) return [...faults, { ...at('account'), kind: 'cut-account', value: account, ...cut }];
    const own = classOf(account);
    if (this.#classes.size > 0 && own !== '' && !this.#classes.has(own)) {
      faults.push(...this.#once(`class ${own}`, { ...at('account'), kind: 'new-account-class', value: own }));
    }
    return faults;
  }

  #once(what: string, fault: EntriesFault): readonly EntriesFault[] {
    if (this.#said.has(what)) return [];
    this.#said.add(what);
    return [fault];
  }
}

/** The class of a numbered account is its first digit; one of letters (a third party's) has none. */
function classOf(account: string): string {
  return /^[0-9]/.exec(account)?.[0] ?? '';
}

/**
 * A spreadsheet took the code for a number: `4,11E+07`, `411000,00`, or a known account without the zeros in front. `meant` where one code
 * alone is.
 */
function cutAccount(account: string, accounts: ReadonlySet<string>): { readonly meant?: string } | null {
  if (accounts.has(account)) return null;
  if (/^[0-9](?:[.,][0-9]+)?E\+?[0-9]+$/i.test(account)) return {};
  const whole = /^([0-9]+)[.,]0+$/.exec(account)?.[1];
  if (whole !== undefined) return { meant: whole };
  if (!/^[0-9]+$/.test(account)) return null;
  const longer = Array.from({ length: ZEROS_MAX }, (_, zeros) => `${'0'.repeat(zeros + 1)}${account}`).find((code) => accounts.has(code));
  return longer === undefined ? null : { meant: longer };
}

const ZEROS_MAX = 5;

function balanceWarnings(lines: readonly ReadLine[]): readonly EntriesFault[] {
  const { by, groups } = balanceOf(lines);
  const kind: EntriesFaultKind = by === 'entry' ? 'unbalanced-entry' : 'unbalanced-journal';
  return groups.flatMap(({ journal, entry, difference, lines: [first] }) => {
    if (difference === 0n || first === undefined) return [];
    const { line, column, name } = first.place;
    const item = jsonItemIn(name)?.item;
    const place = { line, ...(column === undefined ? {} : { column }), name: entry ?? journal, ...(item === undefined ? {} : { item }) };
    return [{ ...place, kind, value: plainAmount(difference) }];
  });
}
