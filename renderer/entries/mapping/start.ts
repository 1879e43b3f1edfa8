import type { MappingSample } from '#shared/app-api/entries.ts';
import { MAPPED_MEMBERS, type MappedMember } from '#shared/entries/column-roles.ts';
import { isColumn, placeOf, withColumns } from '#shared/entries/fit-mapping.ts';
import type { MappingGuess, OpenQuestion } from '#shared/entries/guess-mapping.ts';
import type { EntriesMapping, MappedColumn, MappedSource } from '#shared/entries/mapping.ts';
import { type Choices, choicesOf, columnsIn, type Meaning, meaningsOf } from './choices.ts';

/** What the dialog begins with. */
export type Start = {
  readonly base: EntriesMapping;
  readonly choices: Choices;
  readonly guess: MappingGuess;
  /** What a user has to answer before it can be saved. */
  readonly open: readonly OpenQuestion[];
  /** Columns, from 1, whose meaning is only the likeliest. */
  readonly unsure: ReadonlySet<number>;
};

/**
 * Without a mapping, the guess. With one that fits, that one, and nothing is asked. With one that does not fit, as much of it as the file still has, the
 * rest from the guess, and what comes from there is asked.
 */
export function startOf(sample: MappingSample): Start {
  const guess = guessIn(sample);
  const { proposed, current, differences } = sample;
  if (current === null) return guessed(proposed, guess);
  const kinds = new Set(differences.map(({ kind }) => kind));
  kinds.delete('new');
  if (kinds.size === 0) return { base: current.mapping, choices: choicesOf(current.mapping), guess, open: [], unsure: new Set() };
  const { base, asked } = carriedOver(current.mapping, proposed, kinds);
  const values = (
    [
      ['dates', guess.dates],
      ['decimal', guess.decimal],
    ] as const
  ).filter(([name, possible]) => kinds.has(name === 'decimal' ? 'decimals' : name) && possible.length > 1);
  const open = [...asked, ...values.map(([name]) => name)];
  const unsure = new Set(
    asked.flatMap((member) => (isSides(member) ? amountColumns(base) : columnsIn(base.sources[member]).map(({ column }) => column))),
  );
  return { base, choices: choicesOf(base), guess, open, unsure };
}

/** The engine sends what `guessMapping` gives; the schema of the call names only a part of it. */
function guessIn({ guess }: MappingSample): MappingGuess {
  return guess as unknown as MappingGuess;
}

/**
 * What no column seems to be is filled in by the engine, since a mapping is whole; nobody has said it, so it is not shown. The base then lacks sources that
 * only a user can give it.
 */
function guessed(proposed: EntriesMapping, guess: MappingGuess): Start {
  const found = Object.entries(proposed.sources).filter(([member]) => guess.sources[member as MappedMember] !== undefined);
  const base = { ...proposed, sources: Object.fromEntries(found) as EntriesMapping['sources'] };
  const choices = choicesOf(base);
  const isMadeUp = (meaning: Meaning): boolean => guess.amounts === null && AMOUNTS.has(meaning);
  const meanings = choices.meanings.map((_, index) => meaningsOf(base, index + 1).find((meaning) => !isMadeUp(meaning)) ?? null);
  return { base, choices: { ...choices, meanings }, guess, open: guess.open, unsure: unsureColumns(guess) };
}

const AMOUNTS: ReadonlySet<Meaning> = new Set(['debit', 'credit', 'amount', 'side']);

function unsureColumns({ sources, amounts }: MappingGuess): ReadonlySet<number> {
  const members = Object.values(sources).filter(({ certainty }) => certainty === 'unsure');
  const columns = members.map(({ value }) => value.column);
  return new Set(amounts?.certainty === 'unsure' ? [...columns, ...amountColumns({ amounts: amounts.value })] : columns);
}

function amountColumns({ amounts }: Pick<EntriesMapping, 'amounts'>): readonly number[] {
  return amounts.form === 'two' ? [amounts.debit.column, amounts.credit.column] : [amounts.amount.column];
}

type Asked = 'date' | 'journal' | 'account' | 'reference' | 'sides';
const REQUIRED: ReadonlySet<string> = new Set(['date', 'journal', 'account', 'reference']);

function isSides(asked: Asked): asked is 'sides' {
  return asked === 'sides';
}

type Carried = { readonly base: EntriesMapping; readonly asked: readonly Asked[] };

function carriedOver(current: EntriesMapping, proposed: EntriesMapping, differing: ReadonlySet<string>): Carried {
  const place = placeIn(current, proposed);
  const there = (value: unknown): boolean => columnsOf(value).every((column) => place(column) !== null);
  const asked: Asked[] = [];
  const sources: Partial<Record<MappedMember, MappedSource[]>> = {};
  for (const member of MAPPED_MEMBERS) {
    const before = current.sources[member];
    if (before === undefined) continue;
    const kept = before.filter(there).map((source) => placed(source, place));
    const isLost = columnsIn(before).length > 0 && columnsIn(kept).length === 0;
    const list = isLost ? [...columnsIn(proposed.sources[member]), ...kept] : kept;
    if (isLost && REQUIRED.has(member)) asked.push(member as Asked);
    if (list.length > 0) sources[member] = list;
  }
  const {
    date = proposed.sources.date,
    journal = proposed.sources.journal,
    account = proposed.sources.account,
    reference,
    ...others
  } = sources;
  const keepsAmounts = there(current.amounts);
  if (!keepsAmounts) asked.push('sides');
  const kinds = there(current.kinds) ? current.kinds : proposed.kinds;
  const begins = there(current.entryBegins) ? current.entryBegins : proposed.entryBegins;
  const analytics = there(current.analytics) ? current.analytics : undefined;
  const { kinds: _kinds, entryBegins: _begins, analytics: _analytics, ...rest } = proposed;
  const { encoding, negative, currency, labelFromAccount } = current;
  const base: EntriesMapping = {
    ...rest,
    encoding,
    negative,
    currency,
    labelFromAccount,
    dates: differing.has('dates') ? proposed.dates : current.dates,
    decimal: differing.has('decimals') ? proposed.decimal : current.decimal,
    sources: { ...others, date, journal, account, reference: reference ?? proposed.sources.reference },
    amounts: keepsAmounts ? placed(current.amounts, place) : proposed.amounts,
    ...(kinds === undefined ? {} : { kinds: placed(kinds, place) }),
    ...(begins === undefined ? {} : { entryBegins: placed(begins, place) }),
    ...(analytics === undefined ? {} : { analytics: placed(analytics, place) }),
    skip: current.skip.filter(there).map((one) => placed(one, place)),
  };
  return { base, asked };
}

type Place = (column: MappedColumn) => MappedColumn | null;

/** Where the columns of the mapping stand in the file now: by their names, or where there are none by their numbers. */
function placeIn(current: EntriesMapping, { headings }: EntriesMapping): Place {
  return (column) => {
    if (column.name === undefined) return headings.length === current.headings.length ? column : null;
    const found = placeOf(column, headings);
    return found < 0 ? null : { ...column, column: found + 1 };
  };
}

/** All columns that a part of a mapping names. */
function columnsOf(value: unknown): readonly MappedColumn[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(columnsOf);
  return isColumn(value) ? [value, ...within] : within;
}

/** The same part with its columns where they stand now. */
function placed<Part>(part: Part, place: Place): Part {
  return withColumns(part, (column) => place(column) ?? column);
}
