import { foldText } from '#shared/lib/text/fold-text.ts';

/** A part of a text, by its first character and the one after its last. */
export type Hit = { readonly from: number; readonly to: number };

/** Where the words of a search occur in a text as it is shown, compared as the search compares them (`foldText`); in order, without overlaps. */
export function hitsIn(text: string, search: string): readonly Hit[] {
  const words = foldText(search)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const folded = foldedWithPlaces(text);
  const found = words.flatMap((word) => occurrences(folded, word));
  return merged(found.toSorted((one, other) => one.from - other.from || one.to - other.to));
}

type Folded = { readonly letters: string; readonly places: readonly Hit[] };

/** Folded character by character, with the place of each in the text: an accent belongs to its letter, and a ligature stands for two. */
function foldedWithPlaces(text: string): Folded {
  const places: Hit[] = [];
  let letters = '';
  let at = 0;
  for (const character of text) {
    const to = at + character.length;
    const last = places.at(-1);
    if (ACCENT.test(character) && last !== undefined) places[places.length - 1] = { ...last, to };
    const folded = ACCENT.test(character) ? '' : foldText(character) || ' ';
    for (let part = 0; part < folded.length; part += 1) places.push({ from: at, to });
    letters += folded;
    at = to;
  }
  return { letters, places };
}

const ACCENT = /^\p{Mn}$/u;

function occurrences({ letters, places }: Folded, word: string): readonly Hit[] {
  const hits: Hit[] = [];
  for (let at = letters.indexOf(word); at !== -1; at = letters.indexOf(word, at + 1)) {
    const [first, last] = [places[at], places[at + word.length - 1]];
    if (first !== undefined && last !== undefined) hits.push({ from: first.from, to: last.to });
  }
  return hits;
}

function merged(hits: readonly Hit[]): readonly Hit[] {
  const apart: Hit[] = [];
  for (const hit of hits) {
    const last = apart.at(-1);
    if (last !== undefined && hit.from <= last.to) apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, hit.to) };
    else apart.push(hit);
  }
  return apart;
}
