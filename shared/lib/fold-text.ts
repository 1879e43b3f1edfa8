/**
 * A text as it is searched: without case and accents, ligatures spelt out, and a space for all that is neither letter nor digit,
 * so that "Facture-Métro_nov.pdf" is found by "metro NOV". Two texts that a person takes for one fold to one.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(SPELT, (letter) => SPELLINGS[letter] ?? letter)
    .replace(NEITHER, ' ')
    .trim();
}

/** What is left of an accent once it is taken off its letter. */
const MARKS = /\p{Mn}/gu;
const NEITHER = /[^\p{L}\p{N}]+/gu;
/** Letters of their own, which no normal form takes apart. */
const SPELLINGS: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };
const SPELT = /[œæßøłđı]/g;
