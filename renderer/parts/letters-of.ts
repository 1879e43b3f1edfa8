import type { Company } from '#shared/domain/company.ts';
import type { CompanyId } from '#shared/domain/ids.ts';

/**
 * What stands on each company's tile: its first letter, or two where companies share it, of the first two words if there are two. Companies that share
 * those as well are told apart by colour and name.
 */
export function lettersOf(companies: readonly Pick<Company, 'id' | 'name'>[]): ReadonlyMap<CompanyId, string> {
  const sharing = Map.groupBy(companies, ({ name }) => firstLetterOf(name));
  return new Map(
    companies.map(({ id, name }) => {
      const first = firstLetterOf(name);
      return [id, (sharing.get(first)?.length ?? 0) > 1 ? twoLettersOf(name) : first];
    }),
  );
}

/** Its first letter or digit; what a person sees as one letter counts as one. */
export function firstLetterOf(name: string): string {
  return lettersIn(name)[0]?.toLocaleUpperCase() ?? '?';
}

function twoLettersOf(name: string): string {
  const words = name.split(/\s+/u).map(lettersIn).filter(hasSome);
  const [first = [], second] = words;
  const letters = second === undefined ? first.slice(0, 2) : [first[0], second[0]];
  return `${letters[0]?.toLocaleUpperCase() ?? '?'}${second === undefined ? (letters[1] ?? '') : (letters[1]?.toLocaleUpperCase() ?? '')}`;
}

function hasSome(letters: readonly string[]): boolean {
  return letters.length > 0;
}

function lettersIn(text: string): readonly string[] {
  const parts = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const letters = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  // A name of signs only, such as an emoji, is its own letter.
  return letters.length > 0 ? letters : parts.filter((part) => part.trim() !== '');
}
