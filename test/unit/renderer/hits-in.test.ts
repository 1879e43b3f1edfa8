import { expect, it } from 'vitest';
import { hitsIn } from '#renderer/documents/hits-in.ts';

it.each([
  ['Facture Métro 8812.pdf', 'metro', ['Métro']],
  ['Facture Métro 8812.pdf', 'MÉTRO fact 12', ['Fact', 'Métro', '12']],
  ['Facture Me\u0301tro.pdf', 'metro', ['Me\u0301tro']],
  ['Œuvre et cœur.pdf', 'oeu', ['Œu', 'œu']],
  ['2026-118.pdf', '2026-118', ['2026', '118']],
  ['scan.pdf', 'rien', []],
  ['scan.pdf', ' % ', []],
  ['anana', 'ana nan', ['anana']],
  ['🍕 pizza', 'pizza', ['pizza']],
])('in %s the search for %s finds %j', (text, search, found) => {
  expect(hitsIn(text, search).map(({ from, to }) => text.slice(from, to))).toEqual(found);
});
