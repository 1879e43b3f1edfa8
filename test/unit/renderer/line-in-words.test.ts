import { expect, it } from 'vitest';
import { lineInWords } from '#renderer/entries/line-in-words.ts';
import { inCurrency } from '#shared/entries/entry-lines.ts';
import { formatsOf } from '#shared/i18n/formats.ts';
import { translator } from '#shared/i18n/translate.ts';

const said = (language: 'en' | 'fr', line: Parameters<typeof lineInWords>[0]) =>
  lineInWords(line, { t: translator(language), ...formatsOf(language) }).map((text) =>
    text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/[\u00a0\u202f]/g, ' '),
  );
const [none, twelve] = [inCurrency(0), inCurrency(1_200)];

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
