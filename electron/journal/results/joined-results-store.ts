import type { ResultsStore } from '#electron/results/store.ts';
import type { Journal } from '../open-journal.ts';

/** The journal as the relay link writes to it: a page of results shares a flush with other writes, and is durable when its promise resolves. */
export function joinedResultsStore({ results, join }: Pick<Journal, 'results' | 'join'>): ResultsStore {
  return { ...results, commitPage: (page) => join(() => results.commitPage(page)) };
}
