import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { aCompany, aFolder, anEvent, item, page, referenceTo } from '#test/unit/electron/journal/an-open-journal.ts';
import { foundTiff, joinAndSend, JOINED, PAGES, picturesToJoin } from './an-unfit-scan.ts';
import { join as joinPath } from 'node:path';
import { pictureKindOf } from '#shared/domain/item/joining/joining.ts';
import { AWAITS_MAX, killedLives, type Lived } from './killed-lives.ts';

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

/** Of the parts, what they are and where they went: all the same, or something is torn. */
type Ending = { readonly parts: readonly string[]; readonly joined: number };

/** A user has three pictures joined and sent in each life, if that is still to be done. */
function lives(kills: readonly number[]) {
  return killedLives<readonly ItemId[], Ending>({
    kills,
    find: found,
    live: async (delivery, journal, parts) => {
      await delivery.start();
      const items = parts.flatMap((itemId) => journal.items.get(itemId) ?? []);
      if (items.some((one) => pictureKindOf(one) !== null)) await joinAndSend(delivery, parts);
    },
    ending: (journal, parts) => {
      const states = parts.map((itemId) => journal.items.get(itemId)?.state);
      const { awaiting } = journal.items.counts();
      return { parts: states.map((state) => (state?.kind === 'aside' ? state.why : String(state?.kind))), joined: awaiting };
    },
  });
}

const found: Lived<readonly ItemId[], Ending>['find'] = (open, files) => {
  const folder = aFolder(open, aCompany(open));
  return PAGES.map((content, at) => {
    const name = `IMG_224${at}.tif`;
    files.all.set(joinPath(folder.path, name), Buffer.from(content));
    return open.journal.intake.enqueue(foundTiff(folder, content, name)).itemId;
  });
};

const WHOLE = { documents: [JOINED], parts: ['joined', 'joined', 'joined'], joined: 1 };

describe('a program that is killed while pictures are joined and sent', () => {
  it('at any await has one document at the service, and all of them are parts of it', { timeout: 240_000 }, async () => {
    let kill = 0;
    for (let died = true; died && kill < AWAITS_MAX; kill += 1) {
      const ending = await lives([kill]);
      expect({ kill, ...ending }).toMatchObject(WHOLE);
      died = ending.died;
    }
    expect(kill).toBeGreaterThan(15);
    expect(kill).toBeLessThan(AWAITS_MAX);
  });

  it('and killed again during its recovery has one document too', { timeout: 120_000 }, async () => {
    for (const kills of [
      [9, 4],
      [14, 14, 14],
      [19, 8],
      [24, 21, 3],
    ]) {
      expect(await lives(kills)).toMatchObject(WHOLE);
    }
  });
});
