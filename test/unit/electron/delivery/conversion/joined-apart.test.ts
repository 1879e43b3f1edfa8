import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { anEvent, item, page, referenceTo } from '#test/unit/electron/journal/an-open-journal.ts';
import { joinAndSend, JOINED, picturesToJoin } from './an-unfit-scan.ts';

type All = Awaited<ReturnType<typeof picturesToJoin>>;
const statesOf = (all: All) => all.parts.map((itemId) => item(all, itemId).state);
const TIFF = { by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } };
const UNFIT = { kind: 'unfit', ...TIFF };

describe('a part that another computer sends on its own', () => {
  const data = {
    documentId: 'dddddddd-0000-4000-8000-000000000009',
    externalReference: referenceTo('page one'),
    documentState: 'Accepted',
  };

  it('has its result, and what it was joined into asks before it goes out, once', async () => {
    const all = await picturesToJoin({ parallel: () => 0 });
    const { itemId } = await joinAndSend(all.delivery, all.parts);
    const [one] = all.parts as [ItemId];
    page(all, [anEvent({ seq: 1, data })]);
    expect(item(all, one).state.kind).toBe('accepted');
    expect(item(all, itemId).state).toEqual({ kind: 'held', question: { kind: 'part-received', itemId: one } });
    const { delivery } = all.again({ parallel: () => 1, seed: 9 });
    await delivery.start();
    await all.clock.advance(HOUR_MS);
    expect(all.contents()).toEqual([]);
    all.journal.list.allow([itemId]);
    await all.clock.advance(MINUTE_MS);
    expect(all.contents()).toEqual([JOINED]);
  });

  it('stays received when the joining is undone, and the others are what they were', async () => {
    const all = await picturesToJoin({ parallel: () => 0 });
    const { itemId } = await joinAndSend(all.delivery, all.parts);
    page(all, [anEvent({ seq: 1, data })]);
    expect(await all.delivery.undoJoin(itemId)).toBe(true);
    expect(statesOf(all)).toMatchObject([{ kind: 'accepted' }, UNFIT, UNFIT]);
  });
});

describe('a joining that a person takes back', () => {
  it('leaves its parts as they were before, also those that were ignored or whose file is gone, and can be done again', async () => {
    const all = await picturesToJoin({ parallel: () => 0 });
    all.journal.list.putAside([all.parts[1] as ItemId]);
    const before = statesOf(all);
    const first = await joinAndSend(all.delivery, all.parts);
    expect(await all.delivery.undoJoin(first.itemId)).toBe(true);
    expect(await all.delivery.undoJoin(first.itemId)).toBe(false);
    expect(statesOf(all)).toEqual(before);
    expect(item(all, first.itemId)).toMatchObject({ state: { kind: 'aside', why: 'undone' }, mediaType: null });
    const second = await joinAndSend(all.delivery, all.parts);
    expect(second.became).toBe('sent');
    expect(second.itemId).toBe(first.itemId);
    expect(item(all, first.itemId).state.kind).toBe('waiting');
    all.journal.intake.forget(all.folder.id, ['IMG_2242.tif']);
    expect(await all.delivery.undoJoin(first.itemId)).toBe(true);
    expect(statesOf(all)[2]).toEqual({ kind: 'aside', why: 'gone', unfit: TIFF });
    await all.clock.advance(HOUR_MS);
    expect(all.contents()).toEqual([]);
  });

  it('is not possible once something of it may have left, and not for other documents', async () => {
    const all = await picturesToJoin();
    const { itemId } = await joinAndSend(all.delivery, all.parts);
    await all.clock.settle();
    expect(await all.delivery.undoJoin(itemId)).toBe(false);
    expect(await all.delivery.undoJoin(all.parts[0] as ItemId)).toBe(false);
    for (const state of statesOf(all)) expect(state).toMatchObject({ why: 'joined' });
  });
});
