import { describe, expect, it } from 'vitest';
import { comparedPages, foundAgain, wordsIn } from '#test/conversions/measure/words.ts';

describe('words that are compared', () => {
  it('have three letters and more, of any alphabet with letters', () => {
    expect(wordsIn('Le total, dû: 12 EUR (Straße Nr. 5) œuvre')).toEqual(['total', 'eur', 'straße', 'œuvre']);
  });

  it('are the same whether an accent is a letter of its own or not', () => {
    expect(wordsIn('ete\u0301')).toEqual(wordsIn('eté'));
  });

  it('are found again as often as they are there', () => {
    expect(foundAgain(['one', 'two', 'one', 'one'], ['one', 'one', 'three'])).toBe(2);
    expect(foundAgain(['one'], ['one', 'one'])).toBe(1);
    expect(foundAgain([], ['one'])).toBe(0);
  });

  it('are those of all pages, or of some spread over the file', () => {
    expect(comparedPages(3, 4)).toEqual([1, 2, 3]);
    expect(comparedPages(24, 4)).toEqual([1, 9, 16, 24]);
  });
});
