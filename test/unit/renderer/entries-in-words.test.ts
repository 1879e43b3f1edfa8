import { describe, expect, it } from 'vitest';
import { explain } from '#renderer/document/explain.ts';
import { lineInWords } from '#renderer/entries/line-in-words.ts';
import type { I18n } from '#renderer/i18n/i18n.tsx';
import type { Question } from '#shared/domain/item/question.ts';
import { ENTRIES_ERRORS, ENTRIES_WARNINGS, type EntriesFault, inCurrency } from '#shared/entries/entry-lines.ts';
import { faultWords } from '#shared/i18n/fault-words.ts';
import { formatsOf } from '#shared/i18n/formats.ts';
import { translator } from '#shared/i18n/translate.ts';
import { anItem, NOW } from '#test/unit/shared/domain/items.ts';

const i18n = (language: 'en' | 'fr'): I18n => ({ language, t: translator(language), ...formatsOf(language) });
const plain = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/[\u00a0\u202f]/g, ' ');
const said = (language: 'en' | 'fr', line: Parameters<typeof lineInWords>[0]) => lineInWords(line, i18n(language)).map(plain);
const [none, twelve] = [inCurrency(0), inCurrency(1_200)];

describe('a line in words', () => {
  it('says what a line does to its account, in either language', () => {
    const paper = { account: '606300', label: 'Papier', debit: twelve, credit: none };
    expect(said('en', paper)).toEqual(['606300 is debited with 12.00 €: Papier']);
    expect(said('fr', paper)).toEqual(['606300 est débité de 12,00 € : Papier']);
    const bank = { account: '512000', debit: none, credit: inCurrency(123_456_789) };
    expect(said('en', bank)).toEqual(['512000 is credited with 1,234,567.89 €']);
    expect(said('fr', bank)).toEqual(['512000 est crédité de 1 234 567,89 €']);
  });

  it('says both sides where both are filled, a negative one as it is, another currency by its letters, and that there is none', () => {
    const both = { account: '401', label: ' ', debit: inCurrency(-5), credit: inCurrency(250, 'CHF') };
    expect(said('en', both)).toEqual(['401 is debited with -0.05 €', '401 is credited with 2.50 CHF']);
    expect(said('en', { account: '401', debit: none, credit: none })).toEqual(['401 has no amount']);
    expect(said('fr', { account: '401', debit: none, credit: none })).toEqual(['401 n’a pas de montant']);
  });
});

const fault = (members: Omit<EntriesFault, 'line'>, language: 'en' | 'fr' = 'en') =>
  Object.values(faultWords({ ...members, line: 17 }, i18n(language))).map(plain);

describe('what is said of a fault of a file of entries', () => {
  it('is where it stands: by the heading of its column, else by its number, else by its line alone', () => {
    expect(fault({ kind: 'quote', column: 3, name: 'Débit' })[0]).toBe('Line 17, Débit');
    expect(fault({ kind: 'quote', column: 3 })[0]).toBe('Line 17, column 3');
    expect(fault({ kind: 'quote' })[0]).toBe('Line 17');
    expect(fault({ kind: 'quote', column: 3 }, 'fr')[0]).toBe('Ligne 17, colonne 3');
  });

  it.each(['en', 'fr'] as const)('is whole sentences, also where nothing can be shown: %s', (language) => {
    const kinds = [...ENTRIES_ERRORS, ...ENTRIES_WARNINGS];
    const say = (kind: EntriesFault['kind'], one: Partial<EntriesFault>) => fault({ ...one, kind }, language)[1] ?? '';
    const shown = kinds.map((kind) => say(kind, { value: 'X1', meant: 'Y2' }));
    const unshown = kinds.filter((kind, at) => kind === 'guessed-letters' || !/X1|Y2/.test(shown[at] ?? '')).map((kind) => say(kind, {}));
    const blank = kinds.map((kind) => say(kind, { value: ' ', meant: 'Y2' }));
    expect(shown.filter((sentence) => !/^([“«] ?X1 ?[”»]|X1|\p{Lu}).*[.?]$/u.test(sentence))).toEqual([]);
    expect([...unshown, ...blank].filter((sentence) => !/^\p{Lu}[^“«]*\.$/u.test(sentence))).toEqual([]);
  });

  it('has amounts as the window writes them, and values as the file has them, each in its own direction', () => {
    const decimals = { kind: 'decimals', value: '1234567.8899999999', meant: '1234567.89' } as const;
    expect(fault(decimals)[1]).toBe('“1234567.8899999999” has more than two decimals. Is 1,234,567.89 meant?');
    expect(fault(decimals, 'fr')[1]).toBe('« 1234567.8899999999 » a plus de deux décimales. Faut-il lire 1 234 567,89 ?');
    expect(fault({ kind: 'unbalanced-entry', value: '-1234.50' }, 'fr')[1]).toContain('-1 234,50');
    expect(fault({ kind: 'decimals', value: '12,345' })[1]).toMatch(/^“12,345” can be read in two ways/);
    expect(fault({ kind: 'decimals', value: '12,345' }, 'fr')[1]).toMatch(/^« 12,345 » peut se lire de deux façons/);
    const foreign = faultWords({ kind: 'no-amount', line: 17, name: 'مدين', value: 'أولى' }, i18n('en'));
    expect(foreign.place + foreign.sentence).toMatch(/^Line 17, \u2068مدين\u2069“\u2068أولى\u2069” is/);
    expect(fault({ kind: 'no-side', value: ' ' })[1]).toBe('There is nothing here, although a value is needed.');
    expect(fault({ kind: 'line-too-short', value: '60', meant: '85' })[1]).toBe(
      'The line has 60 characters, fewer than the 85 of such a line.',
    );
  });
});

type AskedEntries = Omit<Extract<Question, { kind: 'entries' }>, 'kind'>;

const saidOfEntries = (members: Partial<AskedEntries>, language: 'en' | 'fr' = 'en') => {
  const question = { kind: 'entries', lines: 4, debitCents: 123_450, creditCents: 123_450, warnings: 0, ...members } as const;
  const told = explain(anItem({ importType: 'entries', state: { kind: 'held', question } }), NOW, i18n(language));
  return [plain(told?.what), plain(told?.next)];
};

describe('what is asked about entries', () => {
  const [sums, summed] = [
    '4 lines of entries: debit 1,234.50, credit 1,234.50.',
    '4 lignes d’écritures : débit 1 234,50, crédit 1 234,50.',
  ];

  it('is what they come to, and no more where nothing is the matter', () => {
    const next = 'Look at its lines. Send them if they are the right ones, and your accountant does not have them yet.';
    expect(saidOfEntries({})).toEqual([sums, next]);
  });

  it('is which journals of whole books are new', () => {
    const what = 'They are from the books of a whole year, and your accountant may have some of the journals already.';
    const next = 'Look at the journals, and send only those that your accountant does not have yet.';
    expect(saidOfEntries({ choose: true })).toEqual([`${sums} ${what}`, next]);
    expect(saidOfEntries({ choose: true, repeated: 1 })[1]).toBe(next);
    expect(saidOfEntries({ choose: true }, 'fr')[0]).toBe(
      `${summed} C’est la comptabilité complète d’un exercice : votre comptable en a peut-être déjà certains journaux.`,
    );
  });

  it('names how many imports they make, or that they cannot be sent so', () => {
    expect(saidOfEntries({ imports: 3 })[0]).toBe(`${sums} They are too large for one import, and are sent as 3.`);
    expect(saidOfEntries({ imports: 3 }, 'fr')[0]).toBe(`${summed} C’est trop volumineux pour un seul import : 3 imports seront envoyés.`);
    expect(saidOfEntries({ imports: 3, choose: true })[1]).toMatch(/^Look at the journals/);
    expect(saidOfEntries({ imports: 0, choose: true, repeated: 2 })[1]).toBe('Look at its lines: it is said there why, and what helps.');
    expect(saidOfEntries({ imports: 0 })[0]).toBe(`${sums} They are too large to be sent at once, and cannot be cut.`);
  });

  it('names what was sent before, and what is new', () => {
    const next = 'Look at the lines, and send the new ones alone. What your accountant has already would be booked twice.';
    expect(saidOfEntries({ repeated: 3 })).toEqual([`${sums} Of these 4 lines, 3 such were sent before: 1 is new.`, next]);
    expect(saidOfEntries({ repeated: 4 })[0]).toBe(`${sums} All 4 lines were sent before.`);
    expect(saidOfEntries({ repeated: 3 }, 'fr')[0]).toBe(`${summed} Sur ces 4 lignes, 3 ont déjà été envoyées : 1 est nouvelle.`);
    expect(saidOfEntries({ otherDates: 1 })[0]).toBe(`${sums} 1 other line was sent under another date, and is otherwise the same.`);
  });

  it('begins with what has changed since somebody agreed, and ends with what looks odd', () => {
    expect(saidOfEntries({ again: true, warnings: 2 })[0]).toBe(
      `Intray now reads this file differently than when you agreed to send it. ${sums} 2 places in it look odd.`,
    );
  });
});
