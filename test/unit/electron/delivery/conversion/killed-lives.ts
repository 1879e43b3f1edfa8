import { join } from 'node:path';
import type { Delivery } from '#electron/delivery/create-delivery.ts';
import type { Journal } from '#electron/journal/open-journal.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { testConverter } from '#test/support/documents/test-converter.ts';
import { tempFolder } from '#test/support/folders.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { closeQuietly, type OpenJournal, opened } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, deathAfter, type Service, slowly } from '../a-life.ts';
import { memoryFiles } from '../memory-files.ts';

/** More awaits than one life has. */
export const AWAITS_MAX = 160;

export type Lived<Found, Ending> = {
  /** Number of awaits after which each life ends; one more life follows that is not killed. */
  readonly kills: readonly number[];
  /** What the converter makes after the first life. */
  readonly version?: string;
  /** Puts what is found into the first life's journal, and its files on the disk. */
  readonly find: (open: OpenJournal, files: ReturnType<typeof memoryFiles>) => Found;
  /** What is done in each life, if that is still to be done. */
  readonly live: (delivery: Delivery, journal: Journal, found: Found) => Promise<void>;
  /** Told of each upload as it begins. */
  readonly sees?: (bytes: Uint8Array, journal: Journal, found: Found) => void;
  readonly ending: (journal: Journal, found: Found) => Ending;
};

/** One profile, one disk and one service through several lives of the program; all but the last are killed. */
export async function killedLives<Found, Ending>({ kills, version = 'made', find, live, sees, ending }: Lived<Found, Ending>) {
  const file = join(tempFolder(), 'journal.sqlite');
  const [clock, files, service, late] = [virtualClock(), memoryFiles(), aService(), [] as (() => void)[]];
  const converter = testConverter(files);
  const first = opened(file, clock);
  const found = find({ journal: first, clock, file }, files);
  closeQuietly(first);
  let died = true;
  let last: Ending | null = null;
  for (const [life, kill] of [...kills, Number.POSITIVE_INFINITY].entries()) {
    const journal = opened(file, clock);
    journal.restart();
    const death = deathAfter(kill);
    const send = slowly(service, late);
    const upload: Service = (what, stop) => {
      sees?.(what.bytes, journal, found);
      return send(what, stop);
    };
    const { delivery } = aLife({ clock, journal, files, converter, upload, dies: death.dies, seed: life + 1 });
    void live(delivery, journal, found);
    await clock.run(() => death.dead() || journal.items.counts().awaiting === 1, 10 * MINUTE_MS);
    died &&= kill === Number.POSITIVE_INFINITY || death.dead();
    last = ending(journal, found);
    death.now();
    closeQuietly(journal);
    for (const arrive of late.splice(0)) arrive();
    converter.version = version;
  }
  if (last === null) throw new Error('there is always a last life');
  // `died`: every kill came before its life had nothing more to do.
  return { died, documents: [...service.documents.values()].map(({ content }) => content), ...last };
}
