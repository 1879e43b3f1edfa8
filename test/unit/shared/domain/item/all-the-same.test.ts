import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '#shared/domain/item/advance.ts';
import { maySendAllTheSame } from '#shared/domain/item/all-the-same.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { anItem, items, NOW } from '../items.ts';

const SENT = { kind: 'sent-all-the-same', as: { mediaType: 'image/png', sentName: 'a.png' }, twin: null } as const;
const unfit = (problem: Problem, by: 'intray' | 'service' = 'intray'): ItemState => ({ kind: 'unfit', by, problem });

describe('an unfit document', () => {
  it.each<[Problem, boolean]>([
    [{ kind: 'damaged', found: 'pdf' }, true],
    [{ kind: 'blank' }, true],
    [{ kind: 'password' }, true],
    [{ kind: 'too-large', bytes: 6_000_000, bytesMax: 5_000_000 }, false],
    [{ kind: 'not-taken', found: 'heic' }, false],
    [{ kind: 'link' }, false],
    [{ kind: 'unreadable', code: 'EACCES' }, false],
    [{ kind: 'declined', errorCode: null, detail: null }, false],
  ])('with %j may be sent all the same: %s', (problem, may) => {
    expect(maySendAllTheSame(anItem({ state: unfit(problem) }))).toBe(may);
    // A rejection by the service is handled in another way; what was never read has no content.
    expect(maySendAllTheSame(anItem({ state: unfit(problem, 'service') }))).toBe(false);
    expect(maySendAllTheSame(anItem({ state: unfit(problem), sha256: null }))).toBe(false);
  });

  it('waits as what it is sent as, and says since when; no other document changes by it', () => {
    fc.assert(
      fc.property(items, (item) => {
        const { item: next } = advance(item, SENT, NOW);
        const sent = { ...item, ...SENT.as, allTheSameAt: NOW, state: { kind: 'waiting', dueAt: NOW, last: null }, stateSince: NOW };
        expect(next).toEqual(maySendAllTheSame(item) ? sent : item);
      }),
    );
  });
});
