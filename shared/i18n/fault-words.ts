import type { EntriesMisfit } from '#shared/domain/item/entries-schemas.ts';
import { type EntriesFault, jsonItemIn } from '#shared/entries/entry-lines.ts';
import { readAmount } from '#shared/entries/values.ts';
import type { Translate } from './translate.ts';

/** `amount`: integer cents as the reader of the words writes money. */
export type FaultSpeaker = { readonly t: Translate; readonly amount: (cents: number) => string };

/** As it was read, or as it was kept. */
type Fault = Pick<EntriesFault, 'kind' | 'line'> & {
  readonly [Member in 'column' | 'name' | 'value' | 'meant' | 'item']?: EntriesFault[Member] | undefined;
};

/** Where a fault of a file of entries stands ("Line 17, column 3"), and a whole sentence about it. Values from the file are foreign text. */
export function faultWords(fault: Fault, speaker: FaultSpeaker): { readonly place: string; readonly sentence: string } {
  return { place: placeWords(fault, speaker), sentence: faultSentence(fault, speaker) };
}

function placeWords({ line, column, name, item }: Fault, { t }: FaultSpeaker): string {
  // All of a JSON text may stand on one physical line.
  const path = jsonItemIn(name);
  const entry = item ?? path?.item;
  if (entry !== undefined) {
    const values = { item: entry, line, column: column ?? 1, name: path?.member ?? name ?? '' };
    return t(values.name === '' ? 'entries.place.json' : 'entries.place.json.name', values);
  }
  if (name !== undefined) return t('entries.place.name', { line, name });
  return column === undefined ? t('entries.place', { line }) : t('entries.place.column', { line, column });
}

/** Readers of files cannot always show what stands there, or tell what would be right. */
function faultSentence({ kind, value, meant }: Fault, speaker: FaultSpeaker): string {
  const { t } = speaker;
  if (value?.trim() === '') return t('entries.fault.blank');
  if (kind === 'decimals' && meant === undefined) return t('entries.fault.decimals.unclear', { value: value ?? '' });
  if (kind === 'guessed-letters' && meant === undefined) return t('entries.fault.guessed-letters.unshown');
  return t(`entries.fault.${kind}`, {
    value: AMOUNTS.has(kind) ? amountWords(value, speaker) : (value ?? ''),
    meant: kind === 'decimals' ? amountWords(meant, speaker) : (meant ?? ''),
  });
}

/** What these faults name is an amount that was calculated or read; in all others it is text as the file has it. */
const AMOUNTS: ReadonlySet<Fault['kind']> = new Set(['unbalanced-entry', 'unbalanced-journal', 'negative']);

function amountWords(plain = '', { amount }: FaultSpeaker): string {
  const cents = readAmount(plain, '.');
  return typeof cents === 'number' ? amount(cents) : plain;
}

/** A sentence about what keeps a file of entries from being read by its folder's mapping. Headings of the file are foreign text. */
export function misfitSentence(
  { kind, name = '', column = 0, line = 0, expected, found }: EntriesMisfit,
  { t }: Pick<FaultSpeaker, 't'>,
): string {
  if (kind !== 'separator') {
    return t(`entries.misfit.${kind}`, { name, column, line, expected: String(expected ?? ''), found: String(found ?? '') });
  }
  const [before, now] = [SEPARATORS[String(expected)], SEPARATORS[String(found)]];
  if (now === undefined) return t('entries.misfit.sheet');
  return before === undefined ? t('entries.misfit.text') : t('entries.misfit.separator', { expected: t(before), found: t(now) });
}

const SEPARATORS: Readonly<
  Record<string, 'entries.separator.tab' | 'entries.separator.semicolon' | 'entries.separator.comma' | 'entries.separator.bar'>
> = {
  '\t': 'entries.separator.tab',
  ';': 'entries.separator.semicolon',
  ',': 'entries.separator.comma',
  '|': 'entries.separator.bar',
};
