import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { aCompany, aFolder } from '#test/unit/electron/journal/an-open-journal.ts';
import { foundTiff, MADE, SCAN, tick } from './an-unfit-scan.ts';
import { AWAITS_MAX, killedLives, type Lived } from './killed-lives.ts';

const NEWER = `newer:${SCAN}`;

/**
 * `sha256`: of what the journal says that it sent in place of the file. `wasUnsaid`: it named another version than the one that arrived before the first
 * byte left.
 */
type Ending = { readonly state: string | undefined; readonly sha256: string | undefined; readonly wasUnsaid: boolean };

/** A folder that converts by itself; the converter is another `version` after the first life. */
function lives(kills: readonly number[], version = 'made') {
  let wasUnsaid = false;
  return killedLives<ItemId, Ending>({
    kills,
    version,
    find: found,
    live: (delivery) => delivery.start(),
    sees: (bytes, journal, itemId) => {
      wasUnsaid ||= journal.items.get(itemId)?.conversion?.sha256 !== hashOf(bytes);
    },
    ending: (journal, itemId) => {
      const item = journal.items.get(itemId);
      return { state: item?.state.kind, sha256: item?.conversion?.sha256, wasUnsaid };
    },
  });
}

const found: Lived<ItemId, Ending>['find'] = (open, files) => {
  const folder = aFolder(open, aCompany(open));
  tick(open.journal, folder, { tiff: true });
  files.all.set(join(folder.path, 'scan.tif'), Buffer.from(SCAN));
  return open.journal.intake.enqueue(foundTiff(folder)).itemId;
};

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

describe('a program that is killed while a folder’s documents are converted by themselves', () => {
  it('at any await has one document at the service, which the journal named before it left', { timeout: 120_000 }, async () => {
    let kill = 0;
    for (let died = true; died && kill < AWAITS_MAX; kill += 1) {
      const ending = await lives([kill]);
      expect({ kill, ...ending }).toMatchObject({ documents: [MADE], state: 'awaiting', sha256: hashOf(MADE), wasUnsaid: false });
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
      expect(await lives(kills)).toMatchObject({ documents: [MADE], wasUnsaid: false });
    }
  });

  it('with a newer converter when it comes back has one document, and says of it what is there', { timeout: 120_000 }, async () => {
    const hashes = new Map([MADE, NEWER].map((content) => [hashOf(content), content]));
    const ends = new Set<string | undefined>();
    for (let kill = 3; kill < 60; kill += 2) {
      const { documents, state, sha256, wasUnsaid } = await lives([kill], 'newer');
      expect({ kill, documents, state, wasUnsaid }).toEqual({
        kill,
        documents: [hashes.get(sha256 ?? '')],
        state: 'awaiting',
        wasUnsaid: false,
      });
      ends.add(documents[0]);
    }
    expect(ends).toEqual(new Set([MADE, NEWER]));
  });
});
