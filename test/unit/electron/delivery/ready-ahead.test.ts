import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, SPOOL, type Service } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

function setUp(upload: Service, parallel: number) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const folder = aFolder(open, aCompany(open));
  const drop = (content: string): void => {
    files.all.set(`${folder.path}/${content}`, Buffer.from(content));
    open.journal.intake.enqueue(aFile(folder, { name: content, content }));
  };
  const copies = (): number => [...files.all.keys()].filter((path) => path.startsWith(SPOOL)).length;
  const life = aLife({ ...open, files, upload, parallel: () => parallel });
  return { ...open, ...life, drop, copies };
}

describe('what comes next', () => {
  it('is ready while all places are taken, a few of them, with no intent written', async () => {
    const service = aService();
    const all = setUp(async (what) => {
      await all.clock.sleep(SECOND_MS);
      return service.take(what);
    }, 2);
    for (let file = 0; file < 9; file += 1) all.drop(`scan ${file}`);
    await all.delivery.start();
    await all.clock.settle();
    expect(all.journal.items.counts()).toMatchObject({ uploading: 2, waiting: 7 });
    expect(all.copies()).toBe(8);
    await all.clock.run(() => all.journal.items.counts().awaiting === 9);
    expect(service.requests).toHaveLength(9);
  });

  it('takes a place when the answer is there, without waiting for the end to be written', async () => {
    let out = 0;
    const held: (() => void)[] = [];
    const all = setUp(async () => {
      out += 1;
      await new Promise<void>((resolve) => held.push(resolve));
      return { kind: 'failed', failure: { kind: 'broken', code: 'CUT', tries: 1 }, retryAfterMs: null };
    }, 1);
    all.drop('first');
    all.drop('second');
    await all.delivery.start();
    await all.clock.settle();
    expect(out).toBe(1);
    let commits = 0;
    all.journal.onChange(() => (commits += 1));
    held[0]?.();
    await all.clock.settle();
    expect(out).toBe(2);
    // The end of the first and the intent of the second, together.
    expect(commits).toBe(1);
  });

  it('stays waiting when the program ends meanwhile, and does not hold the end up', async () => {
    const all = setUp(async (_what, stop) => {
      await all.clock.sleep(60 * MINUTE_MS, stop);
      return { kind: 'failed', failure: { kind: 'broken', code: 'ABORTED', tries: 1 }, retryAfterMs: null };
    }, 1);
    all.drop('under way');
    all.drop('ready');
    await all.delivery.start();
    await all.clock.settle();
    const closing = all.delivery.close(SECOND_MS);
    await all.clock.advance(2 * SECOND_MS);
    await closing;
    const states = all.journal.list.page({ limit: 10 }).items.map(({ name, attempts, state }) => [name, attempts, state.kind]);
    expect(states).toEqual([
      ['ready', 0, 'waiting'],
      ['under way', 1, 'waiting'],
    ]);
  });
});
