import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '#electron/delivery/create-delivery.ts';
import { SHOWN_BYTES_MAX } from '#shared/app-api/preview.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { aKnownFile } from '#test/support/a-known-file.ts';
import { aCompany, aFolder, anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, shownBytes, SPOOL } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

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
