import { describe, expect, it } from 'vitest';
import { copiesAhead } from '#electron/delivery/copies-ahead.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { recordingLog, seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, type Service, SPOOL } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';
import { dueNow } from '#electron/delivery/pacing.ts';

function setUp() {
  const clock = virtualClock();
  const stop = new AbortController();
  const back: string[] = [];
  let names = 0;
  const spool = {
    take: () => `/spool/${(names += 1)}`,
    keep: async () => undefined,
    drop: async () => undefined,
    giveBack: async (path: string, as: string) => void back.push(`${path} ${as}`),
  };
  const ahead = copiesAhead({ clock, random: seededRandom(1), spool, stop: stop.signal, isLow: () => false });
  const keep = (count: number, bytes = 1_000_000): readonly ItemId[] =>
    Array.from({ length: count }, () => {
      const to = ahead.take();
      if (to === null) throw new Error('there is no room');
      ahead.keep({ ...to, bytes });
      return to.itemId;
    });
  /** Whether a caller that brings another copy now is admitted at once. */
  const letIn = async (): Promise<boolean> => {
    let isIn = false;
    void Promise.resolve(ahead.waitForCapacity()).then(() => (isIn = true));
    await clock.settle();
    return isIn;
  };
  return { clock, stop, ahead, back, keep, letIn };
}

describe('copies that lie ahead of the uploads', () => {
  it('let whoever brings more wait while there are enough, until some were sent', async () => {
    const { clock, ahead, keep } = setUp();
    keep(11);
    expect(ahead.waitForCapacity()).toBeNull();
    const [first, second] = keep(2);
    if (first === undefined || second === undefined) throw new Error('two were kept');
    let isIn = false;
    void ahead.waitForCapacity()?.then(() => (isIn = true));
    ahead.left(first);
    await clock.settle();
    expect(isIn).toBe(false);
    ahead.left(second);
    await clock.settle();
    expect(isIn).toBe(true);
    expect(clock.monotonicMs()).toBe(0);
  });

  it('are bounded in number and in room, and what is given back makes room', () => {
    const { ahead, back, keep } = setUp();
    keep(23);
    const to = ahead.take();
    expect([to === null, ahead.take()]).toEqual([false, null]);
    if (to !== null) ahead.giveBack(to, 'doubtful');
    expect(back).toEqual(['/spool/24 doubtful']);
    expect(ahead.take()).not.toBeNull();
    const large = setUp();
    const [one] = large.keep(7, 5_000_000);
    expect(large.ahead.take()).toBeNull();
    if (one !== undefined) large.ahead.left(one);
    expect(large.ahead.take()).not.toBeNull();
  });

  it('let all come where nothing is sent for a second, and wait again when something was', async () => {
    const { clock, ahead, keep, letIn } = setUp();
    const [first] = keep(14);
    expect(await letIn()).toBe(false);
    await clock.advance(SECOND_MS);
    expect([await letIn(), await letIn()]).toEqual([true, true]);
    if (first !== undefined) ahead.left(first);
    expect(await letIn()).toBe(false);
  });

  it('hold nobody up half a minute after the first had to wait, until all were sent', async () => {
    const { clock, ahead, keep, letIn } = setUp();
    const all = [...keep(14)];
    for (let seconds = 0; seconds < 30; seconds += 1) {
      expect(await letIn()).toBe(false);
      ahead.left(all.shift() as ItemId);
      all.push(...keep(1));
      await clock.advance(SECOND_MS);
    }
    expect(await letIn()).toBe(true);
    for (const itemId of all) ahead.left(itemId);
    keep(14);
    expect(await letIn()).toBe(false);
  });

  it('let everybody go on at the end of the program', async () => {
    const { clock, stop, ahead, keep, letIn } = setUp();
    keep(14);
    let isIn = false;
    void ahead.waitForCapacity()?.then(() => (isIn = true));
    stop.abort();
    await clock.settle();
    expect([isIn, await letIn(), clock.monotonicMs()]).toEqual([true, true, 0]);
  });
});

function setUpForReadyAhead(upload: Service, parallel: number) {
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
    const all = setUpForReadyAhead(async (what) => {
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
    const all = setUpForReadyAhead(async () => {
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
    const all = setUpForReadyAhead(async (_what, stop) => {
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

it('a disk that takes nothing is told in the log, and brings nothing down', () => {
  const { clock, journal } = anOpenJournal();
  const log = recordingLog();
  const { makeAllDueNow } = dueNow({ clock, log, store: journal.delivery, isClosed: () => false });
  // A journal that is closed fails every write, as one on a broken disk does.
  journal.close();
  expect(makeAllDueNow).not.toThrow();
  expect(log.text()).toContain('what waits was not made due');
});
