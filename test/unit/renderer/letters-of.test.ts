import { describe, expect, it } from 'vitest';
import { companyIdSchema } from '#shared/domain/ids.ts';
import { lettersOf } from '#renderer/parts/company-name.tsx';
import { storyId } from '#test/support/window/window-ids.ts';

const of = (...names: readonly string[]) => [
  ...lettersOf(names.map((name, at) => ({ id: companyIdSchema.parse(storyId(at + 1)), name }))).values(),
];

describe('the letters of a company', () => {
  it('are its first one, as a capital', () => {
    expect(of('Boulangerie Marchand', 'garage de l’Étoile', 'Épicerie', '3 Suisses')).toEqual(['B', 'G', 'É', '3']);
  });

  it('are two where two companies share the first one', () => {
    expect(of('Boulangerie Marchand', 'Bois Clair', 'Garage')).toEqual(['BM', 'BC', 'G']);
    expect(of('Boucherie', 'Brasserie')).toEqual(['Bo', 'Br']);
    expect(of('A', 'Abc')).toEqual(['A', 'Ab']);
  });

  it('are what a person sees as letters, whatever the name is made of', () => {
    expect(of('« L’Atelier »', '  ', '🏪', 'e\u0301toile', 'مخبز')).toEqual(['L', '?', '🏪', 'E\u0301', 'م']);
    expect(of('<b>Bold', '"Bar"')).toEqual(['BB', 'Ba']);
  });
});
