import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Upload } from '#electron/delivery/upload.ts';
import { aCompany, aFile, aFolder, closeQuietly, opened } from '#test/unit/electron/journal/an-open-journal.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { aLife, aService } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

const CONTENTS = ['one', 'two', 'three'];
/** More awaits than one run of three files has; the loop ends when a run was not killed. */
const AWAITS_MAX = 200;

/** Runs in lives that are killed at the given await each, then in one that lives on; says whether every kill happened. */
async function livesKilledAt(kills: readonly number[], edit: boolean): Promise<boolean> {
  const file = join(tempFolder(), 'journal.sqlite');
  const clock = virtualClock();
  const files = memoryFiles();
  const service = aService();
  const late: (() => void)[] = [];
  const upload: Upload = async (what) => {
    // Two awaits more, between which the service records: the request can be lost, and so can its answer.
    await Promise.resolve();
    const outcome = service.take(what);
    late.push(() => service.take(what));
    await Promise.resolve();
    return outcome;
  };
  let all = true;
  for (const [life, kill] of [...kills, Number.POSITIVE_INFINITY].entries()) {
    const journal = opened(file, clock);
    const open = { journal, clock, file };
    if (life === 0) {
      const folder = aFolder(open, aCompany(open));
      for (const content of CONTENTS) {
        files.all.set(`/scans/purchase-invoices/${content}`, Buffer.from(content));
        journal.intake.enqueue(aFile(folder, { name: content, content }));
      }
    }
    // A file that was on its way when the power went is edited before the next start.
    else if (edit) for (const path of files.all.keys()) if (path.startsWith('/scans')) files.all.set(path, Buffer.from('edited'));
    journal.restart();
    let awaits = 0;
    let dead = false;
    const dies = (): boolean => {
      awaits += 1;
      dead ||= awaits > kill;
      return dead;
    };
    const { delivery } = aLife({ clock, journal, files, upload, parallel: () => 2, dies });
    void delivery.start();
    await clock.run(() => dead || journal.items.counts().awaiting === CONTENTS.length, 10 * 60_000);
    all &&= kill === Number.POSITIVE_INFINITY || dead;
    if (kill === Number.POSITIVE_INFINITY && !edit) expect(journal.items.counts()).toMatchObject({ awaiting: CONTENTS.length, waiting: 0 });
    if (edit)
      for (const [reference, { content }] of service.documents) expect([reference, CONTENTS.includes(content)]).toEqual([reference, true]);
    dead = true;
    closeQuietly(journal);
    // What was on its way when the process died arrives after it.
    for (const arrive of late.splice(0)) arrive();
  }
  expect(service.documents.size).toBeLessThanOrEqual(CONTENTS.length);
  if (!edit) expect(new Set([...service.documents.values()].map(({ content }) => content))).toEqual(new Set(CONTENTS));
  return all;
}

describe('a process that is killed', () => {
  it('at any await: every file ends at the service once, and no reference names two contents', async () => {
    let kill = 0;
    while (kill < AWAITS_MAX && (await livesKilledAt([kill], false))) kill += 1;
    expect(kill).toBeGreaterThan(20);
    expect(kill).toBeLessThan(AWAITS_MAX);
  }, 120_000);

  it('and again during its recovery loses nothing either', async () => {
    for (const [first, second] of [
      [9, 4],
      [12, 12],
      [17, 8],
      [22, 19],
      [26, 3],
    ] as const) {
      await livesKilledAt([first, second, first], false);
    }
  }, 120_000);

  it('with the files edited before it comes back never sends the new bytes as the old document', async () => {
    for (let kill = 4; kill < 40; kill += 3) await livesKilledAt([kill], true);
  }, 120_000);
});
