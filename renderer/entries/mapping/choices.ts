import { MAPPED_MEMBERS, type MappedMember } from '#shared/entries/column-roles.ts';
import { partOfCell } from '#shared/entries/fit-mapping.ts';
import {
  type ColumnSource,
  type EntriesMapping,
  hasUnknownWord,
  type MappedColumn,
  type MappedSource,
  PART_TEXT_MAX,
  SOURCES_MAX,
} from '#shared/entries/mapping.ts';

/** What a column of a file can be, in the order in which it is offered. */
export const MEANINGS = [...MAPPED_MEMBERS, 'debit', 'credit', 'amount', 'side', 'kind'] as const;
export type Meaning = (typeof MEANINGS)[number];

/** What may have no column, and is typed then: a text, or a pattern with words in braces. It also counts where a line's cell is empty. */
export const TYPED = ['journal', 'reference'] as const;
export type TypedMember = (typeof TYPED)[number];

export const AXIS_MEMBERS = ['axisCode', 'axisLabel', 'section', 'sectionLabel'] as const;
export type AxisMember = (typeof AXIS_MEMBERS)[number];

type Side = 'debit' | 'credit';

/**
 * How a member is taken from cells that hold several things, or only from some rows; of several rules for one member the first that gives a text counts.
 * `separator`: empty for the whole cell. `place`: of the part, from 1. `prefix`: dropped from its beginning. `whereIs`: a list with commas, of the cells of
 * `whereColumn` in rows for which it counts.
 */
export type SourceRule = {
  readonly member: MappedMember;
  readonly column: number;
  readonly separator: string;
  readonly place: number;
  readonly prefix: string;
  readonly whereColumn: number | null;
  readonly whereIs: string;
};

/** What a user chooses in the dialog. Columns are counted from 1, lists are texts with commas. */
export type Choices = {
  /** By column, in the file's order, as a whole cell of every row; null: it is not sent, or only by rules. */
  readonly meanings: readonly (Meaning | null)[];
  /** A member that has rules has no column beside them. */
  readonly rules: readonly SourceRule[];
  readonly typed: Readonly<Record<TypedMember, string>>;
  readonly headingRow: number | null;
  readonly firstRow: number;
  readonly dates: EntriesMapping['dates'];
  /** Null: as all other dates. */
  readonly dueDates: EntriesMapping['dates'] | null;
  readonly decimal: EntriesMapping['decimal'];
  readonly negative: EntriesMapping['negative'];
  /** Of one column of amounts with signs: the side of those above zero. */
  readonly positive: Side;
  readonly letters: Readonly<Record<Side, string>>;
  readonly kinds: { readonly lines: string; readonly analytical: string };
  /** What analytical rows say, by column; null: they are left out. */
  readonly axes: Readonly<Record<AxisMember, number | null>> | null;
  /** For files whose analytical rows name no axis. */
  readonly axisText: string;
  readonly skip: readonly { readonly column: number; readonly begins: string }[];
  readonly currency: string;
  readonly labelFromAccount: boolean;
};

/** What of a mapping the dialog shows. Of a column from which several members are taken, the first one. */
export function choicesOf(mapping: EntriesMapping): Choices {
  const { sources, amounts, kinds, analytics, skip, headings } = mapping;
  const { headingRow, firstRow, dates, decimal, negative, currency, labelFromAccount } = mapping;
  return {
    meanings: headings.map((_, index) => meaningsOf(mapping, index + 1).find((one) => !isMember(one) || !isByRules(sources[one])) ?? null),
    rules: MAPPED_MEMBERS.flatMap((member) =>
      isByRules(sources[member]) ? columnsIn(sources[member]).map((one) => ruleOf(member, one)) : [],
    ),
    typed: { journal: typedIn(sources.journal), reference: typedIn(sources.reference) },
    headingRow,
    firstRow,
    dates,
    dueDates: columnsIn(sources.dueDate)[0]?.dates ?? null,
    decimal,
    negative,
    positive: amounts.form === 'signed' ? amounts.positive : 'debit',
    letters: amounts.form === 'side' ? { debit: listText(amounts.debit), credit: listText(amounts.credit) } : { debit: 'D', credit: 'C' },
    kinds: kinds === undefined ? { lines: 'G', analytical: 'A' } : { lines: listText(kinds.lines), analytical: listText(kinds.analytical) },
    axes: analytics === undefined ? null : byAxisMember((member) => columnsIn(analytics[member])[0]?.column ?? null),
    axisText: typedIn(analytics?.axisCode),
    skip: skip.map(({ column, begins }) => ({ column: column.column, begins })),
    currency,
    labelFromAccount,
  };
}

/** Parts of cells, conditions, and a second column are said by rules. */
function isByRules(sources: readonly MappedSource[] | undefined): boolean {
  const columns = columnsIn(sources);
  return columns.length > 1 || columns.some(({ part, where }) => part !== undefined || where !== undefined);
}

export function ruleOf(member: MappedMember, { column, part, where }: ColumnSource): SourceRule {
  return {
    member,
    column,
    separator: part?.separator ?? '',
    place: part?.place ?? 1,
    prefix: part?.prefix ?? '',
    whereColumn: where?.column.column ?? null,
    whereIs: listText(where?.is ?? []),
  };
}

/** What a rule gives of the cells of one row; empty where it does not count. */
export function textByRule({ column, separator, place, prefix, whereColumn, whereIs }: SourceRule, cells: readonly string[]): string {
  const counts = whereColumn === null || listed(whereIs).includes(cells[whereColumn - 1]?.trim() ?? '');
  if (!counts) return '';
  const cell = cells[column - 1]?.trim() ?? '';
  return separator === '' ? cell : partOfCell(cell, { separator, place, prefix });
}

/** Other rules; a member that has one is no longer the meaning of a whole column. */
export function withRules(choices: Choices, rules: readonly SourceRule[]): Choices {
  const ruled = new Set<Meaning | null>(rules.map(({ member }) => member));
  return { ...choices, rules, meanings: choices.meanings.map((one) => (ruled.has(one) ? null : one)) };
}

/** All that is taken from a column, amounts first: more than one where its cells hold several things. */
export function meaningsOf({ sources, amounts, kinds }: EntriesMapping, column: number): readonly Meaning[] {
  const members = MAPPED_MEMBERS.filter((member) => columnsIn(sources[member]).some((one) => one.column === column));
  const others = Object.entries(amounts).flatMap(([name, value]) =>
    typeof value === 'object' && 'column' in value && value.column === column ? [name as Meaning] : [],
  );
  return [...others, ...(kinds?.column.column === column ? (['kind'] as const) : []), ...members];
}

export function columnsIn(sources: readonly MappedSource[] | undefined): readonly Extract<MappedSource, { from: 'column' }>[] {
  return (sources ?? []).filter((source) => source.from === 'column');
}

export function byAxisMember<Value>(of: (member: AxisMember) => Value): Readonly<Record<AxisMember, Value>> {
  return { axisCode: of('axisCode'), axisLabel: of('axisLabel'), section: of('section'), sectionLabel: of('sectionLabel') };
}

function typedIn(sources: readonly MappedSource[] | undefined): string {
  const typed = sources?.findLast((source) => source.from !== 'column');
  return typed === undefined ? '' : typed.from === 'constant' ? typed.text : typed.pattern;
}

function listText(values: readonly string[]): string {
  return values.join(', ');
}

/** The other ways to say amounts: choosing one of these takes them away. */
const INSTEAD: Partial<Record<Meaning, readonly Meaning[]>> = {
  debit: ['amount', 'side'],
  credit: ['amount', 'side'],
  amount: ['debit', 'credit'],
  side: ['debit', 'credit'],
};

/** A column becomes this; the one that was it until now is no longer sent, since each meaning has one column. */
export function withMeaning(choices: Choices, column: number, meaning: Meaning | null): Choices {
  const gone: readonly (Meaning | null)[] = meaning === null ? [] : [meaning, ...(INSTEAD[meaning] ?? [])];
  const meanings = choices.meanings.map((one, index) => {
    if (index === column - 1) return meaning;
    return one !== null && gone.includes(one) ? null : one;
  });
  return { ...choices, meanings, rules: choices.rules.filter(({ member }) => member !== meaning) };
}

/** What a mapping lacks, or cannot have. */
export type Lacking =
  | 'date'
  | 'journal'
  | 'account'
  | 'reference'
  | 'amounts'
  | 'side'
  | 'letters'
  | 'kinds'
  | 'axes'
  | 'pattern'
  | 'rules'
  | 'rows'
  | 'currency'
  | 'other';

/** What keeps these choices from being a mapping; empty if nothing does. `base`: what they were made of, with all that they do not show. */
export function lackingIn(choices: Choices, base: EntriesMapping): readonly Lacking[] {
  const { meanings, rules, typed, letters, kinds, axes, axisText, headingRow, firstRow, currency } = choices;
  const before = choicesOf(base).meanings;
  const isKept = (meaning: MappedMember, index: number): boolean =>
    meanings[index] === before[index] && !isByRules(base.sources[meaning]) && meaningsOf(base, index + 1).includes(meaning);
  const has = (meaning: Meaning): boolean =>
    meanings.includes(meaning) ||
    rules.some(({ member }) => member === meaning) ||
    (isMember(meaning) && before.some((_, index) => isKept(meaning, index)));
  const lacks: readonly (readonly [Lacking, boolean])[] = [
    ['date', !has('date')],
    ['journal', !has('journal') && typed.journal.trim() === ''],
    ['account', !has('account')],
    ['reference', !has('reference') && typed.reference.trim() === ''],
    ['amounts', !(has('debit') && has('credit')) && !has('amount')],
    ['side', has('side') && !has('amount')],
    ['letters', has('side') && (listed(letters.debit).length === 0 || listed(letters.credit).length === 0)],
    ['kinds', has('kind') && listed(kinds.lines).length === 0],
    ['axes', has('kind') && axes !== null && (axes.section === null || (axes.axisCode === null && axisText.trim() === ''))],
    ['pattern', TYPED.some((member) => hasUnknownWord(typed[member])) || hasUnknownWord(axisText)],
    ['rules', rules.some((rule) => !isWholeRule(rule)) || MAPPED_MEMBERS.some((member) => countIn(rules, member) > SOURCES_MAX)],
    ['rows', firstRow < 1 || (headingRow !== null && (headingRow < 1 || headingRow >= firstRow))],
    ['currency', !/^[A-Z]{3}$/.test(currency)],
  ];
  return lacks.filter(([, lack]) => lack).map(([what]) => what);
}

function isWholeRule({ separator, prefix, whereColumn, whereIs }: SourceRule): boolean {
  const isShort = separator.length <= PART_TEXT_MAX.separator && prefix.length <= PART_TEXT_MAX.prefix;
  return isShort && (whereColumn === null || listed(whereIs).length > 0);
}

function countIn(rules: readonly SourceRule[], wanted: MappedMember): number {
  return rules.filter(({ member }) => member === wanted).length;
}

/** The texts of a list with commas. */
export function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** A column as the mapping names it. */
export function columnNamed(headings: readonly string[], column: number): MappedColumn {
  const name = headings[column - 1]?.trim() ?? '';
  return name === '' ? { column } : { column, name };
}

function isMember(meaning: Meaning): meaning is MappedMember {
  return (MAPPED_MEMBERS as readonly string[]).includes(meaning);
}
