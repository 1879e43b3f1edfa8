import type { I18n } from '../i18n/i18n.tsx';

/** One side of a line of entries. `cents`: an integer; `currency`: three letters, EUR if missing. */
export type SideOfLine = {
  readonly account: string;
  readonly side: 'debit' | 'credit';
  readonly cents: number;
  readonly currency?: string;
  readonly label?: string | undefined;
};

type Speaker = Pick<I18n, 't' | 'amount'>;

/** "606300 is debited with 12.00 €: paper". Account and label are foreign text. */
export function sideInWords({ account, side, cents, currency, label = '' }: SideOfLine, speaker: Speaker): string {
  const values = { account, amount: moneyText(cents, speaker, currency), label };
  return speaker.t(label.trim() === '' ? `entries.words.${side}` : `entries.words.${side}.label`, values);
}

/** An amount with its currency in the reader's language: "1,234.50 €". The blank does not break. */
export function moneyText(cents: number | bigint, { amount }: Pick<Speaker, 'amount'>, currency = 'EUR'): string {
  return `${amount(cents)}\u00a0${currency === 'EUR' ? '€' : currency}`;
}

/** "158 lines", "debit 12.00 €, credit 12.00 €", and whether both are equal. Sides are integers of cents. */
export function sumsInWords(
  {
    count,
    debit,
    credit,
    currency,
  }: { readonly count: number; readonly debit: bigint; readonly credit: bigint; readonly currency?: string },
  speaker: Speaker,
): readonly string[] {
  const { t } = speaker;
  const money = (cents: bigint): string => moneyText(cents, speaker, currency);
  const difference = debit > credit ? debit - credit : credit - debit;
  return [
    t('entries-preview.lines', { count }),
    t('entries-preview.sides', { debit: money(debit), credit: money(credit) }),
    difference === 0n ? t('entries-preview.balanced') : t('entries-preview.difference', { amount: money(difference) }),
  ];
}

/** A line as it is read and sent, as far as its words need it (`EntryLine`). */
type LineOfEntries = {
  readonly account: string;
  readonly label?: string | undefined;
  readonly debit: { readonly cents: number; readonly currency: string };
  readonly credit: { readonly cents: number; readonly currency: string };
};

/** A sentence for each side that has an amount: usually one, two where both are filled. A line without an amount is said to have none. */
export function lineInWords({ account, label, debit, credit }: LineOfEntries, speaker: Speaker): readonly string[] {
  const sides = [
    { side: 'debit', ...debit },
    { side: 'credit', ...credit },
  ] as const;
  const filled = sides.filter(({ cents }) => cents !== 0);
  if (filled.length === 0) return [speaker.t('entries.words.none', { account })];
  return filled.map(({ side, cents, currency }) => sideInWords({ account, side, cents, currency, label }, speaker));
}
