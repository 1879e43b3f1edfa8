import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '#shared/domain/item/advance.ts';
import { isResolved, maySendAgain } from '#shared/domain/item/aside.ts';
import { datedResult, type ItemResult, shownSince } from '#shared/domain/results/weigh-results.ts';
import { DAY_MS, HOUR_MS, plus, type WallMs, wallMs } from '#shared/lib/duration.ts';
import { anItem, DOCUMENT, happenings, items, NOW, results, wall } from '../items.ts';
import { takenOf, unprovenOf } from '#shared/domain/results/unproven.ts';

const refusal: ItemResult = { kind: 'refused', documentId: DOCUMENT, at: NOW, reason: 'illisible' };
const refused = advance(
  anItem({ state: { kind: 'awaiting', documentId: DOCUMENT, since: NOW } }),
  { kind: 'result', result: refusal },
  NOW,
).item;
const resolvedRefusal = advance(refused, { kind: 'resolved', by: 'user' }, plus(NOW, 1_000)).item;
const hear = (item: typeof resolvedRefusal, change: Partial<ItemResult>, sinceMs = 60_000) =>
  advance(item, { kind: 'result', result: { ...refusal, at: plus(NOW, sinceMs), ...change } }, plus(NOW, 90_000));

const WAYS = [
  'refused resolved resolved',
  'refused unresolved refused',
  'refused result refused',
  'refused result accepted',
  'refused sent-again waiting',
  'refused told-received awaiting',
];

describe('a refusal that was dealt with', () => {
  it('is still refused, since the same time and with the same reason, and says by whom it was dealt with and when', () => {
    expect(resolvedRefusal).toEqual({ ...refused, state: { ...refused.state, resolved: { at: plus(NOW, 1_000), by: 'user' } } });
    expect(isResolved(resolvedRefusal)).toBe(true);
  });

  it('is as it was before when the person thinks better of it', () => {
    expect(advance(resolvedRefusal, { kind: 'unresolved' }, plus(NOW, 2_000)).item).toEqual(refused);
    expect(advance(refused, { kind: 'unresolved' }, NOW).item).toBe(refused);
  });

  it('keeps by whom it was first dealt with', () => {
    expect(advance(resolvedRefusal, { kind: 'resolved', by: 'correction' }, plus(NOW, 2_000)).item).toBe(resolvedRefusal);
  });

  it('is not sent again from here, but goes along where another computer sent it', () => {
    expect([maySendAgain(refused), maySendAgain(resolvedRefusal)]).toEqual([true, false]);
    expect(advance(resolvedRefusal, { kind: 'sent-again', resubmission: 1 }, NOW).item).toBe(resolvedRefusal);
    const elsewhere = { resubmission: 1, integrationId: resolvedRefusal.integrationId, reference: resolvedRefusal.reference };
    const result = { ...refusal, kind: 'accepted', reason: null } as const;
    expect(advance(resolvedRefusal, { kind: 'result', result, elsewhere }, NOW).item.state).toEqual({ ...result, contradicted: false });
  });

  it('stays so when the same refusal is said once more, earlier or later', () => {
    expect(hear(resolvedRefusal, {}, -60_000).item).toBe(resolvedRefusal);
    const again = hear(resolvedRefusal, {});
    expect(again.chores).toEqual([]);
    expect(again.item.state).toEqual({ ...resolvedRefusal.state, at: plus(NOW, 60_000) });
  });

  it('is asked about and told of again when it is refused for a reason that is new', () => {
    const other = hear(resolvedRefusal, { reason: 'TVA absente' });
    expect(other.chores).toEqual(['tell-refused']);
    expect(other.item.state).toMatchObject({ kind: 'refused', reason: 'TVA absente' });
    expect(isResolved(other.item)).toBe(false);
  });

  it('is accepted by a later yes, and asked about once more by a no after that; an earlier yes is only flagged', () => {
    const yes = hear(resolvedRefusal, { kind: 'accepted', reason: null });
    expect(yes.item.state).toMatchObject({ kind: 'accepted', contradicted: true });
    const no = hear(yes.item, {}, 80_000);
    expect([no.item.state.kind, isResolved(no.item), no.chores.includes('tell-refused')]).toEqual(['refused', false, true]);
    const before = hear(resolvedRefusal, { kind: 'accepted', reason: null }, -60_000);
    expect(before.item.state).toEqual({ ...resolvedRefusal.state, contradicted: true });
    expect(before.chores).toEqual([]);
  });

  it('comes about by that happening alone, of what is refused alone, whatever happens in whatever state', () => {
    fc.assert(
      fc.property(items, happenings, wall, (item, happening, now) => {
        const next = advance(item, happening, now).item;
        fc.pre(isResolved(item) !== isResolved(next));
        const way = `${item.state.kind} ${happening.kind} ${isResolved(next) ? 'resolved' : next.state.kind}`;
        expect(WAYS).toContain(way);
      }),
      { numRuns: 2_000 },
    );
  });
});

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
  const resolved = { at: NOW, by: 'user' } as const;
  const item = anItem({ state: { ...proven, contradicted: false, unproven: { takenAt: NOW }, resolved } });

  it('stays dealt with when the service confirms it with the same reason, and is told of when it gives another', () => {
    expect(advance(item, { kind: 'result', result: proven }, NOW)).toMatchObject({
      item: { state: { resolved, replacedUnproven: 'confirmed' } },
      chores: ['drop-spool'],
    });
    const other = advance(item, { kind: 'result', result: { ...proven, reason: 'en double' } }, NOW);
    expect([other.item.state, other.chores]).toEqual([
      { ...proven, reason: 'en double', contradicted: false, replacedUnproven: 'confirmed' },
      ['drop-spool', 'tell-refused'],
    ]);
  });
});

const AT = wallMs(Date.UTC(2026, 10, 20, 10));
const RECEIVED = wallMs(AT - 3 * HOUR_MS);
const dated = (rejectedAt: number, receivedAt: WallMs | null = RECEIVED) =>
  datedResult({ at: AT, rejectedAt: wallMs(rejectedAt) }, receivedAt);

describe('the date of a result', () => {
  it('is that of the event where the service gives no other', () => {
    expect(datedResult({ at: AT }, RECEIVED)).toEqual({ at: AT, odd: null });
  });

  it.each([AT - HOUR_MS, AT, AT + HOUR_MS, AT + DAY_MS, RECEIVED])('is that of the refusal where it can be (%i)', (rejectedAt) => {
    expect(dated(rejectedAt)).toEqual({ at: rejectedAt, odd: null });
  });

  it.each([RECEIVED - 1, 0, AT + DAY_MS + 1, AT + 3_650 * DAY_MS])(
    'is that of the event where the other one cannot be (%i), which is said',
    (rejectedAt) => {
      expect(dated(rejectedAt)).toEqual({ at: AT, odd: rejectedAt });
    },
  );

  it('takes nothing for odd by a deposit that this computer does not know, or heard of after the event', () => {
    for (const receivedAt of [null, wallMs(AT + HOUR_MS)]) {
      expect(dated(AT - DAY_MS, receivedAt)).toEqual({ at: AT - DAY_MS, odd: null });
      expect(dated(0, receivedAt)).toEqual({ at: AT, odd: 0 });
    }
  });

  it('is what a document is dated by as soon as it has one, on whatever computer and however late that read it', () => {
    const result = { kind: 'refused', documentId: DOCUMENT, at: AT, reason: null, contradicted: false } as const;
    const learned = wallMs(AT + 3 * DAY_MS);
    const since = (state: Parameters<typeof shownSince>[0]['state']) => shownSince({ state, stateSince: learned, receivedAt: RECEIVED });
    expect(since({ ...result, rejectedAt: wallMs(AT - HOUR_MS) })).toBe(AT - HOUR_MS);
    expect(since({ ...result, rejectedAt: wallMs(AT + 9 * DAY_MS) })).toBe(AT);
    expect(since({ ...result, kind: 'accepted' })).toBe(AT);
    expect(since({ kind: 'awaiting', documentId: DOCUMENT, since: learned })).toBe(learned);
  });
});
