import { MAPPED_MEMBERS, type MappedMember } from '#shared/entries/column-roles.ts';
import { type EntriesMapping, hasUnknownWord, type MappedColumn, type MappedSource } from '#shared/entries/mapping.ts';

/** What a column of a file can be, in the order in which it is offered. */
export const MEANINGS = [...MAPPED_MEMBERS, 'debit', 'credit', 'amount', 'side', 'kind'] as const;
export type Meaning = (typeof MEANINGS)[number];

/** What may have no column, and is typed then: a text, or a pattern with words in braces. It also counts where a line's cell is empty. */
export const TYPED = ['journal', 'reference'] as const;
export type TypedMember = (typeof TYPED)[number];

export const AXIS_MEMBERS = ['axisCode', 'axisLabel', 'section', 'sectionLabel'] as const;
export type AxisMember = (typeof AXIS_MEMBERS)[number];

type Side = 'debit' | 'credit';

/** What a user chooses in the dialog. Columns are counted from 1, lists are texts with commas. */
export type Choices = {
  /** By column, in the file's order; null: it is not sent. */
  readonly meanings: readonly (Meaning | null)[];
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
    meanings: headings.map((_, index) => meaningsOf(mapping, index + 1)[0] ?? null),
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
  return { ...choices, meanings };
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
  | 'rows'
  | 'currency'
  | 'other';

/** What keeps these choices from being a mapping; empty if nothing does. `base`: what they were made of, with all that they do not show. */
export function lackingIn(choices: Choices, base: EntriesMapping): readonly Lacking[] {
  const { meanings, typed, letters, kinds, axes, axisText, headingRow, firstRow, currency } = choices;
  const before = choicesOf(base).meanings;
  const isKept = (meaning: Meaning, index: number): boolean =>
    meanings[index] === before[index] && meaningsOf(base, index + 1).includes(meaning);
  const has = (meaning: Meaning): boolean =>
    meanings.includes(meaning) || (isMember(meaning) && before.some((_, index) => isKept(meaning, index)));
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
    ['rows', firstRow < 1 || (headingRow !== null && (headingRow < 1 || headingRow >= firstRow))],
    ['currency', !/^[A-Z]{3}$/.test(currency)],
  ];
  return lacks.filter(([, lack]) => lack).map(([what]) => what);
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
