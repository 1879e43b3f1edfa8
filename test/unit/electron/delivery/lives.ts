import { join } from 'node:path';
import type { Counts } from '#shared/domain/standing.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, closeQuietly, opened } from '#test/unit/electron/journal/an-open-journal.ts';
import { liesBelow } from '#test/support/disks/path-map.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { aLife, aService, type Service } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

export const CONTENTS: readonly string[] = ['one', 'three', 'two'];

export type Lives = {
  /** Number of awaits after which each life ends; one more life follows that is not killed. */
  readonly kills: readonly number[];
  /** Files that are still in the folder are edited between the lives. */
  readonly edited?: boolean;
};

export type Ending = {
  /** Every kill came before its life had nothing more to do. */
  readonly died: boolean;
  /** What the service has in the end, one entry per document. */
  readonly documents: readonly string[];
  readonly counts: Counts;
};

/** One profile, one disk and one service through several lives of the program; all but the last are killed midway. */
export async function lives({ kills, edited = false }: Lives): Promise<Ending> {
  const file = join(tempFolder(), 'journal.sqlite');
  const clock = virtualClock();
  const files = memoryFiles();
  const service = aService();
  const late: (() => void)[] = [];
  const upload = slowly(service, late);
  let died = true;
  let counts: Counts | null = null;
  for (const [life, kill] of [...kills, Number.POSITIVE_INFINITY].entries()) {
    const journal = opened(file, clock);
    if (life === 0) drop({ journal, clock, file }, files);
    else if (edited) edit(files);
    journal.restart();
    const death = deathAfter(kill);
    const { delivery } = aLife({ clock, journal, files, upload, parallel: () => 2, dies: death.dies });
    void delivery.start();
    await clock.run(() => death.dead() || journal.items.counts().awaiting === CONTENTS.length, 10 * MINUTE_MS);
    died &&= kill === Number.POSITIVE_INFINITY || death.dead();
    counts = journal.items.counts();
    death.now();
    closeQuietly(journal);
    // Requests on their way when the process died arrive after it.
    for (const arrive of late.splice(0)) arrive();
  }
  if (counts === null) throw new Error('there is always a last life');
  return { died, documents: [...service.documents.values()].map(({ content }) => content).sort(), counts };
}

/** Two more awaits, between which the service records: the request can be lost, and so can its answer. */
export function slowly(service: ReturnType<typeof aService>, late: (() => void)[]): Service {
  return async (what) => {
    await Promise.resolve();
    const outcome = service.take(what);
    late.push(() => service.take(what));
    await Promise.resolve();
    return outcome;
  };
}

function drop(open: Parameters<typeof aCompany>[0], files: ReturnType<typeof memoryFiles>): void {
  const folder = aFolder(open, aCompany(open));
  for (const content of CONTENTS) {
    files.all.set(`${folder.path}/${content}`, Buffer.from(content));
    open.journal.intake.enqueue(aFile(folder, { name: content, content }));
  }
}

function edit(files: ReturnType<typeof memoryFiles>): void {
  for (const path of files.all.keys()) if (liesBelow(path, '/scans')) files.all.set(path, Buffer.from('edited'));
}

export function deathAfter(awaits: number) {
  let left = awaits;
  let dead = false;
  return {
    dies: () => {
      left -= 1;
      dead ||= left < 0;
      return dead;
    },
    dead: () => dead,
    now: () => {
      dead = true;
    },
  };
}
