import { join as joinPath } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '#electron/delivery/create-delivery.ts';
import type { Journal } from '#electron/journal/open-journal.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { pictureKindOf } from '#shared/domain/item/joining/joining.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { testConverter } from '#test/support/documents/test-converter.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { aCompany, aFolder, closeQuietly, opened } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService } from '../a-life.ts';
import { deathAfter, slowly } from '../lives.ts';
import { memoryFiles } from '../memory-files.ts';
import { foundTiff } from './an-unfit-scan.ts';
import { joinAndSend, JOINED, PAGES } from './pictures-to-join.ts';

/** More awaits than one life has. */
const AWAITS_MAX = 160;

type Ending = {
  readonly died: boolean;
  /** What the service has in the end. */
  readonly documents: readonly string[];
  /** Of the parts, what they are and where they went: all the same, or something is torn. */
  readonly parts: readonly string[];
  readonly joined: number;
};

/** A person has three pictures joined and sent in each life, if that is still to be done; all lives but the last are killed. */
async function lives(kills: readonly number[]): Promise<Ending> {
  const file = joinPath(tempFolder(), 'journal.sqlite');
  const [clock, files, service, late] = [virtualClock(), memoryFiles(), aService(), [] as (() => void)[]];
  const converter = testConverter(files);
  let [died, parts, last]: [boolean, readonly ItemId[], Ending | null] = [true, [], null];
  for (const [life, kill] of [...kills, Number.POSITIVE_INFINITY].entries()) {
    const journal = opened(file, clock);
    if (life === 0) parts = found({ journal, clock, file }, files);
    journal.restart();
    const death = deathAfter(kill);
    const { delivery } = aLife({ clock, journal, files, converter, upload: slowly(service, late), dies: death.dies, seed: life + 1 });
    void lived(delivery, journal, parts);
    await clock.run(() => death.dead() || journal.items.counts().awaiting === 1, 10 * MINUTE_MS);
    died &&= kill === Number.POSITIVE_INFINITY || death.dead();
    last = { died, ...endingOf(journal, parts), documents: [...service.documents.values()].map(({ content }) => content) };
    death.now();
    closeQuietly(journal);
    for (const arrive of late.splice(0)) arrive();
  }
  if (last === null) throw new Error('there is always a last life');
  return last;
}

async function lived(delivery: Delivery, journal: Journal, parts: readonly ItemId[]): Promise<void> {
  await delivery.start();
  const items = parts.flatMap((itemId) => journal.items.get(itemId) ?? []);
  if (items.some((item) => pictureKindOf(item) !== null)) await joinAndSend(delivery, parts);
}

function endingOf(journal: Journal, parts: readonly ItemId[]): Pick<Ending, 'parts' | 'joined'> {
  const states = parts.map((itemId) => journal.items.get(itemId)?.state);
  const { awaiting } = journal.items.counts();
  return { parts: states.map((state) => (state?.kind === 'aside' ? state.why : String(state?.kind))), joined: awaiting };
}

function found(open: Parameters<typeof aCompany>[0], files: ReturnType<typeof memoryFiles>): readonly ItemId[] {
  const folder = aFolder(open, aCompany(open));
  return PAGES.map((content, at) => {
    const name = `IMG_224${at}.tif`;
    files.all.set(joinPath(folder.path, name), Buffer.from(content));
    return open.journal.intake.enqueue(foundTiff(folder, content, name)).itemId;
  });
}

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
