import { describe, expect, it } from 'vitest';
import type { DeliveryStore } from '#electron/delivery/store.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aLife, aService, SPOOL } from '#test/unit/electron/delivery/a-life.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from '#test/unit/electron/journal/an-open-journal.ts';

function setUp(change: (store: DeliveryStore) => DeliveryStore = (store) => store) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const folder = aFolder(open, aCompany(open));
  files.all.set(`${folder.path}/scan.pdf`, Buffer.from('some bytes'));
  const { itemId } = open.journal.intake.enqueue(aFile(folder));
  const service = aService();
  const journal = { ...open.journal, delivery: change(open.journal.delivery) };
  const life = aLife({ ...open, journal, files, upload: async (what) => service.take(what) });
  return { ...open, ...life, files, itemId, service };
}

/** Throws, as SQLite does on a full disk, while `full` returns true. */
function refusing(full: () => boolean, name: 'begin' | 'end') {
  const refuse = (call: 'begin' | 'end'): void => {
    if (call === name && full()) throw new Error('database or disk is full');
  };
  return (store: DeliveryStore): DeliveryStore => ({
    ...store,
    begin: (...args) => {
      refuse('begin');
      return store.begin(...args);
    },
    end: (...args) => {
      refuse('end');
      return store.end(...args);
    },
  });
}

describe('a full disk', () => {
  it('that does not take the private copy keeps the file waiting, and nothing is sent', async () => {
    const all = setUp();
    all.files.full = { kind: 'full', code: 'ENOSPC' };
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toEqual([]);
    const { state } = item(all, all.itemId);
    expect(state).toMatchObject({ kind: 'waiting', last: { kind: 'spool', code: 'ENOSPC' } });
    expect(state.kind === 'waiting' && state.last?.kind === 'spool' ? state.last.tries : 0).toBeGreaterThan(2);
    all.files.full = null;
    await all.clock.run(() => all.service.requests.length > 0);
    expect(item(all, all.itemId)).toMatchObject({ attempts: 1, state: { kind: 'awaiting' } });
  });

  it('that does not take the intent lets no byte leave until it does', async () => {
    let full = true;
    const all = setUp(refusing(() => full, 'begin'));
    await all.delivery.start();
    await all.clock.advance(10 * MINUTE_MS);
    expect(all.service.requests).toEqual([]);
    full = false;
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toHaveLength(1);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
  });

  it('that does not take the answer keeps the answer and the copy, and does not ask the service twice', async () => {
    let full = true;
    const all = setUp(refusing(() => full, 'end'));
    await all.delivery.start();
    await all.clock.advance(10 * MINUTE_MS);
    expect(item(all, all.itemId).state.kind).toBe('uploading');
    expect([...all.files.all.keys()].some((path) => path.startsWith(SPOOL))).toBe(true);
    full = false;
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toHaveLength(1);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
  });
});
