import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '#shared/domain/item/advance.ts';
import { isResolved, maySendAgain } from '#shared/domain/item/aside.ts';
import type { ItemResult } from '#shared/domain/results/weigh-results.ts';
import { plus } from '#shared/lib/duration.ts';
import { anItem, DOCUMENT, happenings, items, NOW, wall } from '../items.ts';

const refusal: ItemResult = { kind: 'refused', documentId: DOCUMENT, at: NOW, reason: 'illisible' };
const refused = advance(
  anItem({ state: { kind: 'awaiting', documentId: DOCUMENT, since: NOW } }),
  { kind: 'result', result: refusal },
  NOW,
).item;
const settled = advance(refused, { kind: 'settled', by: 'person' }, plus(NOW, 1_000)).item;
const hear = (item: typeof settled, change: Partial<ItemResult>, sinceMs = 60_000) =>
  advance(item, { kind: 'result', result: { ...refusal, at: plus(NOW, sinceMs), ...change } }, plus(NOW, 90_000));

const WAYS = [
  'refused settled settled',
  'refused unsettled refused',
  'refused result refused',
  'refused result accepted',
  'refused sent-again waiting',
  'refused told-received awaiting',
];

describe('a refusal that was dealt with', () => {
  it('is still refused, since the same time and with the same reason, and says by whom it was dealt with and when', () => {
    expect(settled).toEqual({ ...refused, state: { ...refused.state, settled: { at: plus(NOW, 1_000), by: 'person' } } });
    expect(isResolved(settled)).toBe(true);
  });

  it('is as it was before when the person thinks better of it', () => {
    expect(advance(settled, { kind: 'unsettled' }, plus(NOW, 2_000)).item).toEqual(refused);
    expect(advance(refused, { kind: 'unsettled' }, NOW).item).toBe(refused);
  });

  it('keeps by whom it was first dealt with', () => {
    expect(advance(settled, { kind: 'settled', by: 'correction' }, plus(NOW, 2_000)).item).toBe(settled);
  });

  it('is not sent again from here, but goes along where another computer sent it', () => {
    expect([maySendAgain(refused), maySendAgain(settled)]).toEqual([true, false]);
    expect(advance(settled, { kind: 'sent-again', resubmission: 1 }, NOW).item).toBe(settled);
    const elsewhere = { resubmission: 1, integrationId: settled.integrationId, reference: settled.reference };
    const result = { ...refusal, kind: 'accepted', reason: null } as const;
    expect(advance(settled, { kind: 'result', result, elsewhere }, NOW).item.state).toEqual({ ...result, contradicted: false });
  });

  it('stays so when the same refusal is said once more, earlier or later', () => {
    expect(hear(settled, {}, -60_000).item).toBe(settled);
    const again = hear(settled, {});
    expect(again.chores).toEqual([]);
    expect(again.item.state).toEqual({ ...settled.state, at: plus(NOW, 60_000) });
  });

  it('is asked about and told of again when it is refused for a reason that is new', () => {
    const other = hear(settled, { reason: 'TVA absente' });
    expect(other.chores).toEqual(['tell-refused']);
    expect(other.item.state).toMatchObject({ kind: 'refused', reason: 'TVA absente' });
    expect(isResolved(other.item)).toBe(false);
  });

  it('is accepted by a later yes, and asked about once more by a no after that; an earlier yes is only flagged', () => {
    const yes = hear(settled, { kind: 'accepted', reason: null });
    expect(yes.item.state).toMatchObject({ kind: 'accepted', contradicted: true });
    const no = hear(yes.item, {}, 80_000);
    expect([no.item.state.kind, isResolved(no.item), no.chores.includes('tell-refused')]).toEqual(['refused', false, true]);
    const before = hear(settled, { kind: 'accepted', reason: null }, -60_000);
    expect(before.item.state).toEqual({ ...settled.state, contradicted: true });
    expect(before.chores).toEqual([]);
  });

  it('comes about by that happening alone, of what is refused alone, whatever happens in whatever state', () => {
    fc.assert(
      fc.property(items, happenings, wall, (item, happening, now) => {
        const next = advance(item, happening, now).item;
        fc.pre(isResolved(item) !== isResolved(next));
        const way = `${item.state.kind} ${happening.kind} ${isResolved(next) ? 'settled' : next.state.kind}`;
        expect(WAYS).toContain(way);
      }),
      { numRuns: 2_000 },
    );
  });
});
