import { join as joinPath } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { pictureKindOf } from '#shared/domain/item/joining/joining.ts';
import { aCompany, aFolder } from '#test/unit/electron/journal/an-open-journal.ts';
import { foundTiff, joinAndSend, JOINED, PAGES } from './an-unfit-scan.ts';
import { AWAITS_MAX, killedLives, type Lived } from './killed-lives.ts';

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
      if (items.some((item) => pictureKindOf(item) !== null)) await joinAndSend(delivery, parts);
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
