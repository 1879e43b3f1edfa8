/**
 * Text in the form used for search: without case and accents, ligatures spelt out, and a space for everything that is neither letter nor digit,
 * so that "metro NOV" finds "Facture-Métro_nov.pdf". Texts that look the same to a user fold to the same text.
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

/** Accents, separated from their letters by the normal form. */
const MARKS = /\p{Mn}/gu;
const NEITHER = /[^\p{L}\p{N}]+/gu;
/** Letters that no normal form decomposes. */
const SPELLINGS: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };
const SPELT = /[œæßøłđı]/g;
