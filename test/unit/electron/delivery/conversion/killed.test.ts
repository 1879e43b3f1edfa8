import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { aCompany, aFolder } from '#test/unit/electron/journal/an-open-journal.ts';
import { convertAndSend, foundTiff, MADE, SCAN } from './an-unfit-scan.ts';
import { AWAITS_MAX, killedLives, type Lived } from './killed-lives.ts';

const NEWER = `newer:${SCAN}`;

/** `sha256`: of what the journal says that it sent in place of the file. */
type Ending = { readonly state: string | undefined; readonly sha256: string | undefined };

/** A person has a version made and sent in each life, if that is still to be done; the converter is another `version` after the first one. */
function lives(kills: readonly number[], version = 'made') {
  return killedLives<ItemId, Ending>({
    kills,
    version,
    find: found,
    live: async (delivery, journal, itemId) => {
      await delivery.start();
      const item = journal.items.get(itemId);
      if (item !== null && versionSourceOf(item) !== null) await convertAndSend(delivery, itemId);
    },
    ending: (journal, itemId) => {
      const item = journal.items.get(itemId);
      return { state: item?.state.kind, sha256: item?.conversion?.sha256 };
    },
  });
}

const found: Lived<ItemId, Ending>['find'] = (open, files) => {
  const folder = aFolder(open, aCompany(open));
  files.all.set(join(folder.path, 'scan.tif'), Buffer.from(SCAN));
  return open.journal.intake.enqueue(foundTiff(folder)).itemId;
};

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
