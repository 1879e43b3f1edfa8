import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '#shared/domain/item/advance.ts';
import { maySendAgain } from '#shared/domain/item/aside.ts';
import { takenOf, unprovenOf } from '#shared/domain/results/unproven.ts';
import { anItem, DOCUMENT, items, NOW, results, wall } from '../items.ts';

describe('an unproven answer, whatever it says,', () => {
  it('changes no state and leaves nothing to be done', () => {
    fc.assert(
      fc.property(items, results, wall, (item, result, now) => {
        const { item: next, chores } = advance(item, { kind: 'told-unproven', result }, now);
        expect([next.state.kind, next.stateSince, chores]).toEqual([item.state.kind, item.stateSince, []]);
      }),
    );
  });

  it('is for what is awaited alone, and for the very document', () => {
    fc.assert(
      fc.property(items, results, wall, (item, result, now) => {
        const isAwaited = item.state.kind === 'awaiting' && (item.state.documentId === null || item.state.documentId === result.documentId);
        fc.pre(!isAwaited);
        expect(advance(item, { kind: 'told-unproven', result }, now).item).toBe(item);
      }),
    );
  });

  it('becomes the result by the person’s word alone, without anything to be done, and goes again only when that is asked for', () => {
    fc.assert(
      fc.property(results, wall, (result, now) => {
        const awaited = anItem({ state: { kind: 'awaiting', documentId: result.documentId, since: NOW } });
        const told = advance(awaited, { kind: 'told-unproven', result }, now).item;
        const taken = advance(told, { kind: 'unproven-taken' }, now);
        expect(taken).toEqual({
          item: { ...told, state: { ...result, contradicted: false, unproven: { takenAt: now } }, stateSince: now },
          chores: [],
        });
        expect(maySendAgain(taken.item)).toBe(false);
        expect(advance(taken.item, { kind: 'sent-again', resubmission: 1 }, now).item).toBe(taken.item);
        const wanted = advance(taken.item, { kind: 'send-again-wanted' }, now).item;
        expect(maySendAgain(wanted)).toBe(result.kind === 'refused');
      }),
    );
  });

  it('is taken where it is offered, and nowhere else', () => {
    fc.assert(
      fc.property(items, wall, (item, now) => {
        const isTaken = advance(item, { kind: 'unproven-taken' }, now).item !== item;
        expect(isTaken).toBe(unprovenOf(item) !== null);
      }),
    );
  });

  it('gives way to a proven one, which says whether it says the same, and is not weighed against it', () => {
    fc.assert(
      fc.property(items, results, wall, (item, result, now) => {
        fc.pre(takenOf(item) !== null);
        const { state } = advance(item, { kind: 'result', result }, now).item;
        const replacedUnproven = item.state.kind === result.kind ? 'confirmed' : 'contradicted';
        expect(state).toEqual({ ...result, contradicted: false, replacedUnproven });
      }),
    );
  });
});

describe('a refusal that was taken unproven and dealt with', () => {
  const reason = 'illisible';
  const proven = { kind: 'refused', documentId: DOCUMENT, at: NOW, reason } as const;
  const settled = { at: NOW, by: 'person' } as const;
  const item = anItem({ state: { ...proven, contradicted: false, unproven: { takenAt: NOW }, settled } });

  it('stays dealt with when the service confirms it with the same reason, and is told of when it gives another', () => {
    expect(advance(item, { kind: 'result', result: proven }, NOW)).toMatchObject({
      item: { state: { settled, replacedUnproven: 'confirmed' } },
      chores: ['drop-spool'],
    });
    const other = advance(item, { kind: 'result', result: { ...proven, reason: 'en double' } }, NOW);
    expect([other.item.state, other.chores]).toEqual([
      { ...proven, reason: 'en double', contradicted: false, replacedUnproven: 'confirmed' },
      ['drop-spool', 'tell-refused'],
    ]);
  });
});
