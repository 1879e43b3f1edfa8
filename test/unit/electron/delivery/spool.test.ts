import { win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyHeader } from '#shared/domain/folder/copy-header.ts';
import { spool, type Spool } from '#electron/delivery/spool.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { memoryFiles } from './memory-files.ts';
import { copyBudget, LEFT_BYTES, LOW_BYTES } from '#electron/delivery/copy-slots.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Digest } from '#shared/lib/digest.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, SPOOL } from './a-life.ts';

const FOLDER = '/profile/spool';
const [A, B] = ['aaaaaaaa-0000-4000-8000-000000000001' as ItemId, 'bbbbbbbb-0000-4000-8000-000000000002' as ItemId];

/** Several lives of one disk. */
function setUp(files = memoryFiles()) {
  const random = seededRandom(5);
  const life = async (wanted: readonly ItemId[] = []) => {
    const copies = spool({ files, random, folder: FOLDER, isLow: () => files.free === 0 });
    await copies.tidy((itemId) => wanted.includes(itemId));
    return copies;
  };
  return { files, random, life, paths: () => [...files.all.keys()] };
}

/** As the reader does. */
async function write(files: ReturnType<typeof memoryFiles>, copies: Spool, itemId: ItemId, text: string): Promise<void> {
  const path = copies.take();
  await files.writeOver(path, [copyHeader(itemId, text.length), Buffer.from(text)]);
  await copies.keep(itemId, { path, bytes: text.length });
}

/** Stands for a comparison by hash. */
const is = (text: string) => async (bytes: Uint8Array) => Buffer.from(bytes).toString() === text;
const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString());

describe('private copies', () => {
  it('are written over what is not needed any more, and read without what was longer', async () => {
    const { files, life, paths } = setUp();
    const copies = await life();
    await write(files, copies, A, 'a long one of an item that is received');
    await copies.drop(A);
    const [path] = paths();
    await write(files, copies, B, 'short');
    expect(paths()).toEqual([path]);
    expect(textOf(await copies.read(B, is('short')))).toBe('short');
    expect(await copies.read(A, async () => true)).toBeNull();
  });

  it('do not lie idle where room is low', async () => {
    const { files, life, paths } = setUp();
    const copies = await life();
    await write(files, copies, A, 'received');
    files.free = 0;
    await copies.drop(A);
    expect(paths()).toEqual([]);
  });

  it('are found by the next life, which removes what nobody wants', async () => {
    const { files, life, paths } = setUp();
    const first = await life();
    await write(files, first, A, 'under way');
    await write(files, first, B, 'received');
    const second = await life([A]);
    expect(textOf(await second.read(A, is('under way')))).toBe('under way');
    expect(paths()).toHaveLength(1);
  });

  it('never take the room of one that is wanted', async () => {
    const { files, life } = setUp();
    await write(files, await life(), A, 'under way');
    const second = await life([A]);
    for (let round = 0; round < 3; round += 1) {
      await write(files, second, B, 'another one');
      await second.drop(B);
    }
    expect(textOf(await second.read(A, is('under way')))).toBe('under way');
  });

  it('are none when a power cut left half of the old one, or no header', async () => {
    const { files, life, paths } = setUp();
    const first = await life();
    await write(files, first, A, 'whole');
    const [path = ''] = paths();
    const half = Buffer.from(files.all.get(path) ?? '');
    files.all.set(path, Buffer.concat([half.subarray(0, -2), Buffer.from('??')]));
    files.all.set(`${FOLDER}/cut`, Buffer.from('intray-co'));
    const second = await life([A]);
    expect(await second.read(A, is('whole'))).toBeNull();
    expect(paths()).toEqual([path]);
    await write(files, second, A, 'whole');
    expect(textOf(await second.read(A, is('whole')))).toBe('whole');
  });

  it('that another program has open just then, which Windows lets nobody remove, are removed by the next life', async () => {
    const { files, life, paths } = setUp(memoryFiles(win32));
    const first = await life();
    await write(files, first, A, 'received');
    const [path = ''] = paths();
    files.open.set(path.toUpperCase(), 1);
    await first.drop(A);
    await first.rest();
    expect(paths()).toEqual([path]);
    await life();
    expect(paths()).toEqual([]);
  });

  it('of an older version, a file each, are still read', async () => {
    const { files, life } = setUp();
    files.all.set(`${FOLDER}/${A}`, Buffer.from('as it was'));
    expect(textOf(await (await life([A])).read(A, is('as it was')))).toBe('as it was');
  });

  it('leave nothing behind when all is at rest, and are found again when the start could not list them', async () => {
    const { files, random, life, paths } = setUp();
    await write(files, await life(), A, 'under way');
    let away = true;
    const list: typeof files.list = (path) =>
      away ? Promise.resolve({ ok: false, failure: { kind: 'other', code: 'EIO' } }) : files.list(path);
    const copies = spool({ files: { ...files, list }, random, folder: FOLDER, isLow: () => files.free === 0 });
    await copies.tidy((itemId) => itemId === A);
    await write(files, copies, B, 'new');
    expect(await copies.read(A, is('under way'))).toBeNull();
    away = false;
    expect(textOf(await copies.read(A, is('under way')))).toBe('under way');
    expect(textOf(await copies.read(B, is('new')))).toBe('new');
    await Promise.all([copies.drop(A), copies.drop(B)]);
    await copies.rest();
    expect(paths()).toEqual([]);
  });
});

/** `idle` bytes become free when idle copies are given back, `log` bytes when the journal's log is shrunk. */
function aRoom({ free, idle = 0, log = 0 }: { readonly free: number | null; readonly idle?: number; readonly log?: number }) {
  const [clock, files] = [virtualClock(), memoryFiles()];
  const asked: string[] = [];
  files.free = free;
  const more = (bytes: number, what: string): void => {
    asked.push(what);
    if (files.free !== null) files.free += bytes;
  };
  const room = copyBudget({ clock, files, folder: SPOOL, giveBack: async () => more(idle, 'idle'), shrinkLog: () => more(log, 'log') });
  return { clock, files, asked, room };
}

describe('the room for copies', () => {
  it('is not limited where there is plenty, or where nobody tells', async () => {
    for (const free of [LOW_BYTES, null]) {
      const { asked, room } = aRoom({ free });
      await room.look();
      expect([room.isLow(), room.bytesAhead(), await room.takes(5_000_000), asked]).toEqual([false, Number.POSITIVE_INFINITY, true, []]);
    }
  });

  it('is low below a reserve: idle copies are given back, and half of what is free may be under way', async () => {
    const { asked, room, clock, files } = aRoom({ free: LOW_BYTES - 2 });
    await room.look();
    expect([room.isLow(), room.bytesAhead(), asked]).toEqual([true, LOW_BYTES / 2 - 1, ['idle']]);
    files.free = LOW_BYTES;
    await room.look();
    expect(room.isLow()).toBe(true);
    await clock.advance(SECOND_MS);
    await room.look();
    expect(room.isLow()).toBe(false);
  });

  it('takes no copy that leaves the journal less than its room, before all was given back that can be', async () => {
    const bytes = 1_000_000;
    expect(await aRoom({ free: LEFT_BYTES + bytes }).room.takes(bytes)).toBe(true);
    const helped = aRoom({ free: LEFT_BYTES, idle: bytes / 2, log: bytes / 2 });
    expect([await helped.room.takes(bytes), helped.asked]).toEqual([true, ['idle', 'log']]);
    expect(await aRoom({ free: LEFT_BYTES, idle: bytes / 2, log: bytes / 2 - 1 }).room.takes(bytes)).toBe(false);
  });

  it('is low for a minute after the disk was full, where nobody tells how much is free', async () => {
    const { asked, room, clock } = aRoom({ free: null });
    await room.full();
    expect([room.isLow(), room.bytesAhead(), asked]).toEqual([true, 0, ['idle', 'log']]);
    await clock.advance(MINUTE_MS);
    expect(room.isLow()).toBe(false);
  });
});

const SIZE = 300_000;
/** Not on another thread, whose timing nobody here knows. */
const digest: Digest = async (bytes) => nodeSha256([bytes]);

/** Several documents on a disk with this much room, at a service that answers when the test says so. */
function documents({ free, count, size = SIZE }: { readonly free: number; readonly count: number; readonly size?: number }) {
  const open = anOpenJournal();
  const files = memoryFiles();
  files.free = free;
  const folder = aFolder(open, aCompany(open));
  const itemIds = Array.from({ length: count }, (_, n) => {
    const found = { name: `scan-${n}`, content: `content ${n} `.padEnd(size, 'x') };
    files.all.set(`${folder.path}/${found.name}`, Buffer.from(found.content));
    return open.journal.intake.enqueue(aFile(folder, found)).itemId;
  });
  const service = aService();
  const answer = Promise.withResolvers<void>();
  const life = aLife({ ...open, files, digest, upload: async (what) => (await answer.promise, service.take(what)) });
  const copies = (): number => [...files.all.keys()].filter((path) => path.startsWith(SPOOL)).length;
  return { ...open, ...life, files, itemIds, service, answer, copies };
}

describe('documents on a disk with little room', () => {
  it.each([
    ['plenty', LOW_BYTES, 8],
    ['room for one', LEFT_BYTES + SIZE, 1],
  ])('are made ready as many as there is room for: %s', async (_room, free, ready) => {
    const all = documents({ free, count: 8 });
    await all.delivery.start();
    for (let turns = 0; turns < 10; turns += 1) await all.clock.settle();
    expect(all.copies()).toBe(ready);
    expect(all.delivery.ahead.take() === null).toBe(free < LOW_BYTES);
    all.answer.resolve();
    await all.clock.run(() => all.service.documents.size === 8);
    expect(all.service.documents.size).toBe(8);
  });

  it('wait with the reason where not even one copy fits, and go when there is room', async () => {
    const all = documents({ free: LEFT_BYTES, count: 2, size: 10 });
    all.answer.resolve();
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(all.copies()).toBe(0);
    for (const itemId of all.itemIds)
      expect(item(all, itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'spool', code: 'ENOSPC' } });
    expect(all.log.text()).toContain('no room');
    all.files.free = LOW_BYTES;
    await all.clock.run(() => all.service.documents.size === 2);
    expect(all.service.documents.size).toBe(2);
  });

  it('have the idle copies given back at the first refusal of the disk, and are tried once more at once', async () => {
    const all = documents({ free: LOW_BYTES, count: 1, size: 10 });
    all.files.all.set(`${SPOOL}/idle`, Buffer.from('nobody’s'));
    let refused = 0;
    const disk = { ...all.files };
    all.files.writeOver = async (path, parts) => {
      refused += 1;
      return refused === 1 ? { ok: false, failure: { kind: 'full', code: 'ENOSPC' } } : disk.writeOver(path, parts);
    };
    all.answer.resolve();
    await all.delivery.start();
    await all.clock.settle();
    expect(refused).toBe(2);
    for (const itemId of all.itemIds) expect(item(all, itemId)).toMatchObject({ attempts: 1, state: { kind: 'awaiting' } });
  });
});
