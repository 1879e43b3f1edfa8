import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fileColumns } from '#electron/intake/inspect/file-columns.ts';
import type { MappingSample } from '#shared/app-api/entries.ts';
import { type EntriesMapping, entriesMappingSchema } from '#shared/entries/mapping.ts';
import { mappingText } from '#shared/entries/canonical.ts';
import {
  type Choices,
  choicesOf,
  lackingIn,
  meaningsOf,
  type SourceRule,
  textByRule,
  withMeaning,
  withRules,
} from '#renderer/entries/mapping/choices.ts';
import { mappingOf } from '#renderer/entries/mapping/made-mapping.ts';
import { startOf } from '#renderer/entries/mapping/start.ts';
import { FOREIGN } from '#test/unit/shared/entries/foreign-mappings.ts';
import { column, from, MAPPING } from '#test/unit/shared/entries/typed-mapping.ts';

function missing(what: string): never {
  throw new Error(what);
}

type Current = MappingSample['current'];

function sampleOf(file: string, current: Current = null, change = (bytes: Uint8Array): Uint8Array => bytes): MappingSample {
  const bytes = change(readFileSync(`test/entries/open/${file}`));
  const columns = fileColumns({ name: file, bytes }, current?.mapping ?? null) ?? missing(file);
  const { rows, guess, proposed, tried, ...rest } = columns;
  return {
    ...rest,
    itemId: '00000000-0000-4000-8000-000000000001' as MappingSample['itemId'],
    name: file,
    rows: rows.map(({ line, cells }) => ({ line, cells: [...cells] })),
    guess: { ...guess, open: [...guess.open] },
    proposed: entriesMappingSchema.parse(proposed),
    current,
    differences: [...(tried?.differences ?? [])],
  };
}

function foreign(file: string): EntriesMapping {
  return FOREIGN.find((one) => one.file === file)?.mapping ?? missing(file);
}

/** What a user does to the guess until the dialog shows what the mapping says, by the dialog's own steps. */
function answered(begun: Choices, wanted: EntriesMapping): Choices {
  const goal = choicesOf(wanted);
  const cleared = begun.meanings.reduce((all, _, index) => withMeaning(all, index + 1, null), begun);
  const meant = goal.meanings.reduce((all, meaning, index) => withMeaning(all, index + 1, meaning), cleared);
  const { rules, meanings } = withRules(meant, goal.rules);
  return { ...goal, rules, meanings };
}

describe('the choices of a mapping', () => {
  it.each(FOREIGN)('and back are the mapping of $file, to the letter', ({ mapping }) => {
    expect(mappingOf(choicesOf(mapping), mapping)).toEqual(mapping);
  });

  /** Where the dialog cannot say all: a second text for one member, and that a label is filled from above. */
  const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
    'dolibarr/bob50.csv': ['reference'],
    'paheko/export-grouped.csv': ['label'],
  };

  it.each(FOREIGN)('lead from the guess of $file to its mapping, but for what is named', ({ file, mapping }) => {
    const start = startOf(sampleOf(file));
    const choices = answered(start.choices, mapping);
    expect(lackingIn(choices, start.base)).toEqual([]);
    const made = mappingOf(choices, start.base, mapping.headings) ?? missing('incomplete');
    const differing = Object.keys({ ...made.sources, ...mapping.sources }).filter(
      (member) => !isDeepStrictEqual(made.sources[member as 'date'], mapping.sources[member as 'date']),
    );
    expect(differing.toSorted()).toEqual(OTHERWISE[file] ?? []);
    // What the dialog does not show is the guess: whether cells are padded, how a text is quoted, and where an entry begins.
    const { sources: _made, padded: _p, dialect, entryBegins, ...others } = made;
    const { sources: _wanted, padded: _q, dialect: wantedDialect, entryBegins: wantedBegins, ...wanted } = mapping;
    expect(entryBegins === undefined).toBe(wantedBegins === undefined);
    expect(dialect?.separator).toBe(wantedDialect?.separator);
    expect(others).toEqual(wanted);
  });

  it('name what lacks, one by one', () => {
    const whole = choicesOf(MAPPING);
    const without = (...names: readonly (string | null)[]): Choices => ({
      ...whole,
      meanings: whole.meanings.map((one) => (names.includes(one) ? null : one)),
    });
    expect(lackingIn(whole, MAPPING)).toEqual([]);
    for (const member of ['date', 'journal', 'account', 'reference'] as const)
      expect(lackingIn(without(member), MAPPING)).toEqual([member]);
    expect(lackingIn(without('credit'), MAPPING)).toEqual(['amounts']);
    expect(lackingIn({ ...without('journal'), typed: { journal: ' PAIE ', reference: '' } }, MAPPING)).toEqual([]);
    expect(lackingIn({ ...whole, typed: { journal: '', reference: 'PAIE {yyyy-mm}' } }, MAPPING)).toEqual([]);
    expect(lackingIn({ ...whole, typed: { journal: '', reference: 'PAIE {month}' } }, MAPPING)).toEqual(['pattern']);
    expect(lackingIn({ ...whole, headingRow: 2 }, MAPPING)).toEqual(['rows']);
    expect(lackingIn({ ...whole, headingRow: 0 }, MAPPING)).toEqual(['rows']);
    expect(lackingIn({ ...whole, currency: 'EURO' }, MAPPING)).toEqual(['currency']);
    const sided = withMeaning(withMeaning(whole, 6, 'amount'), 7, 'side');
    expect(lackingIn(sided, MAPPING)).toEqual([]);
    expect(lackingIn({ ...sided, letters: { debit: 'D', credit: ' ,' } }, MAPPING)).toEqual(['letters']);
    expect(lackingIn(withMeaning(sided, 6, null), MAPPING)).toEqual(['amounts', 'side']);
    const kinds = withMeaning(whole, 8, 'kind');
    expect(lackingIn({ ...kinds, kinds: { lines: '', analytical: 'A' } }, MAPPING)).toEqual(['kinds']);
    const axes = { axisCode: null, axisLabel: null, section: 4, sectionLabel: null };
    expect(lackingIn({ ...kinds, axes }, MAPPING)).toEqual(['axes']);
    expect(lackingIn({ ...kinds, axes, axisText: 'PROJET' }, MAPPING)).toEqual([]);
    expect(mappingOf(without('date'), MAPPING)).toBe(null);
  });
});

describe('a change of the choices', () => {
  const whole = choicesOf(MAPPING);

  it('gives a meaning to one column only, and takes the other way to say amounts away', () => {
    expect(withMeaning(whole, 8, 'label').meanings).toEqual(['date', 'journal', 'account', 'reference', null, 'debit', 'credit', 'label']);
    expect(withMeaning(whole, 8, 'amount').meanings.slice(5)).toEqual([null, null, 'amount']);
    expect(withMeaning(withMeaning(whole, 8, 'amount'), 6, 'debit').meanings.slice(5)).toEqual(['debit', null, null]);
    expect(withMeaning(whole, 2, null).meanings[1]).toBe(null);
  });

  it('becomes constants and patterns, the last that counts', () => {
    const typed = { journal: 'PAIE', reference: 'PAIE {yyyy-mm}' };
    const made = mappingOf({ ...withMeaning(whole, 2, null), typed }, MAPPING);
    expect(made?.sources.journal).toEqual([{ from: 'constant', text: 'PAIE' }]);
    expect(made?.sources.reference).toEqual([from(4), { from: 'pattern', pattern: 'PAIE {yyyy-mm}' }]);
  });

  it('becomes sides, signs, kinds of rows with their axes, rules, due dates and the rest', () => {
    const sided = withMeaning(withMeaning(withMeaning(whole, 6, 'amount'), 7, 'side'), 8, 'kind');
    const made = mappingOf(
      {
        ...sided,
        letters: { debit: 'D, Débit', credit: 'C' },
        kinds: { lines: 'G', analytical: 'A' },
        axes: { axisCode: null, axisLabel: null, section: 3, sectionLabel: 5 },
        axisText: 'PROJET',
        skip: [{ column: 5, begins: 'Total' }],
        negative: 'move',
        labelFromAccount: true,
      },
      MAPPING,
    );
    expect(made).toEqual({
      ...MAPPING,
      amounts: { form: 'side', amount: column(6), side: column(7), debit: ['D', 'Débit'], credit: ['C'] },
      kinds: { column: column(8), lines: ['G'], analytical: ['A'] },
      analytics: { axisCode: [{ from: 'constant', text: 'PROJET' }], section: [from(3)], sectionLabel: [from(5)] },
      skip: [{ column: column(5), begins: 'Total' }],
      negative: 'move',
      labelFromAccount: true,
    });
    const due = mappingOf({ ...withMeaning(whole, 8, 'dueDate'), dueDates: 'yyyymmdd' }, MAPPING);
    expect(due?.sources.dueDate).toEqual([{ ...from(8), dates: 'yyyymmdd' }]);
    const signed = mappingOf({ ...withMeaning(whole, 8, 'amount'), positive: 'credit' }, MAPPING);
    expect(signed?.amounts).toEqual({ form: 'signed', amount: column(8), positive: 'credit' });
  });

  it('of the heading row names every column anew', () => {
    const headings = ['Jour', 'Jnl', 'Cpte', '', 'Texte', 'D', 'C', ''];
    const made = mappingOf({ ...whole, headingRow: 3, firstRow: 4 }, MAPPING, headings);
    expect(made).toMatchObject({ headingRow: 3, firstRow: 4, headings });
    expect(made?.sources.date).toEqual([{ from: 'column', column: 1, name: 'Jour' }]);
    expect(made?.sources.reference).toEqual([{ from: 'column', column: 4 }]);
    expect(made?.amounts).toMatchObject({ debit: { column: 6, name: 'D' } });
  });

  it('keeps what the dialog does not show, and drops it with its column', () => {
    const mapping = foreign('gnucash/transactions-fr.csv');
    expect(meaningsOf(mapping, 10)).toEqual(['account', 'thirdParty']);
    const choices = choicesOf(mapping);
    expect(choices.meanings[9]).toBe(null);
    const kept = mappingOf({ ...choices, labelFromAccount: true }, mapping);
    expect(kept).toEqual({ ...mapping, labelFromAccount: true });
    // A column takes the place of its rule, and of no other.
    const other = mappingOf(withMeaning(choices, 11, 'account'), mapping);
    expect(other?.sources.thirdParty).toEqual(mapping.sources.thirdParty);
    expect(other?.sources.account).toEqual([{ from: 'column', column: 11, name: 'Account Name' }]);
    // A column of the whole entry counts for its later lines too.
    expect(mappingOf(withMeaning(choices, 7, 'reference'), mapping)?.sources.reference[0]).toMatchObject({ column: 7, asAbove: true });
  });
});

describe('a rule', () => {
  const PART: SourceRule = { member: 'thirdParty', column: 3, separator: '.', place: 2, prefix: '', whereColumn: null, whereIs: '' };
  const whole = choicesOf(MAPPING);
  const made = (...rules: readonly SourceRule[]) => mappingOf(withRules(whole, rules), MAPPING)?.sources;

  it('takes a part of a cell, without a beginning of it, and only from some rows', () => {
    expect(made(PART)?.thirdParty).toEqual([{ ...from(3), part: { separator: '.', place: 2 } }]);
    const conditional = { ...PART, separator: '', prefix: 'x', whereColumn: 8, whereIs: 'C, F' };
    expect(made(conditional)?.thirdParty).toEqual([{ ...from(3), where: { column: column(8), is: ['C', 'F'] } }]);
    const prefixed = { ...PART, separator: ':', place: 3, prefix: 'T' };
    expect(made(PART, prefixed)?.thirdParty?.[1]).toEqual({ ...from(3), part: { separator: ':', place: 3, prefix: 'T' } });
  });

  it('takes the place of a whole column, and is taken away with its last rule or by a column', () => {
    const account: SourceRule = { ...PART, member: 'account', place: 1 };
    const ruled = withRules(whole, [account, PART]);
    expect(ruled.meanings[2]).toBe(null);
    expect(lackingIn(ruled, MAPPING)).toEqual([]);
    expect(made(account, PART)?.account).toEqual([{ ...from(3), part: { separator: '.', place: 1 } }]);
    expect(lackingIn(withRules(ruled, [PART]), MAPPING)).toEqual(['account']);
    const back = withMeaning(ruled, 3, 'account');
    expect(back.rules).toEqual([PART]);
    expect(mappingOf(back, MAPPING)?.sources.account).toEqual([from(3)]);
    // Also of a mapping that was stored with it.
    const stored = mappingOf(ruled, MAPPING) ?? missing('no mapping');
    expect(lackingIn(withRules(choicesOf(stored), [PART]), stored)).toEqual(['account']);
    expect(mappingOf(withRules(choicesOf(stored), [account]), stored)?.sources.thirdParty).toBe(undefined);
  });

  it('lacks something with a long separator, or a condition without a value', () => {
    const lacking = (change: Partial<SourceRule>) => lackingIn(withRules(whole, [{ ...PART, ...change }]), MAPPING);
    expect(lacking({ separator: ' / ' })).toEqual([]);
    expect(lacking({ separator: ' // ' })).toEqual(['rules']);
    expect(lacking({ prefix: 'x'.repeat(21) })).toEqual(['rules']);
    expect(lacking({ whereColumn: 8, whereIs: ' , ' })).toEqual(['rules']);
    expect(
      lackingIn(
        withRules(
          whole,
          Array.from({ length: 5 }, () => PART),
        ),
        MAPPING,
      ),
    ).toEqual(['rules']);
  });

  it('shows what it gives of a row, as the reader takes it', () => {
    const cells = ['01/01/2026', 'C', ' VE:411000 : CL0001 ', ''];
    const text = (change: Partial<SourceRule>) => textByRule({ ...PART, separator: ':', place: 3, ...change }, cells);
    expect(text({})).toBe('CL0001');
    expect(text({ prefix: 'CL' })).toBe('0001');
    expect(text({ prefix: '00' })).toBe('CL0001');
    expect(text({ place: 4 })).toBe('');
    expect(text({ separator: '' })).toBe('VE:411000 : CL0001');
    expect(text({ separator: '', prefix: 'VE' })).toBe('VE:411000 : CL0001');
    expect(text({ whereColumn: 2, whereIs: 'F, C' })).toBe('CL0001');
    expect(text({ whereColumn: 2, whereIs: 'F' })).toBe('');
  });
});

const renamed = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(bytes).toString().replace('"Numéro compte"', '"N° de compte"').replace('"Type","Statut"', '"Statut","Type"'));

describe('the beginning', () => {
  const FULL = 'paheko/export-full.csv';

  it('without a mapping is the guess, and shows nothing that nobody said', () => {
    const start = startOf(sampleOf(FULL));
    expect(start.open).toEqual(['journal']);
    expect(start.choices.typed.journal).toBe('');
    expect(lackingIn(start.choices, start.base)).toEqual(['journal']);
    expect(start.choices.meanings.slice(7, 11)).toEqual(['account', 'accountLabel', 'debit', 'credit']);
  });

  it('with a mapping that fits is that one, and nothing is asked', () => {
    const mapping = foreign(FULL);
    const start = startOf(sampleOf(FULL, { version: 3, mapping }));
    expect([start.base, start.open, start.unsure.size]).toEqual([mapping, [], 0]);
  });

  it('with one that does not fit takes from it what the file still has, and asks for the rest', () => {
    const mapping: EntriesMapping = {
      ...foreign(FULL),
      labelFromAccount: true,
      skip: [{ column: { column: 2, name: 'Type' }, begins: 'Total' }],
    };
    const start = startOf(sampleOf(FULL, { version: 3, mapping }, renamed));
    expect(start.open).toEqual(['account']);
    expect([...start.unsure]).toEqual([8]);
    expect(start.base.sources.account).toEqual([{ from: 'column', column: 8, name: 'N° de compte' }]);
    const { account: _account, ...others } = mapping.sources;
    expect(start.base.sources).toMatchObject(others);
    // By its name, in its new place.
    expect(start.base.skip).toEqual([{ column: { column: 3, name: 'Type' }, begins: 'Total' }]);
    expect([start.base.labelFromAccount, start.base.headings[7]]).toEqual([true, 'N° de compte']);
    expect(mappingText(mappingOf(start.choices, start.base) ?? mapping)).toBe(mappingText(start.base));
  });

  it('with one of another language of the same program asks how its dates and amounts are written only where it is open', () => {
    const mapping = foreign('gnucash/transactions-fr.csv');
    const start = startOf(sampleOf('gnucash/transactions-C.csv', { version: 1, mapping }));
    expect([start.base.dates, start.base.decimal]).toEqual(['mm/dd/yy', '.']);
    expect(start.open).toEqual([]);
    expect(start.base.sources).toEqual(mapping.sources);
  });
});
