import { describe, expect, it } from 'vitest';
import { mergeEnded } from '#renderer/overview/to-do/to-do-documents.tsx';

describe('what was ended', () => {
  it('stays where it was, though the list has it no more', () => {
    expect(mergeEnded(['a', 'c'], [{ id: 'b', above: ['a'] }])).toEqual(['a', 'b', 'c']);
    expect(mergeEnded(['b'], [{ id: 'a', above: [] }])).toEqual(['a', 'b']);
    expect(mergeEnded([], [{ id: 'a', above: [] }])).toEqual(['a']);
  });

  it('is not there twice while the list still has it, or has it again', () => {
    expect(mergeEnded(['a', 'b'], [{ id: 'b', above: ['a'] }])).toEqual(['a', 'b']);
  });

  it('keeps the order among several, in whichever order they were ended', () => {
    const [b, c] = [
      { id: 'b', above: ['a'] },
      { id: 'c', above: ['a', 'b'] },
    ];
    expect(mergeEnded(['a', 'd'], [c, b])).toEqual(['a', 'b', 'c', 'd']);
    expect(mergeEnded(['a', 'd'], [b, c])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stays among its neighbours when new ones come above and others go', () => {
    expect(mergeEnded(['new', 'a', 'd'], [{ id: 'c', above: ['a', 'b'] }])).toEqual(['new', 'a', 'c', 'd']);
    expect(mergeEnded(['new', 'd'], [{ id: 'c', above: ['a', 'b'] }])).toEqual(['c', 'new', 'd']);
  });
});
