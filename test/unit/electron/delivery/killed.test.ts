import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { aCompany, aFolder } from '#test/unit/electron/journal/an-open-journal.ts';
import { convertAndSend, foundTiff, MADE, SCAN, tick } from './conversion/an-unfit-scan.ts';
import { AWAITS_MAX, killedLives, type Lived } from './conversion/killed-lives.ts';
import { CONTENTS, lives } from './a-life.ts';

const NEWER = `newer:${SCAN}`;

/** `sha256`: of what the journal says that it sent in place of the file. */
type Ending = { readonly state: string | undefined; readonly sha256: string | undefined };

/** A user has a version made and sent in each life, if that is still to be done; the converter is another `version` after the first one. */
function agreedLives(kills: readonly number[], version = 'made') {
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
      const ending = await agreedLives([kill]);
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
      expect(await agreedLives(kills)).toMatchObject({ documents: [MADE] });
    }
  });

  it('with a newer converter when it comes back has one document or a question, and says of it what is there', {
    timeout: 120_000,
  }, async () => {
    const hashes = new Map([MADE, NEWER].map((content) => [createHash('sha256').update(content).digest('hex'), content]));
    const ends = new Set<string | undefined>();
    for (let kill = 3; kill < 60; kill += 2) {
      const { documents, state, sha256 } = await agreedLives([kill], 'newer');
      const claimed = hashes.get(sha256 ?? '');
      expect({ kill, documents, state }).toEqual({ kill, documents: [expect.stringMatching(/^(made|newer):/)], state: 'awaiting' });
      expect({ kill, is: documents[0] }).toEqual({ kill, is: claimed });
      ends.add(claimed);
    }
    expect(ends).toEqual(new Set([MADE, NEWER]));
  });
});

/**
 * `sha256`: of what the journal says that it sent in place of the file. `wasUnsaid`: it named another version than the one that arrived before the first
 * byte left.
 */
type FolderEnding = { readonly state: string | undefined; readonly sha256: string | undefined; readonly wasUnsaid: boolean };

/** A folder that converts by itself; the converter is another `version` after the first life. */
function folderLives(kills: readonly number[], version = 'made') {
  let wasUnsaid = false;
  return killedLives<ItemId, FolderEnding>({
    kills,
    version,
    find: foundInFolder,
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

const foundInFolder: Lived<ItemId, FolderEnding>['find'] = (open, files) => {
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
      const ending = await folderLives([kill]);
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
      expect(await folderLives(kills)).toMatchObject({ documents: [MADE], wasUnsaid: false });
    }
  });

  it('with a newer converter when it comes back has one document, and says of it what is there', { timeout: 120_000 }, async () => {
    const hashes = new Map([MADE, NEWER].map((content) => [hashOf(content), content]));
    const ends = new Set<string | undefined>();
    for (let kill = 3; kill < 60; kill += 2) {
      const { documents, state, sha256, wasUnsaid } = await folderLives([kill], 'newer');
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

/** More awaits than one life with three files has; the loop ends at the first life that is not cut off. */
const KILL_AWAITS_MAX = 200;

describe('a program that is killed', () => {
  it('at any await has every file at the service once in the end, and no reference that names two contents', async () => {
    let kill = 0;
    for (let died = true; died && kill < KILL_AWAITS_MAX; kill += 1) {
      const ending = await lives({ kills: [kill] });
      expect({ kill, ...ending }).toMatchObject({ documents: CONTENTS, counts: { awaiting: CONTENTS.length, waiting: 0, uploading: 0 } });
      died = ending.died;
    }
    expect(kill).toBeGreaterThan(20);
    expect(kill).toBeLessThan(KILL_AWAITS_MAX);
  });

  it('and killed again during its recovery loses nothing either', async () => {
    for (const kills of [
      [9, 4],
      [12, 12, 12],
      [17, 8],
      [22, 19, 3],
      [26, 3, 9],
    ]) {
      expect(await lives({ kills })).toMatchObject({ documents: CONTENTS, counts: { awaiting: CONTENTS.length } });
    }
  });

  it('with its files edited before it comes back sends the old bytes or nothing, and settles what had begun', async () => {
    for (let kill = 4; kill < 40; kill += 3) {
      const { documents, counts } = await lives({ kills: [kill], edited: true });
      expect(documents.filter((content) => !CONTENTS.includes(content))).toEqual([]);
      // The journal knows every document at the service: the copy resolved it.
      expect({ kill, awaiting: counts.awaiting }).toEqual({ kill, awaiting: documents.length });
    }
  });
});
