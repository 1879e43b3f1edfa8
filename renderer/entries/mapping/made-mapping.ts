import { MAPPED_MEMBERS, type MappedMember } from '#shared/entries/column-roles.ts';
import { withColumns } from '#shared/entries/fit-mapping.ts';
import {
  type ColumnSource,
  type EntriesMapping,
  type MappedAmounts,
  type MappedColumn,
  type MappedSource,
} from '#shared/entries/mapping.ts';
import { entriesMappingSchema } from '../../link/schemas.ts';
import {
  byAxisMember,
  type AxisMember,
  type Choices,
  choicesOf,
  columnNamed,
  columnsIn,
  lackingIn,
  listed,
  ruleOf,
  type SourceRule,
  TYPED,
} from './choices.ts';

/**
 * The mapping that a user's choices make of another one, which has all that the dialog does not show (parts of cells, conditions, several columns for one
 * member): that stays, unless its column was given another meaning. `headings`: those of the heading row that was chosen. Null while something lacks.
 */
export function mappingOf(choices: Choices, before: EntriesMapping, headings: readonly string[] = before.headings): EntriesMapping | null {
  if (lackingIn(choices, before).length > 0) return null;
  const base = headings === before.headings ? before : withColumns(before, ({ column }) => columnNamed(headings, column));
  const making: Making = { choices, base, before: choicesOf(base), headings };
  const { headingRow, firstRow, dates, decimal, negative, currency, labelFromAccount } = choices;
  const { kinds: _kinds, analytics: _analytics, ...rest } = base;
  const made = {
    ...rest,
    headingRow,
    firstRow,
    dates,
    decimal,
    negative,
    currency,
    labelFromAccount,
    headings: [...headings],
    sources: sourcesOf(making),
    amounts: amountsOf(making),
    ...kindsOf(making),
    ...analyticsOf(making),
    skip: skipOf(making),
  };
  const parsed = entriesMappingSchema.safeParse(made);
  return parsed.success ? parsed.data : null;
}

type Making = {
  readonly choices: Choices;
  readonly base: EntriesMapping;
  /** What the dialog showed of `base`. */
  readonly before: Choices;
  readonly headings: readonly string[];
};

function isChanged({ choices, before }: Making, column: number): boolean {
  return (choices.meanings[column - 1] ?? null) !== (before.meanings[column - 1] ?? null);
}

function sourcesOf(making: Making): Record<string, MappedSource[]> {
  const lists = MAPPED_MEMBERS.map((member) => [member, sourcesFor(member, making)] as const);
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

function sourcesFor(member: MappedMember, making: Making): MappedSource[] {
  const { choices, base, before, headings } = making;
  const rules = choices.rules.filter((rule) => rule.member === member);
  const wasRuled = before.rules.some((rule) => rule.member === member);
  const all = base.sources[member] ?? [];
  const kept = all.filter((source) => source.from !== 'column' || (!wasRuled && !isChanged(making, source.column)));
  const added = choices.meanings.flatMap((meaning, index): ColumnSource[] => {
    if (meaning !== member || !isChanged(making, index + 1)) return [];
    return [{ from: 'column', ...columnNamed(headings, index + 1), ...(asAbove(member, base) ? { asAbove: true } : {}) }];
  });
  const ruled = rules.map((rule) => ruledSource(rule, making));
  const columns = [...ruled, ...columnsIn(kept), ...added].map((source) => (member === 'dueDate' ? withOwnDates(source, making) : source));
  const typed = TYPED.find((one) => one === member);
  const isSame = typed === undefined || choices.typed[typed].trim() === before.typed[typed].trim();
  const isUntouched = added.length === 0 && !wasRuled && rules.length === 0 && member !== 'dueDate';
  if (isSame) return isUntouched ? kept : [...columns, ...kept.filter(({ from }) => from !== 'column')];
  return [...columns, ...typedSource(choices.typed[typed])];
}

/** As it was, if it says the same: then it may also be filled from above, or have its own dates. */
function ruledSource(rule: SourceRule, { base, headings }: Making): ColumnSource {
  const { member, column, separator, place, prefix, whereColumn, whereIs } = rule;
  const said = JSON.stringify(rule);
  const known = columnsIn(base.sources[member]).find((source) => JSON.stringify(ruleOf(member, source)) === said);
  if (known !== undefined) return known;
  return {
    from: 'column',
    ...columnNamed(headings, column),
    ...(separator === '' ? {} : { part: { separator, place, ...(prefix === '' ? {} : { prefix }) } }),
    ...(asAbove(member, base) ? { asAbove: true } : {}),
    ...(whereColumn === null ? {} : { where: { column: columnNamed(headings, whereColumn), is: [...listed(whereIs)] } }),
  };
}

/** Of an entry whose later lines are left empty, what they lack comes from its first one. */
const OF_ENTRY: ReadonlySet<MappedMember> = new Set(['date', 'journal', 'reference', 'entry', 'dueDate']);

function asAbove(member: MappedMember, { entryBegins }: EntriesMapping): boolean {
  return entryBegins !== undefined && OF_ENTRY.has(member);
}

function withOwnDates(source: ColumnSource, { choices: { dueDates } }: Making): ColumnSource {
  const { dates: _dates, ...others } = source;
  return dueDates === null ? others : { ...others, dates: dueDates };
}

function typedSource(text: string): MappedSource[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  return [trimmed.includes('{') ? { from: 'pattern', pattern: trimmed } : { from: 'constant', text: trimmed }];
}

function amountsOf({ choices, base, before, headings }: Making): MappedAmounts | null {
  const { amounts } = base;
  const known = new Map(
    Object.entries(amounts).flatMap(([name, one]) => (typeof one === 'object' && 'column' in one ? [[name, one] as const] : [])),
  );
  const column = (meaning: 'debit' | 'credit' | 'amount' | 'side'): MappedColumn | null => {
    const place = choices.meanings.indexOf(meaning) + 1;
    const one = known.get(meaning);
    return place === 0 ? null : one?.column === place ? one : columnNamed(headings, place);
  };
  const [debit, credit, amount, side] = [column('debit'), column('credit'), column('amount'), column('side')];
  if (debit !== null && credit !== null) {
    const negative = amounts.form === 'two' && amounts.debit === debit ? amounts.debitsNegative : undefined;
    return { form: 'two', debit, credit, ...(negative === undefined ? {} : { debitsNegative: negative }) };
  }
  if (amount === null) return null;
  if (side === null) return { form: 'signed', amount, positive: choices.positive };
  const letters = (one: 'debit' | 'credit'): string[] =>
    amounts.form === 'side' && choices.letters[one] === before.letters[one] ? amounts[one] : [...listed(choices.letters[one])];
  return { form: 'side', amount, side, debit: letters('debit'), credit: letters('credit') };
}

function kindsOf({ choices, base, before, headings }: Making): Pick<EntriesMapping, 'kinds'> {
  const place = choices.meanings.indexOf('kind') + 1;
  if (place === 0) return {};
  const { kinds } = base;
  const column = kinds?.column.column === place ? kinds.column : columnNamed(headings, place);
  const values = (one: 'lines' | 'analytical'): string[] =>
    kinds !== undefined && choices.kinds[one] === before.kinds[one] ? kinds[one] : [...listed(choices.kinds[one])];
  return { kinds: { column, lines: values('lines'), analytical: values('analytical') } };
}

function analyticsOf({ choices, base, before, headings }: Making): {
  readonly analytics?: Readonly<Record<AxisMember, MappedSource[] | undefined>>;
} {
  const { axes, axisText } = choices;
  if (axes === null) return {};
  const list = (member: AxisMember): MappedSource[] | undefined => {
    const isTyped = member === 'axisCode';
    if (before.axes?.[member] === axes[member] && (!isTyped || before.axisText === axisText)) return base.analytics?.[member];
    const place = axes[member];
    const column: MappedSource[] = place === null ? [] : [{ from: 'column', ...columnNamed(headings, place) }];
    const sources = [...column, ...(isTyped ? typedSource(axisText) : [])];
    return sources.length === 0 ? undefined : sources;
  };
  return { analytics: byAxisMember(list) };
}

function skipOf({ choices, base, headings }: Making): EntriesMapping['skip'] {
  return choices.skip.map(({ column, begins }) => {
    const known = base.skip.find((one) => one.column.column === column && one.begins === begins);
    return known ?? { column: columnNamed(headings, column), begins };
  });
}
