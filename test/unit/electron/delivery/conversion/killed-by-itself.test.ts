import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { testConverter } from '#test/support/documents/test-converter.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { aCompany, aFolder, closeQuietly, opened } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService } from '../a-life.ts';
import { deathAfter, slowly } from '../lives.ts';
import { memoryFiles } from '../memory-files.ts';
import { foundTiff, MADE, SCAN, tick } from './an-unfit-scan.ts';

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
  /** Whether the journal named another version than the one that arrived before the first byte left. */
  readonly wasUnsaid: boolean;
};

/** A folder that converts by itself, through several lives; all but the last are killed, and the converter is another `version` after the first. */
async function lives(kills: readonly number[], version = 'made'): Promise<Ending> {
  const file = join(tempFolder(), 'journal.sqlite');
  const [clock, files, service, late] = [virtualClock(), memoryFiles(), aService(), [] as (() => void)[]];
  const converter = testConverter(files);
  let [died, wasUnsaid, itemId, last]: [boolean, boolean, ItemId | null, Ending | null] = [true, false, null, null];
  for (const [life, kill] of [...kills, Number.POSITIVE_INFINITY].entries()) {
    const journal = opened(file, clock);
    const id = (itemId ??= found({ journal, clock, file }, files));
    journal.restart();
    const death = deathAfter(kill);
    const send = slowly(service, late);
    const upload: typeof send = (what, stop) => {
      wasUnsaid ||= journal.items.get(id)?.conversion?.sha256 !== hashOf(what.bytes);
      return send(what, stop);
    };
    const { delivery } = aLife({ clock, journal, files, converter, upload, dies: death.dies, seed: life + 1 });
    void delivery.start();
    await clock.run(() => death.dead() || journal.items.counts().awaiting === 1, 10 * MINUTE_MS);
    died &&= kill === Number.POSITIVE_INFINITY || death.dead();
    const item = journal.items.get(id);
    const documents = [...service.documents.values()].map(({ content }) => content);
    last = { died, documents, state: item?.state.kind, sha256: item?.conversion?.sha256, wasUnsaid };
    death.now();
    closeQuietly(journal);
    for (const arrive of late.splice(0)) arrive();
    converter.version = version;
  }
  if (last === null) throw new Error('there is always a last life');
  return last;
}

function found(open: Parameters<typeof aCompany>[0], files: ReturnType<typeof memoryFiles>): ItemId {
  const folder = aFolder(open, aCompany(open));
  tick(open.journal, folder, { tiff: true });
  files.all.set(join(folder.path, 'scan.tif'), Buffer.from(SCAN));
  return open.journal.intake.enqueue(foundTiff(folder)).itemId;
}

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
