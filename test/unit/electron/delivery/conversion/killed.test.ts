import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '#electron/delivery/create-delivery.ts';
import type { Journal } from '#electron/journal/open-journal.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { convertedKindOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { testConverter } from '#test/support/documents/test-converter.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { aCompany, aFolder, closeQuietly, opened } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService } from '../a-life.ts';
import { deathAfter, slowly } from '../lives.ts';
import { memoryFiles } from '../memory-files.ts';
import { convertAndSend, foundTiff, MADE, SCAN } from './an-unfit-scan.ts';

const NEWER = `newer:${SCAN}`;
/** More awaits than one life has. */
const AWAITS_MAX = 120;

type Ending = {
  readonly died: boolean;
  /** What the service has in the end. */
  readonly documents: readonly string[];
  readonly state: string | undefined;
  /** Of what the journal says that it sent in place of the file. */
  readonly sha256: string | undefined;
};

/** A person has a version made and sent in each life, if that is still to be done; all lives but the last are killed, and the converter is another `version` after the first. */
async function lives(kills: readonly number[], version = 'made'): Promise<Ending> {
  const file = join(tempFolder(), 'journal.sqlite');
  const [clock, files, service, late] = [virtualClock(), memoryFiles(), aService(), [] as (() => void)[]];
  const converter = testConverter(files);
  let [died, itemId, last]: [boolean, ItemId | null, Ending | null] = [true, null, null];
  for (const [life, kill] of [...kills, Number.POSITIVE_INFINITY].entries()) {
    const journal = opened(file, clock);
    itemId ??= found({ journal, clock, file }, files);
    const id = itemId;
    journal.restart();
    const death = deathAfter(kill);
    const { delivery } = aLife({ clock, journal, files, converter, upload: slowly(service, late), dies: death.dies, seed: life + 1 });
    void lived(delivery, journal, id);
    await clock.run(() => death.dead() || journal.items.counts().awaiting === 1, 10 * MINUTE_MS);
    died &&= kill === Number.POSITIVE_INFINITY || death.dead();
    const item = journal.items.get(id);
    const documents = [...service.documents.values()].map(({ content }) => content);
    last = { died, documents, state: item?.state.kind, sha256: item?.conversion?.sha256 };
    death.now();
    closeQuietly(journal);
    for (const arrive of late.splice(0)) arrive();
    converter.version = version;
  }
  if (last === null) throw new Error('there is always a last life');
  return last;
}

async function lived(delivery: Delivery, journal: Journal, itemId: ItemId): Promise<void> {
  await delivery.start();
  const item = journal.items.get(itemId);
  if (item !== null && convertedKindOf(item) !== null) await convertAndSend(delivery, itemId);
}

function found(open: Parameters<typeof aCompany>[0], files: ReturnType<typeof memoryFiles>): ItemId {
  const folder = aFolder(open, aCompany(open));
  files.all.set(join(folder.path, 'scan.tif'), Buffer.from(SCAN));
  return open.journal.intake.enqueue(foundTiff(folder)).itemId;
}

describe('a program that is killed while a version is made and sent', () => {
  it('at any await has one document at the service, with the very bytes that were agreed to', { timeout: 120_000 }, async () => {
    let kill = 0;
    for (let died = true; died && kill < AWAITS_MAX; kill += 1) {
      const ending = await lives([kill]);
      expect({ kill, ...ending }).toMatchObject({ documents: [MADE] });
      died = ending.died;
    }
    expect(kill).toBeGreaterThan(15);
    expect(kill).toBeLessThan(AWAITS_MAX);
  });

  it('and killed again during its recovery has one document too', { timeout: 120_000 }, async () => {
    for (const kills of [
      [9, 4],
      [12, 12, 12],
      [17, 8],
      [22, 19, 3],
    ]) {
      expect(await lives(kills)).toMatchObject({ documents: [MADE] });
    }
  });

  it('with a newer converter when it comes back has one document or a question, and says of it what is there', {
    timeout: 120_000,
  }, async () => {
    const hashes = new Map([MADE, NEWER].map((content) => [createHash('sha256').update(content).digest('hex'), content]));
    const ends = new Set<string | undefined>();
    for (let kill = 3; kill < 60; kill += 2) {
      const { documents, state, sha256 } = await lives([kill], 'newer');
      const claimed = hashes.get(sha256 ?? '');
      expect({ kill, documents, state }).toEqual({ kill, documents: [expect.stringMatching(/^(made|newer):/)], state: 'awaiting' });
      expect({ kill, is: documents[0] }).toEqual({ kill, is: claimed });
      ends.add(claimed);
    }
    expect(ends).toEqual(new Set([MADE, NEWER]));
  });
});
