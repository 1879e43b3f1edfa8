import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '#electron/delivery/create-delivery.ts';
import { SHOWN_BYTES_MAX } from '#shared/app-api/preview.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { aKnownFile } from '#test/support/documents/sample-files.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, type Service, shownBytes, SPOOL } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';

const LARGE = FILE_BYTES_MAX + 700_000;

/** A scan that is too large to be sent, of so many bytes. */
async function setUp(size = LARGE) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const folder = aFolder(open, aCompany(open));
  const path = `${folder.path}/scan.pdf`;
  const bytes = Buffer.alloc(size, 'a page ');
  files.all.set(path, bytes);
  const { itemId } = open.journal.intake.enqueue({
    folderId: folder.id,
    relativePath: 'scan.pdf',
    known: aKnownFile(size, 1_000.5),
    inspected: {
      kind: 'unfit',
      problem: { kind: 'too-large', bytes: size, bytesMax: FILE_BYTES_MAX, found: 'pdf' },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
    bulkArrival: false,
  });
  const service = aService();
  const life = aLife({ ...open, files, upload: async (what) => service.take(what) });
  await life.delivery.start();
  await open.clock.settle();
  const inSpool = () => [...files.all.keys()].filter((name) => name.startsWith(SPOOL));
  return { ...open, ...life, files, path, bytes, itemId, service, inSpool };
}

async function opened(delivery: Delivery, itemId: ItemId) {
  const found = await delivery.bytesOf(itemId);
  if (!found.ok || found.value instanceof Uint8Array) throw new Error('not opened as a large file');
  return found.value;
}

describe('a file that is too large to be sent', () => {
  it('can be looked at, and leaves nothing: no copy, no document that waits, nothing at the service', async () => {
    const { delivery, itemId, bytes, inSpool, service, clock, journal } = await setUp();
    expect(bytes.equals(Buffer.from(await shownBytes(delivery, itemId)))).toBe(true);
    expect(inSpool()).toEqual([]);
    await clock.advance(60_000);
    expect([service.requests, inSpool()]).toEqual([[], []]);
    expect(journal.items.get(itemId)?.state.kind).toBe('unfit');
  });

  it('is read one at a time: the next one begins when the first one is closed, or its reader goes away', async () => {
    const { delivery, itemId, clock, inSpool } = await setUp();
    const first = await opened(delivery, itemId);
    expect(inSpool()).toHaveLength(1);
    let isOpen = false;
    const second = opened(delivery, itemId).then((shown) => ((isOpen = true), shown));
    const leaving = new AbortController();
    const third = delivery.bytesOf(itemId, leaving.signal);
    await clock.settle();
    expect(isOpen).toBe(false);
    leaving.abort();
    expect((await third).ok).toBe(false);
    await first.close();
    await (await second).close();
    expect(inSpool()).toEqual([]);
  });

  it('is not shown as another content, and its place in the spool is given back', async () => {
    const { delivery, itemId, files, path, inSpool, bytes } = await setUp();
    files.all.set(path, Buffer.alloc(LARGE, 'other '));
    expect(await shownBytes(delivery, itemId)).toBe('changed');
    files.all.set(path, Buffer.alloc(SHOWN_BYTES_MAX + 1));
    expect(await shownBytes(delivery, itemId)).toBe('changed');
    files.all.delete(path);
    expect(await shownBytes(delivery, itemId)).toBe('gone');
    expect(inSpool()).toEqual([]);
    files.all.set(path, bytes);
    files.full = { kind: 'full', code: 'ENOSPC' };
    expect(await shownBytes(delivery, itemId)).toBe('no-room');
    files.full = null;
    expect((await shownBytes(delivery, itemId)).length).toBe(LARGE);
    expect(inSpool()).toEqual([]);
  });

  it('is not taken for the copy of a document by the next start, if it was left there', async () => {
    const { delivery, itemId, files, inSpool } = await setUp();
    await opened(delivery, itemId);
    const [left = ''] = inSpool();
    expect(Buffer.from(files.all.get(left)?.subarray(0, 64) ?? []).equals(Buffer.alloc(64))).toBe(true);
  });

  it('is said to be too large to be shown above the limit of that', async () => {
    const { delivery, itemId, inSpool } = await setUp(SHOWN_BYTES_MAX + 1);
    expect(await shownBytes(delivery, itemId)).toBe('unread');
    expect(inSpool()).toEqual([]);
  });
});

const PARALLEL = 4;

/** A real journal with `files` waiting scans; each upload takes a second, and knows how many run at once. */
function aQueue(files: number, answer: (upload: Parameters<Service>[0], atMs: number) => Outcome) {
  const open = anOpenJournal();
  const disk = memoryFiles();
  const folder = aFolder(open, aCompany(open));
  for (let file = 0; file < files; file += 1) {
    disk.all.set(`${folder.path}/${file}`, Buffer.from(`scan ${file}`));
    open.journal.intake.enqueue(aFile(folder, { name: String(file), content: `scan ${file}` }));
  }
  let now = 0;
  const begun: { readonly atMs: number; readonly atOnce: number }[] = [];
  const upload: Service = async (what) => {
    now += 1;
    begun.push({ atMs: open.clock.monotonicMs(), atOnce: now });
    await open.clock.sleep(SECOND_MS);
    now -= 1;
    return answer(what, open.clock.monotonicMs());
  };
  const life = aLife({ ...open, files: disk, upload, parallel: () => PARALLEL });
  const atOnceBetween = (fromMs: number, toMs: number): number =>
    Math.max(0, ...begun.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).map(({ atOnce }) => atOnce));
  return { ...open, ...life, begun, atOnceBetween };
}

/** Answers that do not mean that the service is overloaded. */
const OTHERS: readonly (readonly [string, Outcome])[] = [
  ['another fault of the service', { kind: 'failed', failure: { kind: 'service', status: 500 }, retryAfterMs: null }],
  ['a broken line', { kind: 'failed', failure: { kind: 'broken', code: 'ECONNRESET', tries: 1 }, retryAfterMs: null }],
  ['a file that was not taken', { kind: 'declined', problem: { kind: 'declined', errorCode: null, detail: null } }],
];

const less = (status: number): Outcome => ({ kind: 'failed', failure: { kind: 'service', status }, retryAfterMs: null });

describe('the pace of uploads', () => {
  it.each([429, 503])('is halved once by a burst of %i, and comes back place by place', async (status) => {
    const service = aService();
    const { delivery, clock, journal, begun, atOnceBetween } = aQueue(60, (what, atMs) =>
      atMs <= SECOND_MS ? less(status) : service.take(what),
    );
    await delivery.start();
    await clock.run(() => journal.items.counts().awaiting === 60, 10 * MINUTE_MS);
    expect(atOnceBetween(0, SECOND_MS)).toBe(PARALLEL);
    expect(begun.filter(({ atMs }) => atMs === SECOND_MS)).toHaveLength(2);
    expect(atOnceBetween(SECOND_MS, 6 * SECOND_MS)).toBe(2);
    expect(atOnceBetween(6 * SECOND_MS, 11 * SECOND_MS)).toBe(3);
    expect(atOnceBetween(12 * SECOND_MS, 10 * MINUTE_MS)).toBe(PARALLEL);
    expect(service.documents.size).toBe(60);
  });

  it('comes to one upload a minute, not to one a scan, while the service takes none at all', async () => {
    const { delivery, clock, begun } = aQueue(200, () => less(429));
    await delivery.start();
    await clock.advance(30 * MINUTE_MS);
    expect(begun.length).toBeLessThan(60);
    expect(begun.filter(({ atMs }) => atMs >= 20 * MINUTE_MS).length).toBeGreaterThanOrEqual(8);
  });

  it.each(OTHERS)('stays as it is after %s', async (_, outcome) => {
    const { delivery, clock, atOnceBetween } = aQueue(40, () => outcome);
    await delivery.start();
    await clock.advance(10 * SECOND_MS);
    expect(atOnceBetween(2 * SECOND_MS, 8 * SECOND_MS)).toBe(PARALLEL);
  });

  it.each([{ kind: 'revoked', reason: 'CPA_CLOSED' }, { kind: 'unauthorised' }] as const)(
    'ends for a company at its first %j: no upload is begun after it, and no file is lost',
    async (outcome) => {
      const { delivery, clock, journal, begun } = aQueue(20, () => outcome);
      await delivery.start();
      await clock.advance(30 * MINUTE_MS);
      expect(begun.map(({ atMs }) => atMs)).toEqual([0, 0, 0, 0]);
      expect(journal.items.counts()).toMatchObject({ waiting: 20, held: 0, unfit: 0 });
    },
  );
});
