import { describe, expect, it } from 'vitest';
import { needsOfCompany, waitsInCompany } from '#renderer/frame/rail.tsx';
import { STORIES } from '#test/e2e/window/stories/stories.ts';
import { countOf } from '#test/support/window/window-lists.ts';

const told = (story: keyof typeof STORIES) => {
  const { overview, items } = STORIES[story]();
  return overview.companies.map(({ id }) => needsOfCompany(id, overview, countOf(items, waitsInCompany(id))));
};

describe('what needs the person in one company', () => {
  it('is nothing where everything was accepted', () => {
    expect(told('all accepted')).toEqual([0]);
  });

  it('is each document that waits, without those that were dealt with', () => {
    // Two refusals, five files that cannot be sent and one answer overdue; and one question.
    expect(told('every state')).toEqual([9, 1]);
    expect(told('refusals dealt with')).toEqual([0]);
    expect(told('unproven answers')).toEqual([STORIES['unproven answers']().overview.counts.unproven]);
  });

  it('is also what stops the company, and a folder that is away, before the documents are counted', () => {
    const { overview } = STORIES['connection ended']();
    // The connection and one folder.
    expect(overview.companies.map(({ id }) => needsOfCompany(id, overview, undefined))).toEqual([2]);
    const two = STORIES['two companies']().overview;
    expect(two.companies.map(({ id }) => needsOfCompany(id, two, undefined))).toEqual([1, 0]);
  });
});
